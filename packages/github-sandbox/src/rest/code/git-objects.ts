import { listOf, recordOf, textOf } from '../../handler/body-value.ts'
import { decideAuthorship } from '../../changes/refs/commit-authorship.ts'
import { renderSignature } from '../../git/objects/commit-object.ts'
import { writeLooseObject } from '../../git/objects/write-loose-object.ts'
import type { GitStore } from '../../handler/git-store.ts'
import { nodeId } from '../../world/node-id.ts'
import { presentGitCommit } from '../../present/code/git-object.ts'
import { repositoryUrl } from '../../present/repository.ts'
import { GitHubError, type RouteContext, type Routes } from '../../handler/route.ts'
import { markVerified } from '../../world/verified-commits.ts'
import type { Repository } from '../../world/world.ts'
import { blobUrl, wrapBase64 } from './contents.ts'

const shaPattern = /^[0-9a-f]{40}$/

/** Blobs, commits and tags of the git database; trees have their own file. */
export const gitObjectRoutes: Routes = {
  'POST /repos/{owner}/{repo}/git/blobs': async (context) => {
    const { repo, git } = openForWriting(context)
    const encoding = textOf(context.body['encoding']) ?? 'utf-8'
    if (encoding !== 'utf-8' && encoding !== 'base64')
      throw new GitHubError(422, 'encoding must be "utf-8" or "base64"')
    const content = String(context.body['content'])
    const sha = await git.writeBlob(Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8'))

    return { status: 201, body: { sha, url: blobUrl(context, repo, sha) } }
  },

  'GET /repos/{owner}/{repo}/git/blobs/{file_sha}': async (context) => {
    const { repo, git } = openForReading(context)
    const sha = context.params['file_sha'] ?? ''
    if (!shaPattern.test(sha))
      throw new GitHubError(422, 'The sha parameter must be exactly 40 characters and contain only [0-9a-f].')
    const bytes = await git.readBlob(sha)
    if (/application\/vnd\.github\.(?:v3\.)?raw/.test(context.accept ?? '')) {
      return { status: 200, bytes, headers: { 'content-type': 'application/vnd.github.raw; charset=utf-8' } }
    }
    const node_id = nodeId('Blob', `${repo.id}:${sha}`)
    const url = blobUrl(context, repo, sha)

    return {
      status: 200,
      body: { sha, node_id, size: bytes.length, url, content: wrapBase64(bytes), encoding: 'base64' },
    }
  },

  'POST /repos/{owner}/{repo}/git/commits': async (context) => {
    const { repo, git } = openForWriting(context)
    const tree = textOf(context.body['tree']) ?? ''
    const parents = listOf(context.body['parents']).map(String)
    if (!shaPattern.test(tree) || (await git.objectType(tree)) !== 'tree')
      throw new GitHubError(422, 'Tree SHA does not exist')
    for (const parent of parents) {
      if (!shaPattern.test(parent) || (await git.objectType(parent)) !== 'commit') {
        throw new GitHubError(422, 'Parent SHA does not exist or is not a commit object')
      }
    }
    const { verified, author, committer } = decideAuthorship(context, false)
    const sha = await git.writeCommit({ tree, parents, message: String(context.body['message']), author, committer })
    if (verified) markVerified(repo, sha)

    return { status: 201, body: presentGitCommit(context, repo, await git.readCommit(sha)) }
  },

  'GET /repos/{owner}/{repo}/git/commits/{commit_sha}': async (context) => {
    const { repo, git } = openForReading(context)
    const sha = context.params['commit_sha'] ?? ''
    if (!shaPattern.test(sha)) throw new GitHubError(404, 'Not Found')

    return { status: 200, body: presentGitCommit(context, repo, await git.readCommit(sha)) }
  },

  'POST /repos/{owner}/{repo}/git/tags': async (context) => {
    const { repo, git } = openForWriting(context)
    const object = textOf(context.body['object']) ?? ''
    const type = await git.objectType(object)
    if (type === undefined || type !== context.body['type']) throw new GitHubError(422, 'Object does not exist')
    const given = recordOf(context.body['tagger'])
    const own = decideAuthorship({ ...context, body: {} }, false).author
    const tagger = {
      name: textOf(given['name']) ?? own.name,
      email: textOf(given['email']) ?? own.email,
      date: textOf(given['date']) ?? own.date,
    }
    const tag = String(context.body['tag'])
    const message = String(context.body['message'])
    const text = `object ${object}\ntype ${type}\ntag ${tag}\ntagger ${renderSignature(tagger)}\n\n${message}`
    const sha = writeLooseObject(git.dir, 'tag', Buffer.from(text))
    const url = repositoryUrl(context, repo)

    return {
      status: 201,
      body: {
        node_id: nodeId('Tag', `${repo.id}:${sha}`),
        sha,
        url: `${url}/git/tags/${sha}`,
        tagger,
        object: { sha: object, type, url: `${url}/git/${type}s/${object}` },
        tag,
        message,
        verification: { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null },
      },
    }
  },
}

export function openForReading(context: RouteContext): { repo: Repository; git: GitStore } {
  const repo = context.repository()
  context.require(repo, 'read', 'contents', 'read')
  refuseEmpty(repo)

  return { repo, git: context.git(repo) }
}

export function openForWriting(context: RouteContext): { repo: Repository; git: GitStore } {
  const repo = context.repository()
  context.user()
  context.require(repo, 'write', 'contents', 'write')
  refuseEmpty(repo)

  return { repo, git: context.git(repo) }
}

function refuseEmpty(repo: Repository): void {
  if (repo.isEmpty === true) throw new GitHubError(409, 'Git Repository is empty.')
}
