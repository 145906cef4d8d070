import type { FileSizes } from '../../../domain/plan/estimate/file-sizes.ts'
import type { RepositoryRef } from '../../repository-ref.ts'

/** What planning looks at in the repository itself. */
export interface RepositoryFiles {
  /** Bytes of those of the paths that are files at `commit`; others are missing in the answer. */
  readSizes(repository: RepositoryRef, commit: string, paths: readonly string[]): Promise<FileSizes>
}
