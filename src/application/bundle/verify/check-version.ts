import { type Artifact, artifactDir, type ArtifactFile } from '../../../domain/records/artifact.ts'
import { finalFile } from '../../../domain/bundle/export-roles.ts'
import type { HeldFile } from '../../../domain/content/held-files.ts'
import type { Manifest, ManifestFile, ManifestItem } from '../../../domain/bundle/manifest.ts'
import { sha256Of } from '../hashes.ts'
import type { PlanState } from '../load-plan-state.ts'
import type { StateReader } from '../../ports/state/state-reader.ts'
import type { SeenBlobs } from './check-files.ts'
import type { Findings } from '../findings.ts'

/** What a part of a manifest is compared with. */
export interface RepositoryContext {
  reader: StateReader
  /** Commit of the workflow branch. */
  head: string
  state: PlanState
  manifest: Manifest
  seen: SeenBlobs
  findings: Findings
}

/** The part has exactly the version's files as they were approved last, and the workflow branch and the version's commit have these blobs. */
export async function checkVersion(
  context: RepositoryContext,
  part: Pick<ManifestItem, 'task_id' | 'task' | 'version' | 'files' | 'left_out'>,
  artifact: Artifact,
  held: readonly HeldFile[],
): Promise<void> {
  const { findings } = context
  if (artifact.task_id !== part.task_id || artifact.version !== part.version) {
    findings.fault('record_differs', part.task, `version ${artifact.artifact_id} is another one in the record`)
  }
  const recorded = new Map(
    held.flatMap((one) => (one.file.blob === null ? [] : [[sourcePath(one.version, one.file), one]])),
  )
  const older = new Map(artifact.files.map((file) => [sourcePath(artifact, file), file]))
  for (const file of part.files) {
    const newest = recorded.get(file.source_path)
    const record = newest?.file ?? older.get(file.source_path)
    recorded.delete(file.source_path)
    if (newest !== undefined && !saysWhose(file, newest.version, artifact))
      findings.fault('record_differs', file.dest_path, 'the record says that it was approved as another version')
    if (newest === undefined && record !== undefined) doubtSuperseded(findings, recorded, file, record)
    if (record?.sha256 !== file.sha256 || record.size !== file.size || record.mode !== file.mode) {
      findings.fault('record_differs', file.dest_path, 'the record of the version has other bytes for it')
    } else if (record.blob !== null) {
      await checkBlob(context, file, record.blob)
    }
  }
  const final = finalFile(context.state.plan)
  for (const [path, { file }] of recorded) {
    const isOnPurpose = part.left_out?.includes(file.path) === true && final !== undefined && file.path !== final
    if (!isOnPurpose) findings.fault('file_missing', path, 'the version has it, the manifest does not')
  }
  await checkCommit(context, part.task, artifact)
}

function sourcePath(version: Artifact, { path }: ArtifactFile): string {
  return `${artifactDir(version)}/${path}`
}

function saysWhose({ approved_as: said }: ManifestFile, version: Artifact, own: Artifact): boolean {
  if (version.task === own.task) return said === undefined
  return said?.task === version.task && said.version === version.version
}

/** It was what was approved when it was exported; approved work of another task changed it since. */
function doubtSuperseded(
  findings: Findings,
  recorded: Map<string, HeldFile>,
  file: ManifestFile,
  { path }: ArtifactFile,
): void {
  const newer = [...recorded].find(([, one]) => one.file.path === path)
  if (newer !== undefined) recorded.delete(newer[0])
  const by =
    newer === undefined ? 'later work deleted it' : `version ${newer[1].version.version} of ${newer[1].version.task} is`
  findings.doubt('superseded', file.dest_path, `it is not what was approved last for ${path}: ${by}`)
}

async function checkBlob({ reader, head, seen, findings }: RepositoryContext, file: ManifestFile, blob: string) {
  const committed = await reader.findFile(head, file.source_path)
  if (committed?.blob !== blob || committed.mode !== file.mode) {
    findings.fault('blob_differs', file.source_path, 'the workflow branch has something else there')
    return
  }
  const own = seen.get(file.dest_path)
  const same = own === undefined ? sha256Of(await reader.readBlob(blob)) === file.sha256 : own === blob
  if (!same) findings.fault('blob_differs', file.dest_path, 'its bytes are not the blob that was approved')
}

/** A commit may be gone once its branch is: then the workflow branch's own copy has to be enough. */
async function checkCommit({ reader, findings }: RepositoryContext, task: string, artifact: Artifact): Promise<void> {
  const tree = await reader.findTree(artifact.commit_sha)
  if (tree === undefined) {
    findings.note('commit_unreachable', task, `commit ${artifact.commit_sha} is not in the repository any more`)
    return
  }
  if (tree !== artifact.tree_sha) {
    findings.fault('commit_differs', task, `commit ${artifact.commit_sha} has another tree than was recorded`)
    return
  }
  for (const file of artifact.files) {
    const committed = await reader.findFile(artifact.commit_sha, file.path)
    if ((committed?.blob ?? null) !== file.blob) {
      findings.fault('commit_differs', file.path, `commit ${artifact.commit_sha} has something else there`)
    }
  }
}
