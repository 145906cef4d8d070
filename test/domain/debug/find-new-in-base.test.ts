import { expect, test } from 'vitest'
import { findNewInBase } from '../../../src/domain/debug/find-new-in-base.ts'
import { buildArtifact, buildExecution, buildPlan, buildTask, testSha } from '../../support/builders.ts'

const [input, other, task] = [buildTask({ id: 'T1' }), buildTask({ id: 'T2' }), buildTask({ id: 'T3' })]
const plan = buildPlan({ tasks: [input, other, task] })
const first = buildArtifact(input)
const second = buildArtifact(input, { version: 2 })
const beside = buildArtifact(other)
const tested = buildArtifact(task, { base_sha: testSha('base of T3') })

/** T3 stands on the second version of T1, and on T2, which it doesn't take. */
function build(order: (typeof tested)[], passed: boolean) {
  const merged = { merge: 'merged' as const }
  const nodes = {
    T1: { ...merged, approved_artifact_id: second.artifact_id },
    T2: { ...merged, approved_artifact_id: beside.artifact_id },
    T3: { inputs: { T1: second.artifact_id } },
  }
  const { artifact_id } = tested
  return { ...buildExecution(plan, nodes, { artifacts: order }), validations: [{ task: 'T3', passed, artifact_id }] }
}

test('an input that is newer than the last version that passed is told with what it was before', () => {
  const { inputs, commits } = findNewInBase(build([first, beside, tested, second], true), 'T3')

  const paths = second.files.map(({ path }) => path)
  expect(inputs).toEqual([
    { task: 'T1', artifact_id: second.artifact_id, version: 2, paths, since: testSha('base of T3') },
  ])
  expect(commits).toEqual([])
})

test('what other tasks brought in since is told as their change', () => {
  const { inputs, commits } = findNewInBase(build([first, second, tested, beside], true), 'T3')

  expect(inputs).toEqual([])
  expect(commits).toEqual([{ sha: beside.commit_sha, parent: beside.base_sha, subject: 'T2 version 1' }])
})

test('where no version passed yet all that is merged is new, the newest first', () => {
  const { inputs, commits } = findNewInBase(build([first, beside, second, tested], false), 'T3')

  expect(inputs).toEqual([])
  expect(commits.map(({ subject }) => subject)).toEqual(['T1 version 2', 'T2 version 1'])
})

test('what is not merged is not in the base', () => {
  const execution = build([first, tested, second, beside], true)
  for (const id of ['T1', 'T2']) Object.assign(execution.nodes[id] ?? {}, { merge: 'pending' })

  expect(findNewInBase(execution, 'T3')).toEqual({ inputs: [], commits: [] })
})
