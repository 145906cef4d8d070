import type { RepositoryRef } from '../../repository-ref.ts'

/** What only mending does to a repository; everything else goes the way of the work itself. */
export interface Repairer {
  /**
   * Has the branch point to the commit, by force where it must. `moved`: its head is neither `seen` (null: no branch)
   * nor the commit any more, so nothing was done.
   */
  restoreBranch(
    repository: RepositoryRef,
    fix: { branch: string; sha: string; seen: string | null },
  ): Promise<'restored' | 'moved'>
  reopenPull(repository: RepositoryRef, number: number): Promise<void>
}
