import { approvedContent, entriesOf, mergedVersions } from '../../domain/approved-content.ts'
import { findDifferences, type IntegrationDifference } from '../../domain/integration-difference.ts'
import { readHeldContent } from '../held-content.ts'
import type { CommitTrees } from '../ports/commit-trees.ts'
import type { PlanState } from './load-plan-state.ts'

/** Where an integration commit of the plan is not what was approved; null where the commit is not to be seen. */
export async function readDifferences(
  trees: CommitTrees,
  { record, plan, execution }: PlanState,
  commit: string,
): Promise<IntegrationDifference[] | null> {
  const expected = approvedContent(mergedVersions(execution))
  // Where the work on an earlier plan began is not in the record any more.
  const base = record.plan_id === plan.id ? record.base_sha : null
  const held = await readHeldContent(trees, { target: record.default_branch, base, expected }, commit)
  if (held === null) return null
  const approved = new Set(
    execution.reviews.flatMap((one) => (one.verdict === 'APPROVED' ? [one.reviewed_artifact_id] : [])),
  )
  // Done anew, a task's earlier work stays until the new one is merged.
  const redone = execution.artifacts.filter(
    ({ task, artifact_id: id }) => approved.has(id) && execution.nodes[task]?.state !== 'DONE',
  )
  return findDifferences(expected, held, redone.map(entriesOf))
}

const mostNamed = 5

/** `readme.md (approved as version 2 of T1), more.txt (nobody approved it)`. */
export function describeDifferences(differences: readonly IntegrationDifference[]): string {
  const named = differences
    .slice(0, mostNamed)
    .map(({ path, approved }) =>
      approved === null
        ? `${path} (nobody approved it)`
        : `${path} (approved as version ${approved.version} of ${approved.task})`,
    )
  const more = differences.length - named.length
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}
