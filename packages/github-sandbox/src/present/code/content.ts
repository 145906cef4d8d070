import type { TreeEntry } from '../../handler/git-store.ts'
import type { Repository } from '../../world/world.ts'
import type { PresentContext } from '../present-context.ts'
import { repositoryPage, repositoryUrl } from '../repository.ts'

/** What files and folders have in common in the contents API; `ref` is the branch, tag or commit that was asked for. */
export function presentContent(context: PresentContext, repo: Repository, ref: string, path: string, entry: TreeEntry) {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  const url = `${repositoryUrl(context, repo)}/contents/${encoded}?ref=${encodeURIComponent(ref)}`
  const page = repositoryPage(context, repo)
  const kind = entry.type === 'tree' ? 'tree' : 'blob'
  const gitUrl = `${repositoryUrl(context, repo)}/git/${kind}s/${entry.sha}`
  const html = `${page}/${kind}/${ref}/${encoded}`

  return {
    name: path.split('/').at(-1) ?? '',
    path,
    sha: entry.sha,
    size: entry.size ?? 0,
    url,
    html_url: html,
    git_url: gitUrl,
    download_url: entry.type === 'blob' ? `${page}/raw/${ref}/${encoded}` : null,
    type: contentType(entry),
    _links: { self: url, git: gitUrl, html },
  }
}

function contentType(entry: TreeEntry): string {
  if (entry.type === 'tree') return 'dir'
  if (entry.type === 'commit') return 'submodule'
  return entry.mode === '120000' ? 'symlink' : 'file'
}
