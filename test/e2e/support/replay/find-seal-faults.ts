import { createHash } from 'node:crypto'
import { createStateMac } from '../../../../src/adapters/github/workflow-branch/state-mac.ts'
import { findTrailer, findTrailers } from '../../../../src/domain/records/seal/state-seal.ts'
import type { HistoryCommit } from '../git/read-history.ts'

/** One parent each, Verified, and trailers that hold of what the commit really changes (design 2.7). */
export function findSealFaults(
  commit: HistoryCommit,
  before: HistoryCommit | undefined,
  trust: { secret: string; isVerified: (sha: string) => boolean },
): string[] {
  const { message, parents, sha } = commit
  const faults: string[] = []
  const parent = before?.sha ?? null
  if (parents.join() !== (parent ?? '')) faults.push(`its parents are ${parents.join(', ')}, not ${parent}`)
  if (!trust.isVerified(sha)) faults.push('it is not Verified')
  for (const name of [
    'Countersign-Op',
    'Countersign-Repository',
    'Countersign-Changes',
    'Countersign-Mac',
    'Countersign-Signature',
  ]) {
    if (findTrailer(message, name) === undefined) faults.push(`it has no ${name}`)
  }
  const lines = commit.changes.map(({ path, after }) => `${path}\0${after ?? '-'}`)
  const digest = createHash('sha256').update(lines.toSorted().join('\n')).digest('hex')
  if (findTrailer(message, 'Countersign-Changes') !== digest) {
    const paths = commit.changes.map((change) => change.path).join(', ')
    faults.push(`Countersign-Changes is not the digest of what it changes: ${paths}`)
  }
  const repositoryId = Number(findTrailers(message, 'Countersign-Repository')[0])
  const verdict = createStateMac(trust.secret).judge({ repositoryId, parent, message })
  if (verdict !== 'ours') faults.push(`its seal is ${verdict}`)
  return faults
}
