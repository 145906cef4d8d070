import { expect, test } from 'vitest'
import { noticeEventNames } from '../../../../src/domain/effects/notice.ts'
import { holdsNotice, tellNotices } from '../../../../src/domain/work/notices/find-notices.ts'
import { buildExecution, buildPlan, buildRecord, buildReview, buildTask } from '../../../support/builders.ts'

const plan = buildPlan({ tasks: [buildTask()] })
const all = { webhook: noticeEventNames }
const proposed = () => ({ record: buildRecord({ phase: 'proposed' }), plan, execution: null })
const nothing = { record: null, plan: null, execution: null }
const keysOf = (effects: ReturnType<typeof tellNotices>) =>
  effects.flatMap((one) =>
    one.kind === 'tell' ? [`${one.to} ${one.notice.event} ${one.notice.task ?? '-'} ${one.notice.who.join()}`] : [],
  )

const waiting = (who: string[]) => ({
  record: buildRecord({ phase: 'working' }),
  plan,
  execution: buildExecution(plan, {
    T1: { state: 'READY_TO_CHECK', active_artifact_id: 'a1' },
    C1: { state: 'WAITING_EXTERNAL', waiting_for: { kind: 'judgement', who, what: 'judge AC-1' } },
  }),
})

test('a plan that waits for approval is told once, also where it came to wait again', () => {
  const after = proposed()

  const first = tellNotices(nothing, after, all)
  const again = tellNotices({ ...nothing, record: buildRecord({ phase: 'drafting' }) }, after, all)

  expect(keysOf(first)).toEqual(['webhook plan_ready - '])
  expect(again).toEqual([])
})

test('each that is told gets a message of its own, of what the server chose; nobody where it tells nobody', () => {
  const after = proposed()

  expect(tellNotices(nothing, proposed(), {})).toEqual([])
  expect(keysOf(tellNotices(nothing, proposed(), { slack: ['failed'] }))).toEqual([])
  expect(keysOf(tellNotices(nothing, after, { webhook: ['plan_ready'], slack: ['plan_ready'] }))).toEqual([
    'webhook plan_ready - ',
    'slack plan_ready - ',
  ])
})

test('who is waited for is told, another person anew, and what nobody waits for any more does not hold', () => {
  const before = { ...waiting([]), execution: buildExecution(plan) }
  const after = waiting(['ada'])

  const [told] = tellNotices(before, after, all)

  expect(keysOf(tellNotices(before, waiting(['ada']), all))).toEqual(['webhook waiting T1 ada'])
  expect(keysOf(tellNotices(after, waiting(['bo']), all))).toEqual(['webhook waiting T1 bo'])
  expect(told?.kind === 'tell' && [holdsNotice(after, told.notice), holdsNotice(before, told.notice)]).toEqual([
    true,
    false,
  ])
})

test('rejections, releases, and work that stands still are told; a pause that somebody asked for is not', () => {
  const execution = {
    ...buildExecution(plan),
    reviews: [buildReview(buildTask(), undefined, { verdict: 'REJECTED', why: ['AC-1 does not hold.'] })],
  }
  const base = { record: buildRecord({ phase: 'working' }), plan, execution: buildExecution(plan) }
  const at = '2026-11-26T04:00:00Z'
  const paused = (cause: 'asked' | 'tests') =>
    buildRecord({ phase: 'working', paused: { by: 'ada', at, why: 'tests fail', cause } })
  const told = (change: Partial<typeof base>) =>
    keysOf(tellNotices(base, { ...base, record: buildRecord({ phase: 'working' }), ...change }, all))

  expect(told({ execution })).toEqual(['webhook rejected T1 '])
  expect(told({ record: paused('tests') })).toEqual(['webhook failed - '])
  expect(told({ record: paused('asked') })).toEqual([])
  expect(
    told({
      record: buildRecord({ phase: 'working', exports: [{ tag: 'v1', url: 'https://x', manifest_sha256: 'f', at }] }),
    }),
  ).toEqual(['webhook released - '])
})
