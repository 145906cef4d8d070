import { expect, test } from 'vitest'
import { watchGitHub } from '../../../../src/entrypoints/server/outside/watch-github.ts'

const startMs = Date.parse('2026-11-21T03:12:00.000Z')
const bad = { status: 502, fault: null, requestId: null, ms: 0 }
const none = { status: null, fault: 'Error: connect ECONNREFUSED', requestId: null, ms: 0 }
const good = { status: 200, fault: null, requestId: 'ABCD', ms: 0 }

function openWatch(isStarting = false) {
  const clock = { nowMs: startMs }
  const lines: string[] = []
  const log = (level: string) => (details: object, message: string) =>
    void lines.push(`${level} ${message} ${JSON.stringify(details)}`)
  const watch = watchGitHub(
    { warn: log('warn'), info: log('info') } as Parameters<typeof watchGitHub>[0],
    () => clock.nowMs,
    () => isStarting,
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
    'warn GitHub does not answer: what is owed is deferred {"since":"2026-11-21T03:12:00.000Z","why":"it answers 502"}',
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
    watch.note({ status: 403, fault: null, requestId, ms: 0 })
    clock.nowMs += 60_000
    watch.note({ status: 403, fault: null, requestId, ms: 0 })
    return watch.findSinceMs()
  }

  expect(refuse('ABCD')).toBeUndefined()
  expect(refuse(null)).toBeDefined()
})

test('who starts a server is told after seconds, from when GitHub was first asked', () => {
  const { clock, watch, lines } = openWatch(true)

  watch.note(bad)
  clock.nowMs += 1_500
  watch.note(bad)
  const early = [...lines]
  clock.nowMs += 10_000
  watch.note({ ...none, ms: 10_000 })
  watch.note(good)

  expect(early).toEqual([])
  expect(lines).toEqual([
    'warn GitHub does not answer: webhooks are stored, and the work begins once it does {"since":"2026-11-21T03:12:00.000Z","why":"Error: connect ECONNREFUSED"}',
    'info GitHub answers: the work begins {"since":"2026-11-21T03:12:00.000Z","minutes":0}',
  ])
})

test('one request that nobody answers for ten seconds is enough at the start', () => {
  const { clock, watch } = openWatch(true)

  clock.nowMs += 10_000
  watch.note({ ...none, ms: 10_000 })

  expect(watch.findSinceMs()).toBe(startMs)
})
