import { issId } from '../../../domain/records/iss-record.ts'
import type { MachinePorts } from '../../ports/machine-ports.ts'
import type { RepositoryRef } from '../../repository-ref.ts'
import { exportPlan, type ExportRequest } from './export-plan.ts'

export type ExportOutcome =
  | { kind: 'exported'; tag: string; url: string; manifestSha256: string; files: number; missing: string[] }
  | { kind: 'refused'; why: string }

export interface ExportWish extends Omit<ExportRequest, 'issueId'> {
  issueNumber: number
  op: string
}

/** `/export`: bundle, manifest and release of a plan's approved versions (spec 003 §3.2), written for the App. */
export async function exportIssue(
  { exports, web, docs }: Pick<MachinePorts, 'exports' | 'web' | 'docs'>,
  repository: RepositoryRef,
  { issueNumber, op, ...choices }: ExportWish,
): Promise<ExportOutcome> {
  const { state, releases, writer, sign, signManifest, publicKey, openSpool, fetchBlobs } =
    await exports.open(repository)
  const ports = {
    state,
    releases,
    openSpool,
    fetchBlobs,
    origin: { repository: `${web}/${repository.owner}/${repository.name}`, publicKey, docs: docs ?? null },
    bundle: { writer, op, sign, signManifest },
  }
  const answer = await exportPlan(ports, { issueId: issId(issueNumber), ...choices })
  if (answer.kind === 'refused') {
    return { kind: 'refused', why: [answer.why, ...answer.missing.map((one) => `${one.task}: ${one.why}`)].join('; ') }
  }
  return {
    kind: 'exported',
    tag: answer.release?.tag ?? '',
    url: answer.release?.url ?? '',
    manifestSha256: answer.manifestSha256,
    files: answer.fileCount,
    missing: answer.manifest.missing.map((one) => one.task),
  }
}
