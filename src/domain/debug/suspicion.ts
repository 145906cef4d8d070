import type { Hypothesis } from '../records/loop/loop-state.ts'

/**
 * What may be to blame. Those with a `patch` can be taken away: it undoes them, and is a unified diff against the
 * version that failed.
 */
export type Suspect =
  | { kind: 'hunk'; path: string; from: number; to: number; patch: string }
  | { kind: 'file'; path: string; patch: string }
  | { kind: 'input'; task: string; artifact_id: string; version: number; patch: string }
  | { kind: 'commit'; sha: string; patch: string }
  | { kind: 'flaky' }
  /** `what` the machine lacks, or that it fails without the change as well. */
  | { kind: 'environment'; what: string }
  | { kind: 'timeout' }

/** A hypothesis before anybody has looked (spec 002 §2). */
export interface Suspicion extends Pick<
  Hypothesis,
  'description' | 'testable_condition' | 'logging_point' | 'evidence_criteria' | 'likelihood'
> {
  suspect: Suspect
}
