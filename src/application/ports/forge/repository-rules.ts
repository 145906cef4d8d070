import type { Outlook } from '../../../domain/rules/outlook.ts'
import type { RepositoryRef } from '../../repository-ref.ts'

/** A rule that holds for a branch. */
export interface HeldRule {
  /** As GitHub's API calls it: `pull_request`, `required_status_checks`, … */
  type: string
  parameters: Readonly<Record<string, unknown>>
  /** Where it stands, and whether who asks may bypass it; null where that can't be read. */
  ruleset: { id: number; name: string; isBypassed: boolean } | null
}

export interface BranchRules {
  rules: HeldRule[]
  /** Classic branch protection holds there; what it says takes an administrator to read. */
  isProtected: boolean
  repository: {
    isArchived: boolean
    hasIssues: boolean
    isPrivate: boolean
    mergeMethods: ('merge' | 'squash' | 'rebase')[]
  }
  /** Of all that was read: another one where anything changed. */
  digest: string
}

/** What a repository's own rules are. */
export interface RepositoryRules {
  /** Those that hold for a branch, whether or not it is there. */
  readFor(repository: RepositoryRef, branch: string): Promise<BranchRules>
  /**
   * What could stand in the way of a plan, as it was some minutes ago at most; `again`: as it is now. Null where GitHub
   * doesn't say.
   */
  lookAhead(repository: RepositoryRef, again: boolean): Promise<Outlook | null>
  /** False where the App is no longer installed there, or by another account: the repository was transferred. */
  isReached(repository: RepositoryRef): Promise<boolean>
}
