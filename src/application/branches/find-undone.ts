import { approvedContent, mergedVersions } from '../../domain/content/approved-content.ts'
import type { Artifact, Undone } from '../../domain/records/artifact.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { TreeChange, TreeEntry } from '../../domain/content/tree-change.ts'
import { findUndone, type PathContent } from '../../domain/content/undone-work.ts'
import type { Work } from '../../domain/records/work.ts'
import { integrationHead } from './integration-head.ts'
import { onceDone } from '../attempts/once-done.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import type { Workspace } from '../ports/roles/workspace.ts'

type UndoneWorkspace = Pick<Workspace, 'compareTrees' | 'isAncestor' | 'readBlob'>

/** Larger files are not compared by lines. */
const maxBytes = 8_000_000

/**
 * Approved work of other tasks that `commit` undoes, going from `base`: what its CHECK has to name. The same bytes as an
 * approved version may undo what was merged since.
 */
export async function findUndoneWork(
  workspace: UndoneWorkspace,
  repository: RepositoryRef,
  work: Work,
  version: { task: string; base: string; commit: string; settles: boolean },
): Promise<Undone[]> {
  const merged = await findMerged(workspace, repository, work, version.base)
  const content = approvedContent(merged)
  const isOfOthers = (path: string) => content.get(path)?.layers.some((layer) => layer.task !== version.task)
  if (work.plan === null || ![...content.keys()].some(isOfOthers)) return []
  const changes = await workspace.compareTrees(repository, version.base, version.commit)
  const ordered = dependenciesOf(work.plan, version.task)
  const read = (entry: TreeEntry | null) => readContent(workspace, repository, entry)
  const changeOf = new Map<string, () => Promise<TreeChange[]>>()
  const undoes: Undone[] = []
  for (const { path, before, after } of changes) {
    const layers = content.get(path)?.layers.filter((layer) => layer.task !== version.task) ?? []
    const found = new Set<string>()
    for (const layer of layers.toReversed()) {
      if (found.has(layer.task)) continue
      const { base_sha: from, commit_sha: to } = layer
      const compare = changeOf.get(layer.artifact_id) ?? onceDone(() => workspace.compareTrees(repository, from, to))
      changeOf.set(layer.artifact_id, compare)
      const made = (await compare()).find((one) => one.path === path)
      if (made === undefined) continue
      const earlier = { from: await read(made.before), to: await read(made.after) }
      const undoing = findUndone(await read(before), await read(after), earlier, version)
      if (undoing === null) continue
      found.add(layer.task)
      const { task, version: number, artifact_id } = layer
      const { how, lines } = undoing
      const shown = lines.length === 0 ? {} : { lines }
      undoes.push({ path, task, version: number, artifact_id, how, by_plan: ordered.has(task), ...shown })
    }
  }
  return undoes
}

/** Versions that `base` has in it. */
async function findMerged(
  workspace: Pick<Workspace, 'isAncestor'>,
  repository: RepositoryRef,
  work: Work,
  base: string,
): Promise<Artifact[]> {
  if (work.execution === null) return []
  const merged = mergedVersions(work.execution)
  if (merged.length === 0 || base === integrationHead(work)) return merged
  const contained: Artifact[] = []
  for (const version of merged)
    if (await workspace.isAncestor(repository, version.commit_sha, base)) contained.push(version)
  return contained
}

/** All that a task depends on, by way of others too. */
function dependenciesOf(plan: Plan, id: string): ReadonlySet<string> {
  const dependsOn = new Map(plan.tasks.map((task) => [task.id, task.depends_on]))
  const found = new Set(dependsOn.get(id))
  for (const one of found) for (const other of dependsOn.get(one) ?? []) found.add(other)
  return found
}

async function readContent(
  workspace: Pick<Workspace, 'readBlob'>,
  repository: RepositoryRef,
  entry: TreeEntry | null,
): Promise<PathContent> {
  if (entry === null || !entry.mode.startsWith('100')) return { entry, lines: null }
  const bytes = await workspace.readBlob(repository, entry.blob)
  if (bytes.length > maxBytes || bytes.includes(0)) return { entry, lines: null }
  return { entry, lines: new TextDecoder().decode(bytes).split('\n') }
}
