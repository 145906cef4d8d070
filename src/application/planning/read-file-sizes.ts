import type { FileSizes } from '../../domain/plan/estimate/file-sizes.ts'
import { touchedFiles } from '../../domain/plan/estimate/touched-files.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { RepositoryFiles } from '../ports/forge/repository-files.ts'
import type { RepositoryRef } from '../repository-ref.ts'

/** Sizes are asked for in one request; of more files than this, the others count as new ones. */
const maxSizedFiles = 200

/** Bytes of the files that a plan's tasks touch, and of others `besides`, at a commit. */
export function readFileSizes(
  files: RepositoryFiles,
  repository: RepositoryRef,
  commit: string,
  { tasks }: Pick<Plan, 'tasks'>,
  besides: readonly string[] = [],
): Promise<FileSizes> {
  const paths = [...new Set(tasks.flatMap((task) => touchedFiles(task).files))].slice(0, maxSizedFiles)
  return files.readSizes(repository, commit, [...new Set([...paths, ...besides])])
}
