import type { IntegrationDifference } from '../../domain/effects/integration-difference.ts'
import type { TreeEntry } from '../../domain/content/tree-change.ts'
import type { BoundWork } from '../attempts/bound-work.ts'
import { integrationHead } from './integration-head.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { CommitTrees } from '../ports/state/commit-trees.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import { readDifferences } from './read-differences.ts'

type Ports = Pick<MachinePorts, 'pullRequests'> & {
  workspace: Pick<MachinePorts['workspace'], 'compareTrees' | 'isAncestor' | 'mergeBase'>
}
type LookPorts = Ports & { workspace: Pick<MachinePorts['workspace'], 'fetchHeads'> }

/** The integration branch as it stands on GitHub. `differences`: where it is not what was approved; null: it can't be told. */
export interface SeenIntegration {
  commit: string
  /** Of the default branch; undefined: there is none. */
  target: string | undefined
  differences: IntegrationDifference[] | null
}

/** Null where there is no such branch. */
export async function lookAtIntegration(
  ports: LookPorts,
  repository: RepositoryRef,
  bound: BoundWork,
): Promise<SeenIntegration | null> {
  const { base_branch: branch, default_branch: target } = bound.record
  if (branch === null) return null
  // Its commit is to be fetched anyway, and git tells both heads with it.
  const heads = await ports.workspace.fetchHeads(repository, [branch, target])
  const commit = heads.get(branch)
  if (commit === undefined) return null
  const trees = {
    ...treesOf(ports, repository),
    findHead: (name: string) => Promise.resolve(name === target ? heads.get(target) : undefined),
  }
  const listMerged = () => listMergedUnseen(ports, repository, bound, commit)
  return { commit, target: heads.get(target), differences: await readDifferences(trees, bound, commit, listMerged) }
}

/** What `commit` holds beside what was approved, and beside what somebody merged of which we have yet to hear. */
export async function findIntegrationDifferences(
  ports: Ports,
  repository: RepositoryRef,
  bound: BoundWork,
  commit: string,
): Promise<IntegrationDifference[]> {
  const listMerged = () => listMergedUnseen(ports, repository, bound, commit)
  return (await readDifferences(treesOf(ports, repository), bound, commit, listMerged)) ?? []
}

function treesOf({ pullRequests, workspace }: Ports, repository: RepositoryRef): CommitTrees {
  return {
    findHead: async (branch) => (await pullRequests.findHead(repository, branch)) ?? undefined,
    mergeBase: (a, b) => workspace.mergeBase(repository, a, b),
    compareTrees: (base, head) => workspace.compareTrees(repository, base, head),
  }
}

/** What heads of open pull requests bring that are in the commit: merged by hand, which is told by itself. */
async function listMergedUnseen(
  { pullRequests, workspace }: Ports,
  repository: RepositoryRef,
  bound: BoundWork,
  commit: string,
): Promise<Map<string, TreeEntry | null>[]> {
  const entries: Map<string, TreeEntry | null>[] = []
  for (const node of Object.values(bound.execution.nodes)) {
    if (node.kind !== 'ACTION' || node.state === 'DONE' || !node.pull_request?.open) continue
    const head = await pullRequests.findHead(repository, node.branch)
    if (head === null || !(await workspace.isAncestor(repository, head, commit))) continue
    const base = await workspace.mergeBase(repository, integrationHead(bound), head)
    if (base === undefined) continue
    const changes = await workspace.compareTrees(repository, base, head)
    entries.push(new Map(changes.map(({ path, after }) => [path, after])))
  }
  return entries
}
