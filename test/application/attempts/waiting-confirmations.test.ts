import { expect, test } from 'vitest'
import { findWaiting, isOnlyShown } from '../../../src/application/attempts/waiting-confirmations.ts'
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
const confirmWithinMs = 600_000
const due = messageOf({ kind: 'show_due' })
const shown = messageOf({ kind: 'event', event: { key: 'd', at, kind: 'effect_done', op: 'ISS-001/2' } })
const reopened = messageOf({ kind: 'issue_reopened', sender: { login: 'ada', id: 1, appId: null, isBot: false } })

function clockAfter(ms: number) {
  const timeAfter = (from: string, later: number) => new Date(Date.parse(from) + later).toISOString()
  return { now: () => timeAfter(at, ms), timeAfter, confirmWithinMs }
}

test('a confirmation waits on where nothing came but the time to show something', () => {
  expect(findWaiting([shown, due], clockAfter(1_000))).toEqual([shown])
})

test('it goes with whatever is decided, and alone when its own time has come', () => {
  expect(findWaiting([shown, reopened], clockAfter(1_000))).toEqual([])
  expect(findWaiting([shown, due, reopened], clockAfter(1_000))).toEqual([])
  expect(findWaiting([shown], clockAfter(1_000))).toEqual([])
})

test('it waits no longer than it may, however often something is shown', () => {
  expect(findWaiting([shown, due], clockAfter(confirmWithinMs))).toEqual([])
})

test('one that the inbox keeps, as of a run, waits for nothing: nothing else of its issue would be handed out', () => {
  expect(findWaiting([{ ...shown, receipt: '5' }, due], clockAfter(1_000))).toEqual([])
  expect(findWaiting([shown, { ...shown, receipt: '5' }, due], clockAfter(1_000))).toEqual([])
})

test('what others decide by is no mere showing: a verdict, a pull request, a deleted branch', () => {
  const branch = 'countersign/ISS-001/1/base'

  expect(isOnlyShown({ kind: 'show_status', plan_id: 'SOL-ISS-001-1' })).toBe(true)
  expect(isOnlyShown({ kind: 'open_base', branch })).toBe(true)
  expect(isOnlyShown({ kind: 'open_final', plan_id: 'SOL-ISS-001-1' })).toBe(false)
  expect(isOnlyShown({ kind: 'set_final_draft', number: 9, draft: true })).toBe(false)
})
