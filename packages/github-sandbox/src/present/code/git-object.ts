import type { CommitData, GitStore } from '../../handler/git-store.ts'
import { nodeId } from '../../world/node-id.ts'
import type { Repository } from '../../world/world.ts'
import { presentCommit } from './commit.ts'
import type { PresentContext } from '../present-context.ts'
import { repositoryPage, repositoryUrl } from '../repository.ts'

/** Schema `git-commit`: the commit of the git database, without accounts. */
export function presentGitCommit(context: PresentContext, repo: Repository, commit: CommitData) {
  const { commit: inner, node_id, html_url } = presentCommit(context, repo, commit)
  const page = repositoryPage(context, repo)
  const url = repositoryUrl(context, repo)

  return {
    sha: commit.sha,
    node_id,
    url: inner.url,
    html_url,
    author: inner.author,
    committer: inner.committer,
    tree: inner.tree,
    message: inner.message,
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${url}/git/commits/${sha}`,
      html_url: `${page}/commit/${sha}`,
    })),
    verification: inner.verification,
  }
}

/** Schema `git-ref`. */
export async function presentRef(
  context: PresentContext,
  repo: Repository,
  git: GitStore,
  { ref, sha }: { ref: string; sha: string },
) {
  const url = repositoryUrl(context, repo)
  const type = (await git.objectType(sha)) ?? 'commit'

  return {
    ref,
    node_id: nodeId('Ref', `${repo.id}:${ref}`),
    url: `${url}/git/${ref}`,
    object: { sha, type, url: `${url}/git/${type}s/${sha}` },
  }
}
