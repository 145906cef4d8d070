import type { Suspect } from './suspicion.ts'
import type { ScoredHunk } from './score/score-hunks.ts'

/** A suspect with its points, and the grounds in words. */
export interface Candidate {
  suspect: Suspect
  score: number
  reasons: string[]
  /** What changed, for suspects that are changes. */
  hunks: ScoredHunk[]
}
