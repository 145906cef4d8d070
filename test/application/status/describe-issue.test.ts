import { describe, expect, test } from 'vitest'
import { describeIssue } from '../../../src/application/status/describe-issue.ts'
import type { IssRecord } from '../../../src/domain/records/iss-record.ts'
import type { WaitingFor } from '../../../src/domain/records/node-state.ts'
import { noteExecutors } from '../../../src/domain/work/draft/note-executors.ts'
import { IssueStatusSchema } from '../../../src/domain/records/status-report.ts'
import {
  buildArtifact,
  buildExecution,
  buildPlan,
  buildRecord,
  buildReview,
  buildTask,
  type NodeOverrides,
} from '../../support/builders.ts'

const tasks = [buildTask(), buildTask({ id: 'T2', depends_on: ['T1'] })]
const plan = buildPlan({ tasks })
const asked = { kind: 'judgement' as const, who: ['ada'], what: 'judge AC-1 of T1' }
const waiting: NodeOverrides = { T1: { state: 'WAITING_EXTERNAL', waiting_for: { ...asked, kind: 'decision' } } }
const pushed: NodeOverrides = { T1: { state: 'WAITING_EXTERNAL', waiting_for: { ...asked, kind: 'push' } } }

function describeWith(record: Partial<IssRecord>, nodes: NodeOverrides = {}) {
  const status = describeIssue({
    record: buildRecord(record),
    plan,
    execution: buildExecution(plan, nodes),
    loop: null,
  })
  return IssueStatusSchema.parse(status)
}

describe('the phase', () => {
  const by = { by: 'ada', at: '2026-11-21T03:12:00Z', why: '' }
  const rows: [string, Partial<IssRecord>, NodeOverrides, string[]][] = [
    ['planning', { phase: 'drafting' }, {}, []],
    ['asking', { phase: 'awaiting_input' }, {}, ['/answer …']],
    ['planned', { phase: 'proposed', approved: null }, {}, [`/approve plan@${plan.hash.slice(0, 7)}`]],
    ['working', {}, { T1: { state: 'RUNNING' } }, []],
    ['waiting', {}, pushed, [expect.stringContaining('push')]],
    ['waiting', {}, waiting, ['/retry T1, /assign T1 @login, or /replan <what to change>']],
    ['paused', { paused: by }, { T1: { state: 'RUNNING' } }, ['/resume']],
    ['stopped', { stopped: by, phase: 'stopped' }, waiting, []],
    [
      'ready',
      { phase: 'completed', final_pull_request: { number: 9, state: 'open' } },
      {},
      ['who may merge into `main` opens #9 and presses “Merge pull request” there; nothing merges it by itself'],
    ],
    ['done', { phase: 'completed', final_pull_request: { number: 9, state: 'merged' } }, {}, []],
  ]

  test.each(rows)('%s', (phase, record, nodes, hows) => {
    const status = describeWith(record, nodes)

    expect([status.phase, status.needs.map(({ how }) => how)]).toEqual([phase, hows])
  })
})

test('a plan that nobody can do waits for `/assign` first, as its comment says', () => {
  const unfit = noteExecutors({ ...plan, tasks: [buildTask({ executor: 'aider' })] }, { executors: ['human'] })

  const { needs } = describeIssue({
    record: buildRecord({ phase: 'proposed', approved: null }),
    plan: unfit,
    execution: null,
    loop: null,
  })

  expect(needs.map(({ how }) => how)).toEqual([`/assign T1 …, then /approve plan@${plan.hash.slice(0, 7)}`])
})

test.each<[string, string]>([
  ['push', 'git fetch && git switch countersign/ISS-007/1/T1, commit and push'],
  [
    'conflict',
    'git fetch && git switch countersign/ISS-007/1/T1 && git pull && git merge origin/countersign/ISS-007/1/base && git push',
  ],
  ['judgement', 'a review of #11, or /approve T1, or /reject T1 <why>'],
  ['ci', 'a review of #11, or /approve T1, or /reject T1 <why>'],
  ['assignment', '/assign T1 @login, or /assign T1 human'],
])('who waits for a %s is told how in the terminal', (kind, how) => {
  const branch = 'countersign/ISS-007/1/T1'
  const waiting_for = { ...asked, kind: kind as WaitingFor['kind'] }
  const pull_request = { number: 11, open: true }

  const { needs } = describeWith({}, { T1: { state: 'WAITING_EXTERNAL', waiting_for, branch, pull_request } })

  expect(needs.map((one) => one.how)).toEqual([how])
})

test('a task tells its versions, who made the newest, and what it waits for', () => {
  const [first = buildTask()] = tasks
  const [one, two] = [
    buildArtifact(first),
    buildArtifact(first, { version: 2, by: { kind: 'person', login: 'grace', id: 5 } }),
  ]
  const execution = buildExecution(
    plan,
    {
      T1: { state: 'READY_TO_CHECK', active_artifact_id: two.artifact_id, pull_request: { number: 12, open: true } },
      C1: { state: 'WAITING_EXTERNAL', waiting_for: asked },
    },
    { artifacts: [one, two], reviews: [buildReview(first, one, { verdict: 'REJECTED' })] },
  )

  const { tasks: told, needs } = describeIssue({ record: buildRecord(), plan, execution, loop: null })

  expect(told).toMatchObject([
    { id: 'T1', version: 2, by: 'grace', rejected_versions: 1, pull_request: 12, approved: false, waits_for: asked },
    { id: 'T2', state: 'PENDING', after: ['T1'], by: null, executor: 'codex' },
  ])
  expect(needs).toEqual([
    { task: 'T1', who: ['ada'], what: asked.what, how: 'a review of #12, or /approve T1, or /reject T1 <why>' },
  ])
})
