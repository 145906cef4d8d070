import type { FileChange } from '../../handler/git-store.ts'
import type { Repository } from '../../world/world.ts'
import type { PresentContext } from '../present-context.ts'
import { repositoryPage, repositoryUrl } from '../repository.ts'

/** Schema `diff-entry`; `commit` is the one the links lead to. Binary files have no patch. */
export function presentFileChange(context: PresentContext, repo: Repository, commit: string, file: FileChange) {
  const path = file.filename.split('/').map(encodeURIComponent).join('/')
  const page = repositoryPage(context, repo)

  return {
    sha: file.sha,
    filename: file.filename,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${page}/blob/${commit}/${path}`,
    raw_url: `${page}/raw/${commit}/${path}`,
    contents_url: `${repositoryUrl(context, repo)}/contents/${path}?ref=${commit}`,
    ...(file.patch === null ? {} : { patch: file.patch }),
    ...(file.previousFilename === null ? {} : { previous_filename: file.previousFilename }),
  }
}
