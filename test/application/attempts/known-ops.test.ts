import { expect, test } from 'vitest'
import { KnownOps } from '../../../src/application/attempts/known-ops.ts'

const status = (op: string) => ({ op, action: { kind: 'show_status' as const, plan_id: 'SOL-ISS-007-1' } })

test('a comment that another process may have made is looked for, though its operation is a new one', () => {
  const known = new KnownOps()

  known.update('octo/widgets#7', [status('1')], [status('2')])

  expect(known.isOurs('octo/widgets#7', '2')).toBe(false)
})

test('where the operation before was ours as well, nobody else can have made the comment', () => {
  const known = new KnownOps()
  known.update('octo/widgets#7', [], [status('1')])

  known.update('octo/widgets#7', [status('1')], [status('2')])

  expect(known.isOurs('octo/widgets#7', '2')).toBe(true)
})

const action = { kind: 'set_label' as const, label: null }
const owed = (...ops: string[]) => ops.map((op) => ({ op, action }))

test('what a decision adds to the outbox is ours, what stood there before is not', () => {
  const known = new KnownOps()

  known.update('a#1', owed('1'), owed('1', '2'))

  expect([known.isOurs('a#1', '1'), known.isOurs('a#1', '2'), known.isOurs('b#1', '2')]).toEqual([false, true, false])
})

test('a reported result stays known until its operation is no longer owed', () => {
  const known = new KnownOps()
  known.update('a#1', [], owed('1', '2'))
  known.report('a#1', '1')

  known.update('a#1', owed('1', '2'), owed('1', '2'))
  expect(known.isReported('a#1', '1')).toBe(true)
  known.update('a#1', owed('1', '2'), owed('2'))

  expect([known.isReported('a#1', '1'), known.isOurs('a#1', '2')]).toEqual([false, true])
})

test('a lost result makes its operation one that somebody may have done', () => {
  const known = new KnownOps()
  known.update('a#1', [], owed('1'))
  known.report('a#1', '1')

  known.lose('a#1', '1')

  expect([known.isReported('a#1', '1'), known.isOurs('a#1', '1')]).toEqual([false, false])
})

test('what another process worked on is nobody’s: each operation is looked for before it is done', () => {
  const known = new KnownOps()
  known.update('a#1', [], owed('1', '2'))
  known.report('a#1', '1')

  known.forget('a#1')

  expect([known.isReported('a#1', '1'), known.isOurs('a#1', '2')]).toEqual([false, false])
})
