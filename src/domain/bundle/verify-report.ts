import type { AttestedBy } from './attested-workflow.ts'
import type { ManifestCandidate, ManifestItem } from './manifest.ts'

export type FindingCode =
  | 'manifest_missing'
  | 'manifest_malformed'
  | 'manifest_differs'
  | 'path_unsafe'
  | 'file_missing'
  | 'file_unexpected'
  | 'file_not_regular'
  | 'file_differs'
  | 'mode_differs'
  | 'mode_unsafe'
  | 'sums_differ'
  | 'script_unknown'
  | 'archive_malformed'
  | 'files_not_looked_at'
  | 'partial'
  | 'supporting_left_out'
  | 'repository_unreadable'
  | 'not_recorded'
  | 'clone_outdated'
  | 'record_differs'
  | 'verdict_missing'
  | 'verdict_differs'
  | 'blob_differs'
  | 'commit_differs'
  | 'commit_unreachable'
  | 'record_forged'
  | 'writer_unknown'
  | 'other_key'
  | 'other_repository'
  | 'repository_unknown'
  | 'review_gone'
  | 'review_dismissed'
  | 'review_differs'
  | 'reviews_not_looked_at'
  | 'signature_missing'
  | 'signature_unknown'
  | 'signature_differs'
  | 'attestation_missing'
  | 'attestation_unchecked'
  | 'attestation_differs'
  | 'as_exported'
  | 'integration_differs'
  | 'revoked'
  | 'superseded'

/** `fault`: contradicts the manifest or the anchor. `doubt`: keeps it from counting as approved. `note`: good to know. */
export interface Finding {
  level: 'fault' | 'doubt' | 'note'
  code: FindingCode
  /** File or version it is about. */
  about: string | null
  message: string
}

/** What the verdict rests on beside the files themselves. */
export type AnchorReport =
  | { kind: 'none' }
  | { kind: 'manifest_sha256'; expected: string }
  | { kind: 'public_key'; keys: string[] }
  /** `commit`: the one of the workflow branch that was read, and its time. */
  | { kind: 'repository'; repository: string; commit: string | null; committed_at: string | null }

/** Who exported it, as the attestation beside it shows; `not_checked`: by nobody that the trusted roots know. */
export type AttestationReport =
  | { kind: 'none' }
  | { kind: 'not_checked'; why: string }
  | { kind: 'broken'; why: string }
  | { kind: 'holds'; by: AttestedBy }

/** `approved` needs an anchor that holds; without one, files can only be consistent with each other (design 2.9). */
export type VerifyVerdict = 'approved' | 'self-consistent' | 'broken'

/** Outcome of `countersign verify`, ready for JSON. */
export interface VerifyReport {
  verdict: VerifyVerdict
  /** `bundle`: the folder of files. `release`: assets as downloaded. `manifest`: that file alone. */
  layout: 'bundle' | 'release' | 'manifest' | null
  manifest_sha256: string | null
  repository: string | null
  plan_id: string | null
  plan_hash: string | null
  exported_at: string | null
  /** Files whose bytes were compared. */
  files_checked: number
  anchor: AnchorReport
  /** Null where it was not asked for. */
  attestation: AttestationReport | null
  items: (Pick<ManifestItem, 'task' | 'task_title' | 'role' | 'approved_artifact_id' | 'version'> & {
    reviewer: string
    review_id: string
    score: number
    files: number
    /** Where its files lie in the bundle; null where it has none. */
    folder: string | null
  })[]
  /** Versions beside them that are not the approved ones. */
  candidates: (Pick<ManifestCandidate, 'task' | 'task_title' | 'version' | 'verdict'> & { folder: string | null })[]
  findings: Finding[]
  /** What lies beside a release and is no part of it: not looked at, and nothing that a verdict is about. */
  beside: { name: string; files: number; is_git: boolean }[]
}

/** Exit code of the command: 0 approved, 3 self-consistent only, 1 broken (2 is wrong usage). */
export function verifyExitCode(verdict: VerifyVerdict): 0 | 1 | 3 {
  switch (verdict) {
    case 'approved':
      return 0
    case 'self-consistent':
      return 3
    case 'broken':
      return 1
  }
}
