import { approvedContent, entriesOf, mergedVersions } from '../domain/approved-content.ts'
import { findDifferences, type IntegrationDifference } from '../domain/integration-difference.ts'
import type { TreeEntry } from '../domain/tree-change.ts'
import type { BoundWork } from './bound-work.ts'
import { readHeldContent } from './held-content.ts'
import { integrationHead } from './integration-head.ts'
import type { MachinePorts } from './machine-ports.ts'
import type { CommitTrees } from './ports/commit-trees.ts'
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

function treesOf({ pullRequests, workspace }: Ports, repository: RepositoryRef): CommitTrees {
  return {
    findHead: async (branch) => (await pullRequests.findHead(repository, branch)) ?? undefined,
    mergeBase: (a, b) => workspace.mergeBase(repository, a, b),
    compareTrees: (base, head) => workspace.compareTrees(repository, base, head),
  }
}

/** What `commit` holds beside what was approved. */
export async function findIntegrationDifferences(
  ports: Ports,
  repository: RepositoryRef,
  bound: BoundWork,
  commit: string,
): Promise<IntegrationDifference[]> {
  const { record, execution } = bound
  const expected = approvedContent(mergedVersions(execution))
  const question = { target: record.default_branch, base: record.base_sha, expected }
  const held = await readHeldContent(treesOf(ports, repository), question, commit)
  if (held === null || findDifferences(expected, held).length === 0) return []
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
