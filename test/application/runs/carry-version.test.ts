import { expect, test } from 'vitest'
import { carryVersion } from '../../../src/application/runs/carry-version.ts'
import type { ArtifactFile, CarriedFrom } from '../../../src/domain/records/artifact.ts'
import { buildArtifactFile, testSha, testUuid } from '../../support/builders.ts'
import { FakeWorkspace } from '../../support/fakes/fake-workspace.ts'
import { repository } from '../../support/fakes/machine.ts'

const carry: CarriedFrom = {
  task_id: testUuid('T1'),
  artifact_id: testUuid('v1'),
  base_sha: testSha('base'),
  commit_sha: testSha('version'),
  by: { kind: 'executor', name: 'patch' },
}
const gone = { status: 'deleted', mode: null, size: null, sha256: null, blob: null } as const

/** What carrying does to the work tree, where the version has this change and the branch moved by that one. */
async function carried(change: ArtifactFile[], moved: ArtifactFile[] = []) {
  const workspace = new FakeWorkspace()
  workspace.describeChange = (_repository?: unknown, _base?: string, head?: string) =>
    Promise.resolve(head === carry.commit_sha ? change : moved)
  const workTree = await workspace.openWorkTree(repository, testSha('now'))
  const deeds: string[] = []
  workTree.writeFile = (path, _bytes, mode) => Promise.resolve(void deeds.push(`write ${path} ${mode}`))
  workTree.removeFile = (path) => Promise.resolve(void deeds.push(`remove ${path}`))
  workspace.findLastChange = (_repository?: unknown, _base?: string, _head?: string, path?: string) =>
    Promise.resolve(path === 'to.txt' ? testSha('other') : undefined)
  return { came: await carryVersion({ workspace }, repository, workTree, carry), deeds }
}

test('files are written with their modes, deleted ones removed, renamed ones removed where they were', async () => {
  const change = [
    buildArtifactFile({ path: 'bin/new', mode: '100755' }),
    buildArtifactFile({ path: 'old.txt', ...gone }),
    buildArtifactFile({ path: 'to.txt', status: 'renamed', previous_path: 'from.txt' }),
  ]

  const { came, deeds } = await carried(change, [buildArtifactFile({ path: 'elsewhere.txt' })])

  expect(came).toBe('carried')
  expect(deeds).toEqual(['write bin/new 100755', 'remove old.txt', 'remove from.txt', 'write to.txt 100644'])
})

test.each([
  ['a file of it', [buildArtifactFile({ path: 'to.txt' })], 'to.txt', testSha('other')],
  ['a file that it moved away', [buildArtifactFile({ path: 'from.txt' })], 'from.txt', null],
  [
    'a file of it, by moving it',
    [buildArtifactFile({ path: 'x.txt', status: 'renamed', previous_path: 'to.txt' })],
    'to.txt',
    testSha('other'),
  ],
])(
  'where somebody has changed %s in between, nothing is written, and it says which',
  async (_what, moved, path, commit) => {
    const change = [buildArtifactFile({ path: 'to.txt', status: 'renamed', previous_path: 'from.txt' })]

    expect(await carried(change, moved)).toEqual({ came: { changed: [{ path, commit }], tasks: [] }, deeds: [] })
  },
)
