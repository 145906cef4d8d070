import { expect, test } from 'vitest'
import { findCollision } from '../../../src/application/branches/find-collision.ts'
import type { Artifact } from '../../../src/domain/records/artifact.ts'
import type { TreeChange } from '../../../src/domain/content/tree-change.ts'
import {
  buildArtifact,
  buildArtifactFile,
  buildExecution,
  buildRecord,
  buildPlan,
  buildTask,
  testSha,
} from '../../support/builders.ts'

const repository = { owner: 'octo-org', name: 'widgets', key: 'octo-org/widgets', installationId: 1 }
const base = testSha('base')
const head = testSha('head')
const entry = (name: string) => ({ blob: testSha(name), mode: '100644' })
const change = (path: string, after: string): TreeChange => ({ path, before: null, after: entry(after) })

const readme = buildArtifact(undefined, {
  base_sha: base,
  files: [buildArtifactFile({ path: 'readme.md', blob: testSha('one') })],
})

interface Around {
  /** Where the branch left the integration branch. */
  left?: string | undefined
  /** The task whose work was merged since, and whether the version has it. */
  by?: string
  known?: boolean
  version?: Artifact
}

/** The branch brings `brought` since it left; the integration branch brought `moved` since then. */
function collide(brought: TreeChange[], moved: TreeChange[], around: Around = {}) {
  const { left, by = 'T2', known = false, version = readme } = { left: base, ...around }
  const other = buildArtifact(buildTask({ id: by }), {
    files: moved.map(({ path, after }) => buildArtifactFile({ path, blob: after?.blob ?? null })),
  })
  const plan = buildPlan({ tasks: [buildTask(), buildTask({ id: 'T2' })] })
  const execution = buildExecution(
    plan,
    {},
    {
      artifacts: [version, other],
      merges: [{ task: by, artifact_id: other.artifact_id, merge_sha: head, at: '2026-11-21T04:00:00Z' }],
      execution_result: { files_modified: [], commit_hash: head, tests_passed: false },
    },
  )
  const workspace = {
    mergeBase: async () => left,
    isAncestor: async () => known,
    compareTrees: async (_: unknown, __: string, to: string) => (to === head ? moved : brought),
  }
  return findCollision(workspace, repository, { record: buildRecord(), plan, execution }, version)
}

test('what was changed on both sides is not merged, though git could: nobody saw what comes of it', async () => {
  const why = await collide([change('readme.md', 'one')], [change('readme.md', 'two')])

  expect(why).toEqual({
    why: '`readme.md` was changed on the integration branch since, by T2 version 1',
    conflict: { paths: ['readme.md'], tasks: ['T2'] },
  })
})

test('names that some file systems take for one are one path', async () => {
  const why = await collide([change('readme.md', 'one')], [change('README.md', 'two')])

  expect(why?.why).toContain('`README.md` was changed')
})

test('what the review did not see is not merged', async () => {
  const why = await collide([change('readme.md', 'one'), change('more.md', 'x')], [], { left: head })

  expect(why).toEqual({ why: 'it brings `more.md` with it, which its review did not see', conflict: null })
})

test('the same change on both sides, and changes of other paths, are merged', async () => {
  const why = await collide([change('readme.md', 'one')], [change('readme.md', 'one'), change('other.md', 'two')])

  expect(why).toBeNull()
})

test('bytes that its branch began from have to stand too: what was changed there since is no clean merge', async () => {
  const why = await collide([], [change('readme.md', 'two')])

  expect(why?.conflict?.paths).toEqual(['readme.md'])
})

test.each([
  ['its own task did', { by: 'T1' }],
  ['it has in it already', { known: true }],
])('a task is not named for what %s', async (_what, around) => {
  const why = await collide([change('readme.md', 'one')], [change('readme.md', 'two')], around)

  expect(why?.conflict).toEqual({ paths: ['readme.md'], tasks: [] })
})

test('a branch that shares no history with the integration branch is never merged', async () => {
  expect(await collide([change('readme.md', 'one')], [], { left: undefined })).toEqual({
    why: 'its branch shares no history with the integration branch',
    conflict: null,
  })
})

test('of two names that some file systems take for one, the one that was taken away is no obstacle', async () => {
  const gone: TreeChange = { path: 'README.md', before: entry('two'), after: null }

  expect(await collide([change('readme.md', 'one')], [gone])).toBeNull()
})

test('of very many paths the first twenty are named', async () => {
  const paths = Array.from({ length: 30 }, (_, index) => `p${index}`)
  const files = paths.map((path) => buildArtifactFile({ path, blob: testSha('one') }))
  const many = buildArtifact(undefined, { base_sha: base, files })
  const brought = paths.map((path) => change(path, 'one'))
  const moved = paths.map((path) => change(path, 'two'))

  const why = await collide(brought, moved, { version: many })

  expect(why?.conflict?.paths).toEqual(paths.slice(0, 20))
})
