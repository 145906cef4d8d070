import { expect, test, vi } from 'vitest'
import { fenced } from '../../../src/application/fence.ts'
import { openRun } from '../../../src/application/runs/run-task.ts'
import type { ActionNode } from '../../../src/domain/records/node-state.ts'
import {
  buildArtifact,
  buildArtifactFile,
  buildExecution,
  buildPlan,
  buildTask,
  buildValidation,
  testSha,
} from '../../support/builders.ts'
import { buildTaskRun } from '../../support/runs/build-task-run.ts'
import { buildTestOutcome } from '../../support/runs/build-test-outcome.ts'
import { Machine } from '../../support/fakes/machine.ts'

const task = buildTask({ executor: 'patch', test: { commands: ['npm test'], unit: [], integration: [] } })

test.each([
  ['who judged it has the role for it now', 'write', ['ada']],
  ['who judged it has lost it', 'read', []],
  ['nobody has that login any more', undefined, []],
] as const)('what is carried over says whose judgement of it counts: %s', async (_why, role, judges) => {
  const machine = new Machine()
  machine.roles.clear()
  if (role !== undefined) machine.roles.set('ada', role)
  const plan = buildPlan({ tasks: [buildTask({ executor: 'patch' })] })
  const { artifact_id, task_id, base_sha, commit_sha, by } = buildArtifact(task)
  const judged = ['AC-1', 'AC-2'].map((id) => ({
    id,
    result: 'pass' as const,
    evidence: 'judged by @ada',
    judge: 'ada',
  }))
  const carry = { artifact_id, task_id, base_sha, commit_sha, by, judged }
  const results = { files_modified: [], commit_hash: testSha('base') }
  const execution = buildExecution(plan, { T1: { state: 'RUNNING', carry } }, { execution_result: results })

  // Nothing has changed on the integration branch since.
  const files = await machine.workspace.describeChange()
  vi.spyOn(machine.ports.workspace, 'describeChange').mockImplementation((_repository, _base, head) =>
    Promise.resolve(head === testSha('base') ? [] : files),
  )

  const event = await openRun(machine.ports, buildTaskRun(plan, execution))(false)

  expect(event).toMatchObject({ kind: 'run_yielded', artifact: { carried_from: { artifact_id } }, judges })
})

test('what can’t be taken over asks no executor yet: the state hears of it first, and the run after it is told what was approved', async () => {
  const machine = new Machine()
  const plan = buildPlan({ tasks: [buildTask({ executor: 'patch' })] })
  const { artifact_id, task_id, base_sha, commit_sha, by } = buildArtifact(task)
  const from = { artifact_id, task_id, base_sha, commit_sha, by }
  const results = { files_modified: [], commit_hash: testSha('base') }
  const asked = [...machine.ports.executors.values()].map((executor) => vi.spyOn(executor, 'execute'))
  const start = (node: Partial<ActionNode>) =>
    openRun(
      machine.ports,
      buildTaskRun(plan, buildExecution(plan, { T1: { state: 'RUNNING', ...node } }, { execution_result: results })),
    )(false)
  const anew = { changed: [{ path: 'docs/one.txt', commit: null }], tasks: [] }

  expect(await start({ carry: from })).toMatchObject({ kind: 'run_left', anew })
  expect(asked.flatMap(({ mock }) => mock.calls)).toEqual([])

  machine.ports.workspace.readDiff = () => Promise.resolve('+as approved')
  await start({ earlier: { ...anew, from } })
  expect(asked.flatMap(({ mock }) => mock.calls)).toMatchObject([
    [{ earlier: { diff: '+as approved', why: 'done anew, as somebody has changed `docs/one.txt` since' } }],
  ])
})

test('a run that is another process’s by now asks no executor, though no heartbeat has said so yet', async () => {
  const machine = new Machine()
  const plan = buildPlan({ tasks: [buildTask({ executor: 'patch' })] })
  const results = { files_modified: [], commit_hash: testSha('base') }
  const execution = buildExecution(plan, { T1: { state: 'RUNNING' } }, { execution_result: results })
  const asked = [...machine.ports.executors.values()].map((executor) => vi.spyOn(executor, 'execute'))

  const event = await fenced(
    () => false,
    () => openRun(machine.ports, buildTaskRun(plan, execution))(false),
  )

  expect(event).toMatchObject({ kind: 'run_left', task: 'T1' })
  expect(asked.flatMap(({ mock }) => mock.calls)).toEqual([])
})

/** A run that makes the bytes of a version whose tests failed at that place before. */
async function runAgain(names: readonly string[], file: string, line: number) {
  const machine = new Machine()
  machine.workspace.test = () => {
    const tests = names.map((name) => ({
      suite: '',
      name,
      status: 'failed' as const,
      duration_ms: 1,
      message: 'expected 3, got 4',
      stack: null,
      file,
      line,
    }))
    const totals = { passed: 0, failed: names.length, skipped: 0, duration_ms: 1 }
    return buildTestOutcome({ exitCode: 1, tests: { kind: 'read', report: { tests, totals, coverage: null } } })
  }
  const version = buildArtifact(task, { files: [buildArtifactFile({ path: machine.workspace.path })] })
  const { hypotheses: _hypotheses, ...before } = buildValidation({
    passed: false,
    places: [{ test: 'adds up', path: 'a.test.ts', line: 3 }],
  })
  const { artifact_id, commit_sha, tree_sha } = version
  const plan = buildPlan({ tasks: [task] })
  const execution = buildExecution(
    plan,
    { T1: { state: 'RUNNING' } },
    {
      artifacts: [version],
      validations: [{ ...before, at: machine.ports.now(), task: 'T1', artifact_id, commit_sha, tree_sha }],
      execution_result: { files_modified: [], commit_hash: testSha('base') },
    },
  )
  return openRun(machine.ports, buildTaskRun(plan, execution))(false)
}

test('the same bytes that fail the same tests are no progress, and keep where those failed', async () => {
  expect(await runAgain(['adds up'], 'a.test.ts', 9)).toMatchObject({
    kind: 'run_failed',
    stuck: true,
    reason: expect.stringMatching(/^no progress: the run made the same bytes as version 1/),
    again: { validation: { places: [{ test: 'adds up', path: 'a.test.ts', line: 9 }] } },
  })
})

test('a place that was in no file of that commit before is none now', async () => {
  expect(await runAgain(['adds up'], '../elsewhere.ts', 9)).toMatchObject({ again: { validation: { places: [] } } })
})

test('the same bytes that fail other tests are a version', async () => {
  expect(await runAgain(['takes away'], 'a.test.ts', 9)).toMatchObject({ kind: 'run_yielded' })
})
