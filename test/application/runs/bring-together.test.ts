import { expect, test } from 'vitest'
import { bringTogether } from '../../../src/application/runs/bring-together.ts'
import type { MergedCommits } from '../../../src/application/ports/roles/workspace.ts'
import type { ActionNode } from '../../../src/domain/records/node-state.ts'
import { buildArtifact, buildExecution, buildPlan, buildTask, testSha, testUuid } from '../../support/builders.ts'
import { buildTaskRun } from '../../support/runs/build-task-run.ts'
import { FakeWorkspace } from '../../support/fakes/fake-workspace.ts'
import { repository } from '../../support/fakes/machine.ts'

const task = buildTask({ executor: 'human' })
const version = buildArtifact(task, { by: { kind: 'person', login: 'ada', id: 1 } })

/** What comes of a run after ada's approved version could not be merged, and what it did to the work tree. */
async function bring(merged: MergedCommits, node: Partial<ActionNode> = {}, made = version) {
  const plan = buildPlan({ tasks: [task] })
  const execution = buildExecution(
    plan,
    {
      T1: {
        state: 'RUNNING',
        active_artifact_id: version.artifact_id,
        approved_artifact_id: version.artifact_id,
        conflict: { paths: ['package.json'], tasks: ['T4'], told: false },
        ...node,
      },
    },
    { artifacts: [made] },
  )
  const workspace = new FakeWorkspace()
  workspace.merged = merged
  const workTree = await workspace.openWorkTree(repository, testSha('now'))
  const deeds: string[] = []
  workTree.writeFile = (path, _bytes, mode) => Promise.resolve(void deeds.push(`write ${path} ${mode}`))
  workTree.removeFile = (path) => Promise.resolve(void deeds.push(`remove ${path}`))
  return { together: await bringTogether({ workspace }, buildTaskRun(plan, execution), workTree), deeds }
}

const clean: MergedCommits = {
  kind: 'clean',
  changes: [
    { path: 'run.sh', after: { blob: testSha('run'), mode: '100755' } },
    { path: 'old.txt', after: null },
  ],
}

test('what git merges stands in the work tree, as whoever made the approved version', async () => {
  const { together, deeds } = await bring(clean)

  expect(together).toMatchObject({ kind: 'merged', by: { login: 'ada' }, receipt: { executor: 'merge' } })
  expect(deeds).toEqual(['write run.sh 100755', 'remove old.txt'])
})

test.each([
  ['as git names them', ['a.txt'], ['a.txt']],
  ['as they were found before, where git names none', [], ['package.json']],
])('of what it can not merge nothing is written, and the paths are told %s', async (_how, paths, told) => {
  const { together, deeds } = await bring({ kind: 'conflict', paths })

  expect(together).toMatchObject({ kind: 'conflict', conflict: { paths: told } })
  expect(deeds).toEqual([])
})

test.each<[string, Partial<ActionNode>, typeof version]>([
  ['there was no conflict', { conflict: null }, version],
  ['the approval fell', { approval_stale: true }, version],
  ['another version is the newest', { active_artifact_id: testUuid('other') }, version],
  ['an executor makes it anew', { executor: 'shell' }, { ...version, by: { kind: 'executor', name: 'shell' } }],
])('nothing is brought together where %s', async (_why, node, made) => {
  expect(await bring(clean, node, made)).toEqual({ together: null, deeds: [] })
})
