import { expect, test } from 'vitest'
import { findOrderFault } from '../../../../src/entrypoints/job/task/find-order-fault.ts'
import { buildJobOrder } from '../../../support/runs/build-job-order.ts'

const order = buildJobOrder({ expires_at: '2026-11-21T03:42:00.000Z' })
const env = {
  GITHUB_REPOSITORY: order.repository,
  GITHUB_ACTOR: order.ordered_by,
  GITHUB_TRIGGERING_ACTOR: order.ordered_by,
  GITHUB_RUN_ATTEMPT: '1',
}
const inTime = new Date('2026-11-21T03:41:59Z')

test('an order is for the run that the bot has started with it', () => {
  expect(findOrderFault(order, order.name, env, inTime)).toBeUndefined()
})

test.each<[what: string, change: Partial<typeof env>, why: RegExp]>([
  ['of another repository', { GITHUB_REPOSITORY: 'eve/widgets' }, /for octo\/widgets/],
  ['that a person started', { GITHUB_ACTOR: 'eve', GITHUB_TRIGGERING_ACTOR: 'eve' }, /started by @eve, and only/],
  ['that a person started again', { GITHUB_TRIGGERING_ACTOR: 'eve' }, /started by @eve/],
  ['that nobody knows who started', { GITHUB_ACTOR: '', GITHUB_TRIGGERING_ACTOR: '' }, /started by nobody/],
  ['that is tried again', { GITHUB_RUN_ATTEMPT: '2' }, /run again/],
])('it is not for a run %s', (_what, change, why) => {
  expect(findOrderFault(order, order.name, { ...env, ...change }, inTime)).toMatch(why)
})

test('nor for one of another name, or for one that begins too late', () => {
  expect(findOrderFault(order, 'Task T2 (mac)', env, inTime)).toMatch(/another name/)
  expect(findOrderFault(order, order.name, env, new Date('2026-11-21T03:42:01Z'))).toMatch(/to begin by/)
})
