import { expect, test } from 'vitest'
import { GitHubFault } from '../../../../src/adapters/github/client/github-fault.ts'
import { followTaskJob } from '../../../../src/application/runs/jobs/follow-task-job.ts'
import type { TaskJobState } from '../../../../src/application/ports/forge/task-jobs.ts'
import type { TaskRun } from '../../../../src/application/runs/task-run.ts'
import { buildExecution, buildPlan, buildReceipt, buildTask, testSha } from '../../../support/builders.ts'
import { FakeTaskJobs } from '../../../support/fakes/fake-task-jobs.ts'
import { Machine } from '../../../support/fakes/machine.ts'
import { buildJobOrder } from '../../../support/runs/build-job-order.ts'
import { buildTaskRun } from '../../../support/runs/build-task-run.ts'

const url = 'https://github.com/octo/widgets/actions/runs/12'
const now = '2026-11-21T03:12:00.000Z'
const ago = (minutes: number) => new Date(Date.parse(now) - minutes * 60_000).toISOString()

interface Situation {
  state?: TaskJobState
  executor?: string
  prepare?: (jobs: FakeTaskJobs, run: TaskRun) => void
}

/** A run of T1 and its job, if it has one, and what is told of it. */
async function follow({ state, executor = 'patch', prepare }: Situation) {
  const jobs = new FakeTaskJobs()
  const plan = buildPlan({ tasks: [buildTask({ executor })] })
  const results = { files_modified: [], commit_hash: testSha('base') }
  const execution = buildExecution(plan, { T1: { state: 'RUNNING', executor } }, { execution_result: results })
  const run = buildTaskRun(plan, execution)
  if (state !== undefined) jobs.job = { id: 12, url, state }
  prepare?.(jobs, run)
  const machine = new Machine()
  const news = await followTaskJob({ ...machine.ports, taskJobs: jobs, now: () => now }, run, 'main')
  return { news, jobs, run }
}

test('what a repository does not give to jobs is done here', async () => {
  const { news, jobs } = await follow({ executor: 'shell' })

  expect(news).toEqual({ kind: 'here' })
  expect(jobs.ordered).toEqual([])
})

test('a job is ordered on the integration branch, for so long and from that runner, by a name that only the secret gives', async () => {
  const { news, jobs, run } = await follow({})

  expect(news).toEqual({ kind: 'waiting', delayMs: 2_000, progress: null })
  expect(jobs.ordered).toMatchObject([
    {
      place: { workflow: 'countersign-task.yml', name: 'Task T1 (mac)' },
      order: {
        branch: 'main',
        order: {
          repository: 'octo/widgets',
          task: 'T1',
          run_id: run.runId,
          executor: 'patch',
          base_sha: testSha('base'),
          labels: ['ubuntu-24.04'],
          minutes: 30,
          expires_at: '2026-11-21T03:42:00.000Z',
        },
        brief: { run_id: run.runId, task: { id: 'T1' }, rejections: [], last_failure: null, analysis: null },
      },
    },
  ])
})

test('an approved version of an earlier plan is taken over here or found not to be, by nobody’s job', async () => {
  const { news, jobs } = await follow({
    prepare(_jobs, run) {
      const by = { kind: 'executor' as const, name: 'patch' }
      const [base_sha, commit_sha] = [testSha('old'), testSha('older')]
      run.node = { ...run.node, carry: { task_id: run.task.task_id, artifact_id: run.runId, base_sha, commit_sha, by } }
    },
  })

  expect(news).toEqual({ kind: 'here' })
  expect(jobs.ordered).toEqual([])
})

test.each([
  ['waits for a runner', { kind: 'waiting', since: ago(0) }, 2_000, 'waiting'],
  ['has waited for a while', { kind: 'waiting', since: ago(2) }, 24_000, 'waiting'],
  ['is at work for long', { kind: 'at_work', since: ago(20) }, 60_000, 'at_work'],
] as const)(
  'a job that %s is looked at again, the later the longer, and told with its page',
  async (_what, state, delayMs, told) => {
    const { news } = await follow({ state })

    expect(news).toMatchObject({ kind: 'waiting', delayMs, progress: { job: { url, state: told } } })
  },
)

