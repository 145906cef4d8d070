import { describe, expect, test } from 'vitest'
import type { PauseCause } from '../../../../src/domain/records/iss-record.ts'
import { decideWork } from '../../../../src/domain/work/decide-work.ts'
import { isPausedFor, liftPause, pauseWork } from '../../../../src/domain/work/draft/pause.ts'
import type { Work } from '../../../../src/domain/records/work.ts'
import type { WorkDraft } from '../../../../src/domain/work/draft/work-draft.ts'
import type { WorkEvent } from '../../../../src/domain/work/draft/work-event.ts'
import { buildRecord, buildTask, buildValidation, testSha } from '../../../support/builders.ts'
import {
  actor,
  at,
  buildContext,
  comment,
  owedOf,
  playWork,
  recordOf,
  repliesOf,
  startedAt,
  working,
} from '../../../support/work/play-work.ts'
import { refused, settleOwed, settleWorkByWorld, validated } from '../../../support/work/settle-work.ts'

describe('a pause with its reasons', () => {
  const open = () => ({ record: buildRecord(), loop: { status: 'running' }, at: startedAt }) as unknown as WorkDraft
  const whys = ({ record: { paused } }: WorkDraft) => [paused, ...(paused?.more ?? [])].map((one) => one?.why)

  test('the same reason counts once, and ten are kept', () => {
    const draft = open()
    for (let time = 0; time < 30; time += 1) pauseWork(draft, 'eve', `reason ${Math.floor(time / 2)}`, 'branch')

    expect(whys(draft)).toEqual(Array.from({ length: 10 }, (_, index) => `reason ${index}`))
  })

  test('what settles one of them leaves the others; with the last the work goes on', () => {
    const draft = open()
    pauseWork(draft, 'countersign', 'draft 11', 'draft', { pull_request: 11 })
    pauseWork(draft, 'countersign', 'draft 12', 'draft', { pull_request: 12 })
    pauseWork(draft, 'ada', 'asked', 'asked')
    expect(draft.loop?.status).toBe('paused')

    expect(liftPause(draft, 'draft', 11)).toBe(true)
    expect([whys(draft), draft.loop?.status]).toEqual([['draft 12', 'asked'], 'paused'])
    expect(liftPause(draft, 'draft', 11)).toBe(false)
    expect(liftPause(draft, 'asked')).toBe(true)
    expect(draft.record.paused).toEqual({
      by: 'countersign',
      at: startedAt,
      why: 'draft 12',
      cause: 'draft',
      pull_request: 12,
    })
    expect([isPausedFor(draft, 'asked'), isPausedFor(draft, 'draft')]).toEqual([false, true])
    expect(liftPause(draft, 'draft', 12)).toBe(true)

    expect([draft.record.paused, draft.loop?.status]).toEqual([null, 'running'])
  })
})

const context = buildContext()
const tasks = [buildTask({ test: { commands: ['npm test'], unit: [], integration: [] } })]
const settle = (...kinds: Parameters<typeof settleOwed>[3]) =>
  settleOwed(working(context, { tasks }), context, tasks, kinds)
const merging = () => settle('open_base', 'run_task', 'review_version')
const validating = () => settleOwed(merging(), context, tasks, ['merge_task'])
const differs = (op: string | null, count = 1) =>
  at({
    kind: 'integration_differs',
    op,
    branch: 'countersign/ISS-007/1/base',
    commit: testSha('foreign'),
    by: 'eve',
    differences: Array.from({ length: count }, (_, index) => ({ path: `p${index}`, approved: null })),
  })
const testsFailed = (work: Work) => validated(work, buildValidation({ passed: false, failed_tests: ['adds up'] }))
const lost = at({ kind: 'branch_lost', branch: 'countersign/ISS-007/1/base', how: 'deleted', by: 'eve' })

test.each<[PauseCause, string, () => Work, (work: Work) => WorkEvent]>([
  ['asked', '`/pause`', merging, () => comment([{ kind: 'pause' }])],
  ['branch', 'a branch that was lost', merging, () => lost],
  ['effect', 'a merge that was given up', merging, (work) => refused(work, 'merge_task')],
  ['draft', 'a pull request that is a draft', merging, (work) => refused(work, 'merge_task', { draft_pull: 11 })],
  ['tests', 'tests of the plan that failed', validating, testsFailed],
  ['tests', 'tests of the plan that could not be run', validating, (work) => refused(work, 'validate_plan')],
  ['integration', 'what nobody approved on the integration branch', merging, () => differs(null)],
])('a pause keeps that it is for %s: %s', (cause, _what, before, event) => {
  const work = before()

  expect(recordOf(playWork(work, context, event(work))).paused).toMatchObject({ cause })
})

