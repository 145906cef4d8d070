import { expectedContent } from '../../../domain/content/approved-content.ts'
import type { FinalConflict } from '../../../domain/effects/final-conflict.ts'
import type { ExecutionRecord } from '../../../domain/records/execution-record.ts'
import type { Workspace } from '../../ports/roles/workspace.ts'
import type { RepositoryRef } from '../../repository-ref.ts'

const mostNamed = 20

/** Why git can't merge the `commit` of an integration branch into the default branch at `target`; null where it can, or doesn't say where not. */
export async function findFinalConflict(
  workspace: Pick<Workspace, 'mergeCommits'>,
  repository: RepositoryRef,
  execution: ExecutionRecord,
  { commit, target }: { commit: string; target: string },
): Promise<FinalConflict | null> {
  const merged = await workspace.mergeCommits(repository, target, commit)
  if (merged.kind === 'clean' || merged.paths.length === 0) return null
  const content = expectedContent(execution)
  const layers = merged.paths.flatMap((path) => content.get(path)?.layers ?? [])
  const tasks = [...new Set(layers.map(({ task }) => task))].slice(0, mostNamed)
  const paths = merged.paths.toSorted().slice(0, mostNamed)
  return { paths, more: merged.paths.length - paths.length, tasks }
}
