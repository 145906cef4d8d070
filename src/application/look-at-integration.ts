import { approvedContent, entriesOf, mergedVersions } from '../domain/approved-content.ts'
import { findDifferences, type HeldContent, type IntegrationDifference } from '../domain/integration-difference.ts'
import { type TreeEntry } from '../domain/tree-change.ts'
import type { BoundWork } from './bound-work.ts'
import { integrationHead } from './integration-head.ts'
import type { MachinePorts } from './machine-ports.ts'
import type { RepositoryRef } from './ports/repository-ref.ts'

type Ports = Pick<MachinePorts, 'pullRequests'> & {
  workspace: Pick<MachinePorts['workspace'], 'compareTrees' | 'isAncestor' | 'mergeBase'>
}

/** Where the integration branch, as it stands on GitHub, is not what was approved; null where there is no such branch. */
export async function lookAtIntegration(
  ports: Ports,
  repository: RepositoryRef,
  bound: BoundWork,
): Promise<{ commit: string; differences: IntegrationDifference[] } | null> {
  const { base_branch: branch } = bound.record
  const commit = branch === null ? null : await ports.pullRequests.findHead(repository, branch)
  if (commit === null) return null
  return { commit, differences: await findIntegrationDifferences(ports, repository, bound, commit) }
}

/**
 * What `commit` holds beside what was approved. The default branch's own newer commits are no difference: somebody may
 * have brought the integration branch up to date with it.
 */
export async function findIntegrationDifferences(
  ports: Ports,
  repository: RepositoryRef,
  bound: BoundWork,
  commit: string,
): Promise<IntegrationDifference[]> {
  const { record, execution } = bound
  const target = await ports.pullRequests.findHead(repository, record.default_branch)
  const common = target === null ? undefined : await ports.workspace.mergeBase(repository, target, commit)
  const start = common ?? record.base_sha
  if (start === null) return []
  const expected = approvedContent(mergedVersions(execution))
  const changed = await ports.workspace.compareTrees(repository, start, commit)
  const known = new Set(changed.map(({ path }) => path))
  const unchanged = new Map<string, TreeEntry | null>()
  for (const { path, entry, version } of expected.values()) {
    if (known.has(path)) continue
    const since = await ports.workspace.compareTrees(repository, start, version.commit_sha)
    const other = since.find((one) => one.path === path)
    unchanged.set(path, other === undefined ? entry : other.before)
  }
  const held: HeldContent = { changed, unchanged }
  if (findDifferences(expected, held).length === 0) return []
  return findDifferences(expected, held, await listBrought(ports, repository, bound, commit))
}

/** Task branches that are in the commit, of tasks whose work isn't approved yet: merged by hand, which is told by itself. */
async function listBrought(
  { pullRequests, workspace }: Ports,
  repository: RepositoryRef,
  bound: BoundWork,
  commit: string,
): Promise<Map<string, TreeEntry | null>[]> {
  const brought = bound.execution.artifacts.filter(({ task }) => bound.execution.nodes[task]?.state !== 'DONE')
  const entries = brought.map(entriesOf)
  for (const node of Object.values(bound.execution.nodes)) {
    if (node.kind !== 'ACTION' || node.state === 'DONE' || node.pull_request === null) continue
    const head = await pullRequests.findHead(repository, node.branch)
    if (head === null || !(await workspace.isAncestor(repository, head, commit))) continue
    const base = await workspace.mergeBase(repository, integrationHead(bound), head)
    if (base === undefined) continue
    const changes = await workspace.compareTrees(repository, base, head)
    entries.push(new Map(changes.map(({ path, after }) => [path, after])))
  }
  return entries
}
