import { expect, test } from 'vitest'
import { approvedContent, mergedVersions } from '../../../src/domain/content/approved-content.ts'
import type { ArtifactFile } from '../../../src/domain/records/artifact.ts'
import {
  buildArtifact,
  buildArtifactFile,
  buildExecution,
  buildPlan,
  buildReview,
  buildTask,
  testSha,
} from '../../support/builders.ts'

const tasks = [buildTask({ id: 'T1' }), buildTask({ id: 'T2' })]
const [one, two] = tasks
const file = (path: string, blob: string, more: Partial<ArtifactFile> = {}) =>
  buildArtifactFile({ path, blob: testSha(blob), ...more })
const gone = (path: string) =>
  buildArtifactFile({ path, status: 'deleted', mode: null, size: null, sha256: null, blob: null })
const held = (merged: Parameters<typeof approvedContent>[0]) =>
  [...approvedContent(merged).values()].map(({ path, entry, version }) => [path, entry?.blob ?? null, version.task])

test('of what two tasks wrote, what was merged last counts, and whose work lies under it is known', () => {
  const first = buildArtifact(one, { files: [file('a.txt', 'one'), file('b.txt', 'one')] })
  const second = buildArtifact(two, { files: [file('a.txt', 'two'), gone('b.txt')] })

  expect(held([first, second])).toEqual([
    ['a.txt', testSha('two'), 'T2'],
    ['b.txt', null, 'T2'],
  ])
  expect(approvedContent([first, second]).get('a.txt')?.layers).toEqual([first, second])
})

test('a renamed file is gone under its old name', () => {
  const version = buildArtifact(one, { files: [file('new.txt', 'x', { status: 'renamed', previous_path: 'old.txt' })] })

  expect(held([version])).toEqual([
    ['old.txt', null, 'T1'],
    ['new.txt', testSha('x'), 'T1'],
  ])
})

test('a later version of a task is its whole deliverable: what it leaves out is as before the task', () => {
  const first = buildArtifact(one, { files: [file('a.txt', 'one'), file('b.txt', 'one')] })
  const again = buildArtifact(one, { version: 2, files: [file('a.txt', 'again')] })

  expect(held([first, again])).toEqual([['a.txt', testSha('again'), 'T1']])
})

test('the same bytes stay the work of whom they were approved for first', () => {
  const first = buildArtifact(one, { files: [file('a.txt', 'same')] })
  const second = buildArtifact(two, { files: [file('a.txt', 'same')] })

  expect(held([first, second])).toEqual([['a.txt', testSha('same'), 'T1']])
})

test('records from before merges were kept in order have them in the order of their approvals', () => {
  const versions = tasks.map((task) => buildArtifact(task))
  const nodes = Object.fromEntries(
    versions.map(({ task, artifact_id: id }) => [
      task,
      { state: 'DONE' as const, merge: 'merged' as const, active_artifact_id: id, approved_artifact_id: id },
    ]),
  )
  const reviews = versions.map((version, index) => buildReview(tasks[index], version)).toReversed()
  const execution = buildExecution(buildPlan({ tasks }), nodes, { artifacts: versions, reviews })

  expect(mergedVersions(execution).map(({ task }) => task)).toEqual(['T2', 'T1'])
})
