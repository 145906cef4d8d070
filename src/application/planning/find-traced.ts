import { listTraced } from '../../domain/plan/outline/request/traces/find-trace-path.ts'
import type { RepositoryFiles } from '../ports/forge/repository-files.ts'
import type { RepositoryRef } from '../repository-ref.ts'

/** They are asked for in one request. */
const most = 100

/** Files at a commit that the traces of an issue may mean; undefined where there is nothing to look at. */
export async function findTraced(
  files: RepositoryFiles,
  repository: RepositoryRef,
  commit: string,
  text: string,
): Promise<ReadonlySet<string> | undefined> {
  const paths = listTraced(text).slice(0, most)
  if (commit === '' || paths.length === 0) return undefined
  return new Set((await files.readSizes(repository, commit, paths)).keys())
}
