import { expectedContent } from '../../domain/content/approved-content.ts'
import { findUnapproved } from '../../domain/content/find-unapproved.ts'
import type { IntegrationDifference } from '../../domain/effects/integration-difference.ts'
import type { TreeEntry } from '../../domain/content/tree-change.ts'
import type { BoundWork } from '../attempts/bound-work.ts'
import { readHeldContent } from './held-content.ts'
import type { CommitTrees } from '../ports/state/commit-trees.ts'

/**
 * Where an integration commit of the plan is not what was approved; null where the commit is not to be seen. `more`: what
 * else is on its way in, asked only where something differs.
 */
export async function readDifferences(
  trees: CommitTrees,
  { record, plan, execution }: BoundWork,
  commit: string,
  more?: () => Promise<ReadonlyMap<string, TreeEntry | null>[]>,
): Promise<IntegrationDifference[] | null> {
  // Where the work on an earlier plan began is not in the record any more.
  const base = record.plan_id === plan.id ? record.base_sha : null
  const question = { target: record.default_branch, base, expected: expectedContent(execution) }
  const held = await readHeldContent(trees, question, commit)
  if (held === null) return null
  const differences = findUnapproved(execution, held)
  return differences.length === 0 || more === undefined ? differences : findUnapproved(execution, held, await more())
}

const mostNamed = 5

/** `readme.md (not as approved in version 2 of T1), more.txt (nobody approved it)`. */
export function describeDifferences(differences: readonly IntegrationDifference[]): string {
  const named = differences
    .slice(0, mostNamed)
    .map(({ path, approved }) =>
      approved === null
        ? `${path} (nobody approved it)`
        : `${path} (not as approved in version ${approved.version} of ${approved.task})`,
    )
  const more = differences.length - named.length
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}
