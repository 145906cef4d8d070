import type { TreeChange } from '../../../domain/content/tree-change.ts'

/** What commits of one repository hold, next to each other; read only. */
export interface CommitTrees {
  /** Commit at the tip of a branch (name without `refs/heads/`). */
  findHead(branch: string): Promise<string | undefined>
  /** Their newest common commit; undefined where they share no history, or one of them is not there. */
  mergeBase(a: string, b: string): Promise<string | undefined>
  /** Paths that differ; undefined where one of the commits is not there. */
  compareTrees(base: string, head: string): Promise<TreeChange[] | undefined>
}
