import { expect, test } from 'vitest'
import { exportPlan } from '../../../src/application/bundle/export/export-plan.ts'
import { gitBlobIdOf, sha256Of } from '../../../src/application/bundle/hashes.ts'
import { memoryFolder } from '../../../src/application/bundle/memory-folder.ts'
import { verifyBundle } from '../../../src/application/bundle/verify/verify-bundle.ts'
import { assembleBundle } from '../../../src/domain/bundle/assemble-bundle.ts'
import { artifactDir } from '../../../src/domain/records/artifact.ts'
import { type Manifest, renderManifest } from '../../../src/domain/bundle/manifest.ts'
import { buildArtifactFile, buildOrigin, testSha } from '../../support/builders.ts'
import {
  type ApprovedPlan,
  buildApprovedPlan,
  FakeRepository,
  sealReviews,
} from '../../support/repository/fake-repository.ts'
import { proveBy } from '../../support/repository/prove-record.ts'

const shared = 'src/task-1.ts'
const newer = Buffer.from('export const one = 1\nexport const two = 2\n')

/** T2 was merged after T1 and changed a file of it; or deleted it. */
function buildOverlapping(how: 'changed' | 'deleted' = 'changed'): ApprovedPlan {
  const approved = buildApprovedPlan()
  const blob = gitBlobIdOf(newer)
  approved.blobs.set(blob, newer)
  const described = { path: shared, status: 'modified' as const, size: newer.length, sha256: sha256Of(newer), blob }
  const deleted = { path: shared, status: 'deleted' as const, mode: null, size: null, sha256: null, blob: null }
  approved.execution.artifacts[2]?.files.push(buildArtifactFile(how === 'changed' ? described : deleted))
  sealReviews(approved)
  return approved
}

function manifestOf(approved: ApprovedPlan): Manifest {
  const decision = assembleBundle({ ...approved, includeCandidates: false, partial: true })
  if (decision.kind === 'refused') throw new Error(decision.why)
  return decision.manifest
}

const filesOf = (manifest: Manifest, task: string) =>
  manifest.items.find((item) => item.task === task)?.files.map((file) => [file.source_path.split('/').at(-1), file]) ??
  []

async function verify(reader: FakeRepository, manifest: Manifest) {
  const bytes = Buffer.from(renderManifest(manifest))
  const entry = { path: 'manifest.json', kind: 'file' as const, size: bytes.length, executable: false }
  const folder = memoryFolder([entry], new Map([['manifest.json', bytes]]))
  const anchor = { kind: 'repository' as const, name: 'octo/widgets', reader, proof: proveBy(reader) }
  return verifyBundle({ folder, scope: 'manifest', anchor })
}

test('a deliverable holds of each file what was approved last for it, and says whose approval that is', () => {
  const approved = buildOverlapping()
  const second = approved.execution.artifacts[2]

  const file = Object.fromEntries(filesOf(manifestOf(approved), 'T1'))['task-1.ts']

  expect(file).toMatchObject({
    sha256: sha256Of(newer),
    approved_as: { task: 'T2', version: 2, artifact_id: second?.artifact_id },
  })
})

test('a file that approved work of another task deleted is not handed over', () => {
  expect(filesOf(manifestOf(buildOverlapping('deleted')), 'T1').map(([name]) => name)).toEqual(['run.sh'])
})

test('while the task whose version holds a file is done anew, the file waits for it', () => {
  const approved = buildOverlapping()
  const node = approved.execution.nodes['T2']
  if (node?.kind !== 'ACTION') throw new Error('unreachable')
  const id = node.active_artifact_id ?? ''
  approved.execution.merges = approved.execution.artifacts
    .filter((one) => one.task === 'T1' || one.artifact_id === id)
    .map(({ task, artifact_id }) => ({ task, artifact_id, merge_sha: null, at: '2026-11-21T04:00:00Z' }))
  node.state = 'TO_BE_MODIFY'

  const decision = assembleBundle({ ...approved, includeCandidates: false, partial: false })

  expect(decision).toMatchObject({
    kind: 'refused',
    missing: [{ task: 'T1', why: `${shared} was changed since by T2, which is being done anew` }, { task: 'T2' }],
  })
})

test('verify approves what was approved last, and no older bytes of it', async () => {
  const approved = buildOverlapping()
  const manifest = manifestOf(approved)
  const reader = new FakeRepository(approved)
  expect(await verify(reader, manifest)).toMatchObject({ verdict: 'approved' })
  const [first] = approved.execution.artifacts
  const old = first?.files.find(({ path }) => path === shared)
  const file = manifest.items[0]?.files.find((one) => one.dest_path.endsWith('task-1.ts'))
  if (file === undefined || first === undefined || old === undefined) throw new Error('unreachable')
  delete file.approved_as
  Object.assign(file, { sha256: old.sha256, size: old.size, source_path: `${artifactDir(first)}/${shared}` })

  const report = await verify(reader, manifest)

  expect(report.verdict).toBe('self-consistent')
  expect(report.findings.filter(({ level }) => level !== 'note')).toMatchObject([
    {
      level: 'doubt',
      code: 'superseded',
      message: `it is not what was approved last for ${shared}: version 2 of T2 is`,
    },
  ])
})

test.each([
  ['more.txt', { blob: testSha('x'), mode: '100644' }, 'more.txt (nobody approved it)'],
  [shared, null, `${shared} (not as approved in version 1 of T1)`],
])(
  'where the integration branch holds %s otherwise, nothing is exported, and verify says so',
  async (path, entry, said) => {
    const repository = new FakeRepository(buildApprovedPlan())
    repository.strayed.set(path, entry)

    const answer = await exportPlan(
      { state: repository, releases: null, origin: buildOrigin(), bundle: null },
      { issueId: 'ISS-007', planId: null, includeCandidates: false, partial: false },
    )
    const report = await verify(repository, manifestOf(repository.approved))

    expect(answer).toMatchObject({ kind: 'refused', why: `the integration branch is not what was approved: ${said}` })
    expect(report).toMatchObject({ verdict: 'self-consistent' })
    expect(report.findings).toContainEqual(expect.objectContaining({ code: 'integration_differs', level: 'doubt' }))
  },
)
