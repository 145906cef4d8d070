import { listOf, recordOf, textOf } from '../../handler/body-value.ts'
import type { GitStore, TreeEntry } from '../../handler/git-store.ts'
import { repositoryUrl } from '../../present/repository.ts'
import { GitHubError, type RouteContext, type Routes } from '../../handler/route.ts'
import type { Repository } from '../../world/world.ts'
import { openForReading, openForWriting } from './git-objects.ts'

const githubTreeLimit = 100_000

export const gitTreeRoutes: Routes = {
  'POST /repos/{owner}/{repo}/git/trees': async (context) => {
    const { repo, git } = openForWriting(context)
    const baseTree = textOf(context.body['base_tree'])
    const base = baseTree === undefined ? undefined : await findTree(git, baseTree)
    if (baseTree !== undefined && base === undefined) throw new GitHubError(422, 'base_tree is not a valid tree oid')
    const given = listOf(context.body['tree'])
    if (given.length === 0) throw new GitHubError(422, 'Invalid tree info')
    const entries = await Promise.all(given.map((entry) => readEntry(git, recordOf(entry))))
    const sha = await git.writeTree(base, entries)

    return { status: 201, body: presentTree(context, repo, sha, await git.readTree(sha, false), githubTreeLimit) }
  },

  'GET /repos/{owner}/{repo}/git/trees/{tree_sha}': async (context) => {
    const { repo, git } = openForReading(context)
    const sha = await findTree(git, context.params['tree_sha'] ?? '')
    if (sha === undefined) throw new GitHubError(404, 'Not Found')
    // Any value at all means recursive, even `0` and `false`.
    const recursive = context.query['recursive'] !== undefined
    const limit = recursive ? (context.treeLimit ?? githubTreeLimit) : githubTreeLimit

    return { status: 200, body: presentTree(context, repo, sha, await git.readTree(sha, recursive), limit) }
  },
}

/** The tree of a sha, branch or tag. */
async function findTree(git: GitStore, revision: string): Promise<string | undefined> {
  if (/^[0-9a-f]{40}$/.test(revision) && (await git.objectType(revision)) === 'tree') return revision
  const commit = await git.resolve(revision)

  return commit === undefined ? undefined : (await git.readCommit(commit)).tree
}

async function readEntry(
  git: GitStore,
  entry: Record<string, unknown>,
): Promise<{ path: string; mode: string; sha: string | null }> {
  const path = textOf(entry['path']) ?? ''
  const mode = textOf(entry['mode']) ?? '100644'
  if (path === '' || path.startsWith('/')) throw new GitHubError(422, 'tree.path cannot start with a slash')
  const content = textOf(entry['content'])
  if (content !== undefined) return { path, mode, sha: await git.writeBlob(Buffer.from(content)) }
  if (entry['sha'] === null) return { path, mode, sha: null }
  const sha = textOf(entry['sha']) ?? ''
  const type = /^[0-9a-f]{40}$/.test(sha) ? await git.objectType(sha) : undefined
  const wanted = mode === '040000' ? 'tree' : 'blob'
  // The commit of a submodule lies in another repository.
  if (mode !== '160000' && type !== wanted) throw new GitHubError(422, `tree.sha ${sha} is not a valid ${wanted}`)

  return { path, mode, sha }
}

function presentTree(context: RouteContext, repo: Repository, sha: string, entries: TreeEntry[], limit: number) {
  const url = `${repositoryUrl(context, repo)}/git`
  const tree = entries.slice(0, limit).map((entry) => ({
    path: entry.path,
    mode: entry.mode,
    type: entry.type,
    sha: entry.sha,
    ...(entry.size === null ? {} : { size: entry.size }),
    ...(entry.type === 'commit' ? {} : { url: `${url}/${entry.type}s/${entry.sha}` }),
  }))

  return { sha, url: `${url}/trees/${sha}`, tree, truncated: entries.length > limit }
}
