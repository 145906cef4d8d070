import { expect, test } from 'vitest'
import { describeVersion } from '../../../src/application/branches/describe-version.ts'
import type { Artifact, ArtifactFile } from '../../../src/domain/records/artifact.ts'
import { buildArtifact, buildArtifactFile } from '../../support/builders.ts'

const repository = { owner: 'octo-org', name: 'widgets', key: 'octo-org/widgets', installationId: 1 }
const first = buildArtifact(undefined, {
  files: [buildArtifactFile({ path: 'a.ts' }), buildArtifactFile({ path: 'b.ts', status: 'modified' })],
})

/** Describes a second version that touches `a.ts` alone, on a repository that told `all` against the first one's base. */
function describeSecond(versions: Artifact[], merged: readonly Artifact[], all: ArtifactFile[]) {
  const workspace = {
    isAncestor: async (_: unknown, commit: string) => merged.some((version) => version.commit_sha === commit),
    describeChange: async () => all,
  }
  const change = [buildArtifactFile({ path: 'a.ts', status: 'modified' })]
  return describeVersion({ workspace }, repository, versions, { commit: 'new', base: 'head', change })
}

test('a version that follows a rejected one is told against the integration branch', async () => {
  const described = await describeSecond([first], [], [])

  expect(described).toEqual({ base_sha: 'head', files: [buildArtifactFile({ path: 'a.ts', status: 'modified' })] })
})

test('a version on top of a merged one is the whole deliverable, without what other tasks did meanwhile', async () => {
  const own = [buildArtifactFile({ path: 'a.ts' }), buildArtifactFile({ path: 'b.ts', status: 'modified' })]
  const described = await describeSecond([first], [first], [...own, buildArtifactFile({ path: 'other.ts' })])

  expect(described).toEqual({ base_sha: first.base_sha, files: own })
})

test('a file of ours that became another task’s by a rename is deleted', async () => {
  const renamed = buildArtifactFile({ path: 'other.ts', status: 'renamed', previous_path: 'b.ts' })
  const own = buildArtifactFile({ path: 'a.ts' })
  const { files } = await describeSecond([first], [first], [own, renamed])

  expect(files).toMatchObject([{ path: 'a.ts' }, { path: 'b.ts', status: 'deleted', blob: null }])
})

test('what a version puts back to where the merged one began is a change all the same', async () => {
  const { files } = await describeSecond([first], [first], [buildArtifactFile({ path: 'b.ts', status: 'modified' })])

  expect(files.map(({ path }) => path)).toEqual(['b.ts', 'a.ts'])
})
