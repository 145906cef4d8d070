import type { FileSizes } from '../domain/planning/file-sizes.ts'
import { touchedFiles } from '../domain/planning/touched-files.ts'
import type { Plan } from '../domain/plan.ts'
import type { RepositoryFiles } from './ports/repository-files.ts'
import type { RepositoryRef } from './ports/repository-ref.ts'

/** Sizes are asked for in one request; of more files than this, the others count as new ones. */
const maxSizedFiles = 200

/** Bytes of the files that a plan's tasks touch, at a commit. */
export function readFileSizes(
  files: RepositoryFiles,
  repository: RepositoryRef,
  commit: string,
  { tasks }: Pick<Plan, 'tasks'>,
): Promise<FileSizes> {
  const paths = [...new Set(tasks.flatMap((task) => touchedFiles(task).files))].slice(0, maxSizedFiles)
  return files.readSizes(repository, commit, paths)
}
