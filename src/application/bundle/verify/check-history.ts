import { workflowBranch, type IssRecord } from '../../../domain/records/iss-record.ts'
import { type HistoryJudgement, type HistoryTrust, judgeHistory } from '../../../domain/records/seal/judge-history.ts'
import type { Manifest } from '../../../domain/bundle/manifest.ts'
import type { PersonReviews } from '../../ports/forge/person-reviews.ts'
import type { StateHistory } from '../../ports/state/state-history.ts'
import type { Findings } from '../findings.ts'

/** How who wrote the record is told, where it belongs, and what people said on GitHub. */
export interface RecordProof {
  history: StateHistory
  trust: HistoryTrust
  /** GitHub's id of the repository that was asked about; null where it could not be found out. */
  repositoryId: number | null
  /** Null by a clone, which has no reviews. */
  reviews: PersonReviews | null
  /** The folder of a clone that was read, which may not be up to date; null where the repository itself was. */
  clone: string | null
}

/** The record was written by the App, all of it, and for the repository that was asked about (docs/decisions/0030). */
export async function checkHistory(
  { history, trust, repositoryId }: RecordProof,
  head: string,
  findings: Findings,
): Promise<{ judgement: HistoryJudgement; committedAt: string | null }> {
  const commits = await history.read(head)
  const judgement = judgeHistory(commits, trust)
  if (judgement.fault !== null) {
    const { sha, why } = judgement.fault
    findings.fault('record_forged', sha, `this commit of ${workflowBranch} ${why}`)
  }
  sayVouched(judgement, findings)
  const named = judgement.repositoryId
  if (repositoryId === null) {
    const known = named === null ? '' : `; the record says that of id ${named}`
    findings.doubt('repository_unknown', null, `which repository this is could not be asked${known}`)
  } else if (named !== null && named !== repositoryId) {
    const message = `the record is that of the repository with GitHub’s id ${named}, this one has ${repositoryId}`
    findings.fault('other_repository', null, message)
  }
  return { judgement, committedAt: commits.at(-1)?.committedAt ?? null }
}

function sayVouched({ vouched, keys, signedWith }: HistoryJudgement, findings: Findings): void {
  switch (vouched) {
    case 'yes':
    case 'no':
      return
    case 'key_not_given':
      return findings.doubt(
        'writer_unknown',
        null,
        `who wrote the record is not known: is ${keys.join(', ')} the App’s key?`,
      )
    case 'other_key':
      return findings.doubt(
        'other_key',
        null,
        `the record is signed with ${signedWith.join(', ')}, not with the key that was given (${keys.join(', ')})`,
      )
    case 'unsigned':
      return findings.doubt('writer_unknown', null, 'the record is not signed, so who wrote it can’t be told from here')
  }
}

/** Manifest and issue are of the repository whose history was read. */
export function checkRepositoryIds(
  manifest: Manifest,
  record: IssRecord,
  { repositoryId }: HistoryJudgement,
  findings: Findings,
): void {
  const ids = [manifest.repository_id, record.repository_id, repositoryId].filter((id) => id != null)
  if (new Set(ids).size <= 1) return
  findings.fault(
    'other_repository',
    null,
    `manifest and record name different repositories, by GitHub’s ids ${ids.join(', ')}`,
  )
}