test('what the record says already is not told again', async () => {
  const job = { url, state: 'at_work' as const }
  const { news } = await follow({
    state: { kind: 'at_work', since: ago(1) },
    prepare(_jobs, run) {
      const told = { run_id: run.runId, executor: 'patch', started_at: now, lease_until: now }
      run.node = { ...run.node, run: { ...told, progress: { steps: [], more: 0, doing: null, tools: 0, job } } }
    },
  })

  expect(news).toMatchObject({ kind: 'waiting', progress: null })
})

const ended = (how: 'done' | 'failed' | 'cancelled' | 'refused', workedMs = 60_000) =>
  ({ kind: 'ended', how, workedMs }) as const

test.each<[what: string, state: TaskJobState, event: Record<string, unknown>, cancels: number]>([
  [
    'no runner takes',
    { kind: 'waiting', since: ago(31) },
    { kind: 'run_failed', stuck: true, reason: expect.stringContaining('no runner with the label `ubuntu-24.04`') },
    1,
  ],
  [
    'never ends',
    { kind: 'at_work', since: ago(41) },
    { kind: 'run_failed', stuck: false, reason: expect.stringContaining('longer than 30 minutes') },
    1,
  ],
  [
    'took no order',
    ended('refused'),
    { kind: 'lease_lost', why: expect.stringContaining('did not take its order') },
    0,
  ],
  [
    'a person cancelled',
    ended('cancelled'),
    { kind: 'run_failed', stuck: true, reason: expect.stringContaining('was cancelled on GitHub') },
    0,
  ],
  [
    'GitHub ended at its limit',
    ended('cancelled', 31 * 60_000),
    { kind: 'run_failed', stuck: false, reason: expect.stringContaining('longer than 30 minutes') },
    0,
  ],
  ['was lost', ended('failed'), { kind: 'lease_lost', why: expect.stringContaining('handed nothing back') }, 0],
  ['has nothing to show', ended('done'), { kind: 'lease_lost', why: expect.stringContaining(url) }, 0],
])('a job that %s is told for what it is', async (_what, state, event, cancels) => {
  const { news, jobs } = await follow({ state })

  expect(news).toMatchObject({ kind: 'concluded', event: { task: 'T1', ...event } })
  expect(jobs.cancelled).toHaveLength(cancels)
})

test('what a job handed back is taken for the run that it was ordered for, and for no other', async () => {
  const { outcome: _outcome, ...receipt } = buildReceipt()
  const result = { version: 1 as const, order: 'sealed', outcome: { kind: 'changed' as const }, receipt, files: [] }
  const hand = (runId: (run: TaskRun) => string) =>
    follow({
      state: ended('done'),
      prepare: (jobs, run) =>
        void (jobs.back = { order: buildJobOrder({ run_id: runId(run) }), result, bytes: [], url: '' }),
    })

  expect((await hand((run) => run.runId)).news).toMatchObject({ kind: 'handed_back', handedBack: { result } })
  expect((await hand(() => 'another')).news).toMatchObject({
    kind: 'concluded',
    event: { kind: 'run_failed', stuck: false, reason: expect.stringContaining('another order') },
  })
})

test('what is no result is an attempt that failed, with what is wrong', async () => {
  const { news } = await follow({
    state: ended('done'),
    prepare: (jobs) => void (jobs.back = 'result.json is missing'),
  })

  expect(news).toMatchObject({
    event: { kind: 'run_failed', reason: expect.stringContaining('result.json is missing') },
  })
})

test('what GitHub refuses is a person’s matter; what may pass is thrown, to be tried again', async () => {
  const refuse = (code: 'github_refused' | 'github_unavailable') => (jobs: FakeTaskJobs) => {
    jobs.order = () => Promise.reject(new GitHubFault(code, 'start the job of a task: Resource not accessible', ''))
  }

  expect((await follow({ prepare: refuse('github_refused') })).news).toMatchObject({
    event: { kind: 'run_failed', stuck: true, reason: expect.stringContaining('Resource not accessible') },
  })
  await expect(follow({ prepare: refuse('github_unavailable') })).rejects.toMatchObject({ code: 'github_unavailable' })
})
