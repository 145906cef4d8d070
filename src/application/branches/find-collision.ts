import { type ApprovedPath, entriesOf, expectedContent } from '../../domain/content/approved-content.ts'
import type { Artifact } from '../../domain/records/artifact.ts'
import { collisionKey } from '../../domain/paths/canonical-path.ts'
import type { ExecutionRecord } from '../../domain/records/execution-record.ts'
import type { ConflictFacts } from '../../domain/records/node-state.ts'
import { sameEntry, type TreeChange } from '../../domain/content/tree-change.ts'
import type { BoundWork } from '../attempts/bound-work.ts'
import { integrationHead } from './integration-head.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import type { Workspace } from '../ports/roles/workspace.ts'

/** A conflict keeps at most that many paths and tasks. */
const mostNamed = 20

/** `conflict`: git may be able to bring both sides together, which makes a new version. */
export interface Collision {
  why: string
  conflict: ConflictFacts | null
}

/**
 * Why merging an approved version would make what nobody approved, though git has no conflict: a path was changed on both
 * sides, or the version's record doesn't name what it brings (spec 003 §4).
 */
export async function findCollision(
  workspace: Pick<Workspace, 'compareTrees' | 'isAncestor' | 'mergeBase'>,
  repository: RepositoryRef,
  bound: BoundWork,
  version: Artifact,
): Promise<Collision | null> {
  const head = integrationHead(bound)
  const base = await workspace.mergeBase(repository, head, version.commit_sha)
  if (base === undefined) return { why: 'its branch shares no history with the integration branch', conflict: null }
  const brought = await workspace.compareTrees(repository, base, version.commit_sha)
  const recorded = entriesOf(version)
  const unknown = brought.find(
    ({ path, after }) => !recorded.has(path) || !sameEntry(recorded.get(path) ?? null, after),
  )
  if (unknown !== undefined)
    return { why: `it brings \`${unknown.path}\` with it, which its review did not see`, conflict: null }
  if (base === head) return null
  // Bytes of a version that its branch began from are in no difference, and must stand all the same.
  const held = [...recorded].map(([path, after]) => ({ path, after }))
  const paths = findTouchedTwice(held, await workspace.compareTrees(repository, base, head))
  const [path] = paths
  if (path === undefined) return null
  const by = expectedContent(bound.execution).get(path)
  const why = `\`${path}\` was changed on the integration branch since${by === undefined ? '' : `, by ${nameOf(by)}`}`
  return { why, conflict: await describeConflict({ workspace, repository }, bound.execution, version, paths) }
}

/** As the integration branch calls them. */
function findTouchedTwice(held: readonly Pick<TreeChange, 'path' | 'after'>[], moved: readonly TreeChange[]): string[] {
  const movedByKey = new Map(moved.map((change) => [collisionKey(change.path), change]))
  return held.flatMap(({ path, after }) => {
    const other = movedByKey.get(collisionKey(path))
    if (other === undefined || (other.path === path && sameEntry(other.after, after))) return []
    // Of two names that some file systems take for one, only what is there afterwards counts.
    return other.path !== path && (other.after === null || after === null) ? [] : [other.path]
  })
}

/** Paths that were changed on both sides, with the tasks whose approved work there `version` does not have in it yet. */
export async function describeConflict(
  { workspace, repository }: { workspace: Pick<Workspace, 'isAncestor'>; repository: RepositoryRef },
  execution: ExecutionRecord,
  version: Artifact,
  paths: readonly string[],
): Promise<ConflictFacts> {
  const named = paths.slice(0, mostNamed)
  const content = expectedContent(execution)
  const others = new Set(named.flatMap((path) => content.get(path)?.layers.slice(-mostNamed) ?? []))
  const tasks = new Set<string>()
  for (const { task, commit_sha: commit } of others) {
    if (task !== version.task && !(await workspace.isAncestor(repository, commit, version.commit_sha))) tasks.add(task)
  }
  return { paths: named, tasks: [...tasks] }
}

function nameOf({ version }: ApprovedPath): string {
  return `${version.task} version ${version.version}`
}
