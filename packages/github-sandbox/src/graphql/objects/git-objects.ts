import { readGit } from '../../git/run-git.ts'
import { findPath } from '../../handler/find-path.ts'
import type { CommitData, Signature, TreeEntry } from '../../handler/git-store.ts'
import { nodeId } from '../../world/node-id.ts'
import { presentCommit } from '../../present/code/commit.ts'
import type { Repository } from '../../world/world.ts'
import { makeActor } from './actor-object.ts'
import { findSuites, makeCheckSuite, type SuiteFilter } from './check-suite-object.ts'
import { makeConnection, type ConnectionArguments } from '../connection.ts'
import type { GraphqlContext, GraphqlObject } from '../graphql-context.ts'

/** GitHub cuts `Blob.text` here and says so in `isTruncated`. */
const textLimitBytes = 512_000

/** Blob, Tree, Commit or Tag by id, or null. `path` is where a tree lies, for the paths of its entries. */
export async function makeGitObject(
  context: GraphqlContext,
  repo: Repository,
  sha: string,
  path = '',
): Promise<GraphqlObject | null> {
  const git = context.git(repo)
  switch (await git.objectType(sha)) {
    case 'blob':
      return makeBlob(context, repo, sha, await git.readBlob(sha))
    case 'tree':
      return makeTree(context, repo, sha, path)
    case 'commit':
      return makeCommit(context, repo, await git.readCommit(sha))
    case 'tag':
      return makeTag(context, repo, sha)
    case undefined:
      return null
  }
}

/** What a revision expression names: an object id, a branch or tag, or `revision:path`. */
export async function findByExpression(
  context: GraphqlContext,
  repo: Repository,
  expression: string,
): Promise<GraphqlObject | null> {
  const git = context.git(repo)
  const colon = expression.indexOf(':')
  if (colon < 0) {
    if (/^[0-9a-f]{40}$/.test(expression)) return makeGitObject(context, repo, expression)
    const commit = await git.resolve(expression)
    return commit === undefined ? null : makeGitObject(context, repo, commit)
  }
  const commit = await git.resolve(expression.slice(0, colon))
  if (commit === undefined) return null
  const path = expression.slice(colon + 1)
  const entry = await findPath(git, (await git.readCommit(commit)).tree, path)

  return entry === undefined ? null : makeGitObject(context, repo, entry.sha, path)
}

export function makeCommit(context: GraphqlContext, repo: Repository, commit: CommitData): GraphqlObject {
  const git = context.git(repo)
  const presented = presentCommit(context.internals, repo, commit)
  const [headline = '', ...body] = commit.message.split('\n')
  const listCommits = (field: string, shas: string[], args: ConnectionArguments) =>
    makeConnection(field, shas, args, async (sha) => makeCommit(context, repo, await git.readCommit(sha)))

  return {
    ...makeShared(context, repo, 'Commit', commit.sha),
    url: presented.html_url,
    commitUrl: presented.html_url,
    message: commit.message,
    messageHeadline: headline,
    messageBody: body.join('\n').trim(),
    committedDate: commit.committer.date,
    authoredDate: commit.author.date,
    author: makeGitActor(context, commit.author, presented.author?.login),
    committer: makeGitActor(context, commit.committer, presented.committer?.login),
    tree: () => makeTree(context, repo, commit.tree, ''),
    parents: (args: ConnectionArguments) => listCommits('parents', commit.parents, args),
    history: async (args: ConnectionArguments & { path?: string | null }) =>
      listCommits('history', await git.log(commit.sha, args.path ? { path: args.path } : {}), args),
    checkSuites: (args: ConnectionArguments & { filterBy?: SuiteFilter | null }) =>
      makeConnection('checkSuites', findSuites(repo, commit.sha, args.filterBy ?? {}), args, makeCheckSuite),
    signature: presented.commit.verification.verified ? makeSignature(commit) : null,
  }
}

function makeBlob(context: GraphqlContext, repo: Repository, sha: string, bytes: Uint8Array): GraphqlObject {
  const isBinary = bytes.subarray(0, 8000).includes(0)

  return {
    ...makeShared(context, repo, 'Blob', sha),
    byteSize: bytes.length,
    isBinary,
    isTruncated: bytes.length > textLimitBytes,
    text: isBinary ? null : Buffer.from(bytes.subarray(0, textLimitBytes)).toString('utf8'),
  }
}

function makeTree(context: GraphqlContext, repo: Repository, sha: string, path: string): GraphqlObject {
  return {
    ...makeShared(context, repo, 'Tree', sha),
    entries: async () =>
      (await context.git(repo).readTree(sha, false)).map((entry) => makeTreeEntry(context, repo, entry, path)),
  }
}

function makeTreeEntry(context: GraphqlContext, repo: Repository, entry: TreeEntry, folder: string): GraphqlObject {
  const path = folder === '' ? entry.path : `${folder}/${entry.path}`
  const dot = entry.path.lastIndexOf('.')

  return {
    __typename: 'TreeEntry',
    name: entry.path,
    path,
    extension: dot > 0 ? entry.path.slice(dot) : '',
    mode: Number.parseInt(entry.mode, 8),
    type: entry.type,
    oid: entry.sha,
    size: entry.size ?? 0,
    object: () => makeGitObject(context, repo, entry.sha, path),
  }
}

async function makeTag(context: GraphqlContext, repo: Repository, sha: string): Promise<GraphqlObject> {
  const text = await readGit(context.git(repo).dir, ['cat-file', 'tag', sha])
  const header = (name: string) => new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1] ?? ''

  return {
    ...makeShared(context, repo, 'Tag', sha),
    name: header('tag'),
    message: text.slice(text.indexOf('\n\n') + 2),
    target: () => makeGitObject(context, repo, header('object')),
  }
}

function makeShared(
  context: GraphqlContext,
  repo: Repository,
  type: 'Blob' | 'Commit' | 'Tag' | 'Tree',
  sha: string,
): GraphqlObject {
  return {
    __typename: type,
    id: nodeId(type, `${repo.id}:${sha}`),
    oid: sha,
    abbreviatedOid: sha.slice(0, 7),
    repository: () => context.makeRepository(repo),
  }
}

function makeGitActor(context: GraphqlContext, signature: Signature, login: string | undefined): GraphqlObject {
  const user = login === undefined ? null : makeActor(context, login)
  return { __typename: 'GitActor', ...signature, user: user?.__typename === 'User' ? user : null }
}

function makeSignature(commit: CommitData): GraphqlObject {
  return {
    __typename: 'GpgSignature',
    email: 'noreply@github.com',
    isValid: true,
    state: 'VALID',
    wasSignedByGitHub: true,
    verifiedAt: commit.committer.date,
    signer: null,
  }
}
