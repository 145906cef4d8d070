import { expect, test } from 'vitest'
import { watchOutage } from '../../../src/entrypoints/server/watch-outage.ts'

const startMs = Date.parse('2026-11-21T03:12:00.000Z')
const bad = { status: 502, requestId: null }
const none = { status: null, requestId: null }
const good = { status: 200, requestId: 'ABCD' }

function openWatch() {
  const clock = { nowMs: startMs }
  const lines: string[] = []
  const log = (level: string) => (details: object, message: string) =>
    void lines.push(`${level} ${message} ${JSON.stringify(details)}`)
  const watch = watchOutage(
    { warn: log('warn'), info: log('info') } as Parameters<typeof watchOutage>[0],
    () => clock.nowMs,
  )
  let ended = 0
  watch.onEnd(() => (ended += 1))
  return { clock, watch, lines, countEnds: () => ended }
}

test('an outage is one line when it begins and one when it ends, however many requests fail', () => {
  const { clock, watch, lines, countEnds } = openWatch()

  for (let second = 0; second < 1_800; second += 1) {
    clock.nowMs = startMs + second * 1_000
    watch.note(second % 2 === 0 ? bad : none)
  }
  const during = watch.findSinceMs()
  watch.note(good)
  watch.note(good)

  expect(during).toBe(startMs)
  expect(watch.findSinceMs()).toBeUndefined()
  expect(countEnds()).toBe(1)
  expect(lines).toEqual([
    'warn GitHub does not answer: what is owed is deferred {"since":"2026-11-21T03:12:00.000Z"}',
    'info GitHub answers again: what was deferred goes on {"since":"2026-11-21T03:12:00.000Z","minutes":30}',
  ])
})

test('where some requests are answered it is none', () => {
  const { clock, watch, lines, countEnds } = openWatch()

  for (let minute = 0; minute < 10; minute += 1) {
    clock.nowMs += 50_000
    watch.note(bad)
    watch.note(good)
  }

  expect([lines, countEnds(), watch.findSinceMs()]).toEqual([[], 0, undefined])
})

test('a refusal of GitHub is an answer, that of a proxy on the way is none', () => {
  const { clock, watch } = openWatch()
  const refuse = (requestId: string | null) => {
    watch.note({ status: 403, requestId })
    clock.nowMs += 60_000
    watch.note({ status: 403, requestId })
    return watch.findSinceMs()
  }

  expect(refuse('ABCD')).toBeUndefined()
  expect(refuse(null)).toBeDefined()
})
