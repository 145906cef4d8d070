import { textOf } from '../../handler/body-value.ts'
import { changeRef } from '../../changes/refs/change-ref.ts'
import { decideAuthorship } from '../../changes/refs/commit-authorship.ts'
import { findPath } from '../../handler/find-path.ts'
import type { GitStore, TreeEntry } from '../../handler/git-store.ts'
import { presentContent } from '../../present/code/content.ts'
import { presentGitCommit } from '../../present/code/git-object.ts'
import { repositoryUrl } from '../../present/repository.ts'
import { GitHubError, type RouteContext, type Routes } from '../../handler/route.ts'
import { markVerified } from '../../world/verified-commits.ts'
import type { Repository } from '../../world/world.ts'

/** Larger files come without content; only the raw media type still gives them (up to 100 MB). */
const inlineLimitBytes = 1_048_576
const directoryLimit = 1000

export const contentRoutes: Routes = {
  'GET /repos/{owner}/{repo}/contents/{path}': async (context) => {
    const repo = context.repository()
    context.require(repo, 'read', 'contents', 'read')
    const git = context.git(repo)
    const ref = context.query['ref'] ?? repo.defaultBranch
    const commit = await git.resolve(ref)
    if (commit === undefined) throw new GitHubError(404, `No commit found for the ref ${ref}`)
    const path = cleanPath(context.params['path'] ?? '')
    const entry = await findPath(git, (await git.readCommit(commit)).tree, path)
    if (entry === undefined) throw new GitHubError(404, 'Not Found')
    if (entry.type === 'tree')
      return { status: 200, body: await listDirectory(context, repo, git, { ref, path, entry }) }
    const presented = presentContent(context, repo, ref, path, entry)
    if (entry.type === 'commit') return { status: 200, body: { ...presented, submodule_git_url: null } }
    const bytes = await git.readBlob(entry.sha)
    if (/application\/vnd\.github\.(?:v3\.)?raw/.test(context.accept ?? '')) {
      return { status: 200, bytes, headers: { 'content-type': 'application/vnd.github.raw; charset=utf-8' } }
    }
    if (entry.mode === '120000')
      return { status: 200, body: { ...presented, target: Buffer.from(bytes).toString('utf8') } }
    const isInline = bytes.length <= inlineLimitBytes
    const content = isInline ? wrapBase64(bytes) : ''

    return { status: 200, body: { ...presented, content, encoding: isInline ? 'base64' : 'none' } }
  },

  'PUT /repos/{owner}/{repo}/contents/{path}': async (context) => {
    const repo = context.repository()
    context.user()
    context.require(repo, 'write', 'contents', 'write')
    const git = context.git(repo)
    const branch = (textOf(context.body['branch']) ?? repo.defaultBranch).replace(/^refs\/heads\//, '')
    const path = cleanPath(context.params['path'] ?? '')
    const before = await git.readRef(`refs/heads/${branch}`)
    // The first commit of all can be made so, and no other way but by a push.
    const isFirst = repo.isEmpty === true && branch === repo.defaultBranch
    if (before === undefined && !isFirst) throw new GitHubError(404, `Branch ${branch} not found`)
    const base = before === undefined ? undefined : (await git.readCommit(before)).tree
    const existing = base === undefined ? undefined : await findPath(git, base, path)
    refuseWrongSha(path, existing, textOf(context.body['sha']))
    const sha = await git.writeBlob(Buffer.from(String(context.body['content']), 'base64'))
    const mode = existing?.mode ?? '100644'
    const tree = await git.writeTree(base, [{ path, mode, sha }])
    const { verified, author, committer } = decideAuthorship(context, true)
    const message = String(context.body['message'])
    const after = await git.writeCommit({
      tree,
      parents: before === undefined ? [] : [before],
      message,
      author,
      committer,
    })
    if (verified) markVerified(repo, after)
    if (!(await changeRef(context, repo, { ref: `refs/heads/${branch}`, before, after }, 409))) {
      throw new GitHubError(
        409,
        `is at ${(await git.readRef(`refs/heads/${branch}`)) ?? 'nothing'} but expected ${before}`,
      )
    }
    const entry = await findPath(git, tree, path)
    const content = entry ? presentContent(context, repo, branch, path, entry) : null
    const commit = presentGitCommit(context, repo, await git.readCommit(after))

    return { status: existing ? 200 : 201, body: { content, commit } }
  },
}

async function listDirectory(
  context: RouteContext,
  repo: Repository,
  git: GitStore,
  { ref, path, entry }: { ref: string; path: string; entry: TreeEntry },
) {
  const entries = await git.readTree(entry.sha, false)

  return entries
    .slice(0, directoryLimit)
    .map((one) => presentContent(context, repo, ref, path === '' ? one.path : `${path}/${one.path}`, one))
}

function refuseWrongSha(path: string, existing: TreeEntry | undefined, sha: string | undefined): void {
  if (existing === undefined) {
    if (sha !== undefined) throw new GitHubError(409, `${path} does not match ${sha}`)
    return
  }
  if (sha === undefined) throw new GitHubError(422, 'Invalid request.\n\n"sha" wasn\'t supplied.')
  if (existing.sha !== sha) throw new GitHubError(409, `${path} does not match ${sha}`)
}

function cleanPath(path: string): string {
  const clean = path.replaceAll(/^\/+|(?<!\/)\/+$/g, '')
  if (clean.split('/').some((part) => part === '..' || part === '.')) {
    throw new GitHubError(422, 'path cannot contain a malformed path component')
  }

  return clean
}

/** Base64 in lines of 60 characters, as GitHub sends it. */
export function wrapBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll(/.{60}/g, '$&\n')
}

export function blobUrl(context: RouteContext, repo: Repository, sha: string): string {
  return `${repositoryUrl(context, repo)}/git/blobs/${sha}`
}