test('tests that failed and that nothing runs again pause for themselves too', () => {
  const bare = [buildTask()]
  const withTests = buildContext({
    configuration: { ...context.configuration, run: { ...context.configuration.run, test_commands: ['npm test'] } },
  })
  const kinds = ['open_base', 'run_task', 'review_version', 'merge_task'] as const
  const done = settleOwed(working(withTests, { tasks: bare }), withTests, bare, kinds)
  const paused = playWork(done, withTests, testsFailed(done))

  const resumed = playWork(paused, context, comment([{ kind: 'resume' }]))

  expect(recordOf(resumed).paused).toMatchObject({ cause: 'tests', why: expect.stringContaining('no command') })
})

describe('what nobody approved on the integration branch', () => {
  const complete = () => settleWorkByWorld(working(context, { tasks }), context, tasks).work

  test('is told, the first twenty paths by name', () => {
    const work = playWork(merging(), context, differs(null, 23))

    expect(repliesOf(work)).toMatchObject([{ kind: 'integration_differs', by: 'eve', more: 3 }])
    expect(repliesOf(work)[0]).toHaveProperty('differences.length', 20)
  })

  test('takes a final pull request that is shown as ready back to draft', () => {
    const work = playWork(complete(), context, differs(null))

    expect(recordOf(work)).toMatchObject({ phase: 'working', final_pull_request: { state: 'draft' } })
    expect(owedOf(work, 'set_final_draft')).toEqual([{ kind: 'set_final_draft', number: 40, draft: true }])
    expect(work.execution).not.toHaveProperty('status')
  })

  test('found before that is shown as ready, the draft is one still', () => {
    const work = playWork(complete(), context, differs('ISS-007/99'))

    expect(recordOf(work)).toMatchObject({ phase: 'working', final_pull_request: { state: 'draft' } })
    expect(owedOf(work, 'set_final_draft')).toEqual([])
  })

  test('is nobody’s matter where nothing is worked on', () => {
    const merged = at({ kind: 'final_closed', number: 40, merged: true, by: actor() })
    const stopped = playWork(merging(), context, comment([{ kind: 'stop', why: '' }]))

    for (const work of [stopped, playWork(complete(), context, merged)])
      expect(decideWork(work, differs(null), context)).toMatchObject({ kind: 'refused', silent: true })
  })
})

test('a draft that somebody without the role closes is opened again, and waited for as before', () => {
  const waiting = merging()
  const paused = playWork(waiting, context, refused(waiting, 'merge_task', { draft_pull: 11 }))
  const eve = { login: 'eve', id: 9 }
  const gate = { kind: 'pull_request_closed' as const, task: 'T1', number: 11, by: eve, review_id: testSha('closed') }
  const closed = (may_review: boolean) =>
    playWork(
      paused,
      context,
      at({ kind: 'gate', op: null, by: actor('write', 'eve', 9), on: null, gate: { ...gate, may_review } }),
    )

  expect(recordOf(closed(false)).paused).toMatchObject({ cause: 'draft', pull_request: 11 })
  expect(recordOf(closed(true)).paused).toBeNull()
})

test('a branch that was put back and is lost once more has to be put back again', () => {
  const mending = { mended: ['it is there again'], left: [] }
  const examination = { findings: [], things: 1, tasks: 1 } as never
  const fixed = at({ kind: 'examined', op: 'ISS-007/99', number: 7, examination, mending })
  const paused = playWork(merging(), context, lost)

  const mended = playWork(paused, context, fixed)
  const again = playWork(mended, context, at({ ...lost, key: 'lost again' }))

  expect(recordOf(mended).paused).toMatchObject({ cause: 'branch', mended: true })
  expect(recordOf(again).paused).toMatchObject({ cause: 'branch' })
  expect(recordOf(again).paused).not.toHaveProperty('mended')
})
