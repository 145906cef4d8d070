import { expect, test } from 'vitest'
import { allProgressFiles, progressFiles } from '../../../src/application/state/loop-files.ts'
import type { Analysis } from '../../../src/domain/records/loop/analysis.ts'
import { loopPaths } from '../../../src/domain/loop/loop-paths.ts'
import type { LoopState, SkillState } from '../../../src/domain/records/loop/loop-state.ts'
import type { Work } from '../../../src/domain/records/work.ts'
import { buildArtifact, buildExecution, buildPlan, buildTask } from '../../support/builders.ts'
import { buildHypothesis, buildSkillState, buildTestResult } from '../../support/loop/build-skill-state.ts'

const task = buildTask()
const plan = buildPlan({ tasks: [task] })
const loopId = 'loop-v2-20261121-abc123'
const paths = loopPaths(loopId)

const analysis: Analysis = {
  analysis_id: '0193a0f0-0000-7000-8000-000000000001',
  iteration: 1,
  task: 'T1',
  at: '2026-11-21T03:30:00Z',
  failing_tests: ['auth refuses expired'],
  hypotheses: [
    buildHypothesis({ status: 'confirmed', verdict_reason: 'undoing it helps', evidence: { exit_code: 0 } }),
    buildHypothesis({ id: 'H2', likelihood: 2, status: 'rejected', verdict_reason: 'all 3 runs fail' }),
  ],
}

function buildLoop(skill: SkillState): LoopState {
  return {
    schema_version: 1,
    loop_id: loopId,
    title: 'Tokens',
    description: 'Tokens expire',
    max_iterations: 10,
    status: 'running',
    current_iteration: 1,
    created_at: '2026-11-21T03:12:00Z',
    updated_at: '2026-11-21T03:20:00Z',
    skill_state: skill,
  }
}

function buildWork(skill: SkillState, execution = buildExecution(plan)): Work {
  return { record: null, plan, execution, loop: buildLoop(skill) }
}

const empty: Work = { record: null, plan: null, execution: null, loop: null }

test('a loop begins with its three pages, and without logs that hold nothing', () => {
  const files = progressFiles(empty, buildWork(buildSkillState()))

  expect([...files.keys()]).toEqual([paths.develop, paths.debug, paths.validate])
})

test('only what reads differently is written again', () => {
  const before = buildWork(buildSkillState())
  const after = buildWork(buildSkillState({ validate: { test_results: [buildTestResult()], last_run_at: 'now' } }))

  expect([...progressFiles(before, after).keys()]).toEqual([paths.validate])
  expect(progressFiles(before, structuredClone(before))).toEqual(new Map())
})

test('a key without a value is no change', () => {
  const before = buildWork(buildSkillState())
  const evidence = { exit_code: 0, message: undefined }
  const [bare, odd] = [{ exit_code: 0 }, evidence].map((found) =>
    buildWork(buildSkillState({ debug: { hypotheses: [buildHypothesis({ evidence: found })], hypotheses_count: 1 } })),
  )

  expect(progressFiles(bare ?? before, odd ?? before)).toEqual(new Map())
})

test('a version of a task adds a line for each of its files', () => {
  const before = buildWork(buildSkillState(), buildExecution(plan, {}, { artifacts: [buildArtifact(task)] }))
  const artifacts = [buildArtifact(task), buildArtifact(task, { version: 2 })]
  const after = buildWork(buildSkillState(), buildExecution(plan, {}, { artifacts }))

  const log = progressFiles(before, after).get(paths.changesLog) ?? ''

  expect(log.startsWith(allProgressFiles(before).get(paths.changesLog) ?? 'nothing')).toBe(true)
  const lines = log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
  expect(lines).toHaveLength(artifacts.flatMap((artifact) => artifact.files).length)
  expect(lines.at(-1)).toMatchObject({ task: 'T1', version: 2, path: expect.any(String) as string, change: 'added' })
})

test('an analysis is a line, and each verdict is one', () => {
  const work = buildWork(buildSkillState(), buildExecution(plan, {}, { analyses: [analysis] }))

  const log = allProgressFiles(work).get(paths.debugLog) ?? ''

  expect(
    log
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object),
  ).toMatchObject([
    { kind: 'analysis', iteration: 1, task: 'T1', failing_tests: ['auth refuses expired'], hypotheses: 2 },
    { kind: 'verdict', hypothesis: 'H1', verdict: 'confirmed', evidence: { exit_code: 0 } },
    { kind: 'verdict', hypothesis: 'H2', verdict: 'rejected', why: 'all 3 runs fail' },
  ])
})

test('the loop of a plan that was replaced is finished beside the new one', () => {
  const old = buildWork(buildSkillState())
  const { plan: oldPlan, execution, loop } = buildWork(buildSkillState({ current_action: null }))
  const replaced = oldPlan === null ? [] : [{ plan: oldPlan, execution, loop }]

  expect([...progressFiles(old, { ...empty, replaced }).keys()]).toEqual([paths.develop])
})

test('25 tasks with ten files each make pages of a few dozen kilobytes', () => {
  const files = Array.from({ length: 10 }, (_, index) => `src/module/part-${index}.ts`)
  const tasks = Array.from({ length: 25 }, (_, index) => ({
    ...(buildSkillState().develop.tasks[0] ?? raise()),
    id: `T${index + 1}`,
    files_changed: files,
  }))
  const results = Array.from({ length: 250 }, (_, index) => buildTestResult({ test_name: `case ${index}` }))
  const skill = buildSkillState({ develop: { tasks, total: 25 }, validate: { test_results: results } })

  const pages = allProgressFiles(buildWork(skill))

  expect([...pages.values()].join('').length).toBeLessThan(40_000)
})

function raise(): never {
  throw new Error('there is no task')
}
