import { expect, test } from 'vitest'
import { ShowingPace } from '../../../src/application/attempts/showing-pace.ts'
import type { Message, MessageBody } from '../../../src/application/ports/queues/message.ts'

const at = '2026-11-21T12:00:00.000Z'
const repository = { owner: 'octo-org', name: 'clock', key: 'octo-org/clock', installationId: 1 }
const messageOf = (body: MessageBody): Message => ({
  repository,
  issueNumber: 1,
  planNumber: null,
  key: body.kind,
  at,
  ...body,
})
const reopened = messageOf({ kind: 'issue_reopened', sender: { login: 'ada', id: 1, appId: null, isBot: false } })
const finalOpened = messageOf({
  kind: 'event',
  event: { key: 'f', at, kind: 'final_opened', op: 'ISS-001/1', plan_id: 'SOL-ISS-001-1', number: 9 },
})
const confirmed = messageOf({ kind: 'event', event: { key: 'd', at, kind: 'effect_done', op: 'ISS-001/2' } })
const due = messageOf({ kind: 'show_due' })

function openPace() {
  let ms = Date.parse(at)
  const clock = {
    now: () => new Date(ms).toISOString(),
    timeAfter: (from: string, later: number) => new Date(Date.parse(from) + later).toISOString(),
  }
  return { pace: new ShowingPace(clock), pass: (later: number) => (ms += later) }
}

test('what people do is shown at once, also with our own events around it', () => {
  const { pace } = openPace()

  const shown = pace.isTime('octo-org/clock#1', [finalOpened, reopened])

  expect(shown).toBe(true)
})

test('our own work is shown once it is due and nothing but confirmations came meanwhile', () => {
  const { pace } = openPace()

  const atFirst = pace.isTime('octo-org/clock#1', [finalOpened])
  const inBustle = pace.isTime('octo-org/clock#1', [due, finalOpened])
  const inQuiet = pace.isTime('octo-org/clock#1', [confirmed, due])

  expect([atFirst, inBustle, inQuiet]).toEqual([false, false, true])
})

test('five seconds of bustle are shown all the same, and then held again', () => {
  const { pace, pass } = openPace()

  pace.isTime('octo-org/clock#1', [finalOpened])
  pass(4_999)
  const before = pace.isTime('octo-org/clock#1', [finalOpened])
  pass(1)
  const then = pace.isTime('octo-org/clock#1', [finalOpened])
  const after = pace.isTime('octo-org/clock#1', [finalOpened])

  expect([before, then, after]).toEqual([false, true, false])
})

test('each issue has its own pace', () => {
  const { pace, pass } = openPace()

  pace.isTime('octo-org/clock#1', [finalOpened])
  pass(5_000)

  expect(pace.isTime('octo-org/clock#2', [finalOpened])).toBe(false)
})
