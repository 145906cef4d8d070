import { approvedContent, type ApprovedPath, entriesOf, mergedVersions } from '../domain/approved-content.ts'
import type { Artifact } from '../domain/artifact.ts'
import { collisionKey } from '../domain/canonical-path.ts'
import { sameEntry, type TreeChange } from '../domain/tree-change.ts'
import type { BoundWork } from './bound-work.ts'
import { integrationHead } from './integration-head.ts'
import type { RepositoryRef } from './ports/repository-ref.ts'
import type { Workspace } from './ports/workspace.ts'

/**
 * Why merging an approved version would make what nobody approved, though git has no conflict: a path was changed on both
 * sides, or the version's record doesn't name what it brings (design 2, row "conflict, or the integration branch moved").
 */
export async function findCollision(
  workspace: Pick<Workspace, 'compareTrees' | 'mergeBase'>,
  repository: RepositoryRef,
  bound: BoundWork,
  version: Artifact,
): Promise<string | null> {
  const head = integrationHead(bound)
  const base = await workspace.mergeBase(repository, head, version.commit_sha)
  if (base === undefined) return 'its branch shares no history with the integration branch'
  const brought = await workspace.compareTrees(repository, base, version.commit_sha)
  const recorded = entriesOf(version)
  const unknown = brought.find(
    ({ path, after }) => !recorded.has(path) || !sameEntry(recorded.get(path) ?? null, after),
  )
  if (unknown !== undefined) return `it brings \`${unknown.path}\` with it, which its review did not see`
  if (base === head) return null
  return findTouchedTwice(bound, brought, await workspace.compareTrees(repository, base, head))
}

function findTouchedTwice(
  bound: BoundWork,
  brought: readonly TreeChange[],
  moved: readonly TreeChange[],
): string | null {
  const content = approvedContent(mergedVersions(bound.execution))
  const movedByKey = new Map(moved.map((change) => [collisionKey(change.path), change]))
  for (const { path, after } of brought) {
    const other = movedByKey.get(collisionKey(path))
    if (other === undefined || (other.path === path && sameEntry(other.after, after))) continue
    // Of two names that some file systems take for one, only what is there afterwards counts.
    if (other.path !== path && (other.after === null || after === null)) continue
    const by = content.get(other.path)
    return `\`${other.path}\` was changed on the integration branch since${by === undefined ? '' : `, by ${nameOf(by)}`}`
  }
  return null
}

function nameOf({ version }: ApprovedPath): string {
  return `${version.task} version ${version.version}`
}
