import { artifactDir } from '../../domain/records/artifact.ts'
import type { Work } from '../../domain/records/work.ts'
import type { WorkEvent } from '../../domain/work/draft/work-event.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import { tuningDir } from '../../domain/paths/solution-paths.ts'
import { listTuningFiles } from '../../domain/tuning/state/tuning-files.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import type { StateFile } from '../ports/state/state-store.ts'

/** Bytes of versions that are recorded for the first time, in the commit that records them (design 3.1). */
export async function newArtifactFiles(
  ports: Pick<MachinePorts, 'workspace'>,
  repository: RepositoryRef,
  before: Work,
  next: Work,
): Promise<StateFile[]> {
  const known = new Set(before.execution?.artifacts.map((artifact) => artifact.artifact_id))
  const executions = [next.execution, ...(next.replaced ?? []).map((old) => old.execution)]
  const added = executions
    .flatMap((execution) => execution?.artifacts ?? [])
    .filter((artifact) => !known.has(artifact.artifact_id))
  const files: StateFile[] = []
  for (const artifact of added) {
    for (const file of artifact.files) {
      if (file.blob === null || file.mode === null) continue
      const bytes = await ports.workspace.readBlob(repository, file.blob)
      files.push({ path: `${artifactDir(artifact)}/${file.path}`, bytes, blob: file.blob, mode: file.mode })
    }
  }
  return files
}

/** The patch of what a run left, in the commit that records it. */
export function remainsFiles(event: WorkEvent, { execution }: Work): StateFile[] {
  const left = event.kind === 'gate' && event.gate.kind === 'run_left' ? event.gate.left : undefined
  if (left === undefined || left.patch === null) return []
  const receipt = execution?.receipts.find((one) => one.run_id === left.receipt.run_id)
  const path = receipt?.remains?.path
  return path == null ? [] : [{ path, bytes: Buffer.from(left.patch, 'base64') }]
}

/** What a diagnosis of a skill leaves beside its state, by the names of spec 004; only what differs from the one before. */
export function tuningFiles(before: Work, { record, tuning }: Work): StateFile[] {
  if (record === null || tuning == null || tuning === before.tuning) return []
  const known = before.tuning == null ? new Map<string, string>() : listTuningFiles(before.tuning)
  const dir = tuningDir(record.session_id, record.id)
  const encoder = new TextEncoder()
  return [...listTuningFiles(tuning)].flatMap(([name, text]) =>
    known.get(name) === text ? [] : [{ path: `${dir}/${name}`, bytes: encoder.encode(text) }],
  )
}
