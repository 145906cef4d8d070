import { findPath } from '../../handler/find-path.ts'
import { changeRef } from '../../changes/refs/change-ref.ts'
import { githubSignature, userSignature } from '../../git/git-signature.ts'
import type { GitStore } from '../../handler/git-store.ts'
import { getRepository } from '../../instance/create-context.ts'
import { markVerified } from '../../world/verified-commits.ts'
import type { Repository } from '../../world/world.ts'
import { findNode } from '../find-node.ts'
import { makeCommit } from '../objects/git-objects.ts'
import type { GraphqlContext, GraphqlObject } from '../graphql-context.ts'
import { GraphqlFault, notFound } from '../graphql-fault.ts'
import { makeRef } from '../objects/ref-object.ts'

export interface CreateCommitInput {
  branch: { id?: string | null; repositoryNameWithOwner?: string | null; branchName?: string | null }
  expectedHeadOid: string
  fileChanges?: {
    additions?: { path: string; contents: string }[] | null
    deletions?: { path: string }[] | null
  } | null
  message: { headline: string; body?: string | null }
}

/** One signed commit on top of `expectedHeadOid`: the compare-and-swap that `STALE_DATA` refuses when the branch has moved. */
export async function createCommitOnBranch(context: GraphqlContext, input: CreateCommitInput): Promise<GraphqlObject> {
  const { repo, ref } = getBranch(context, input.branch)
  const route = context.internals.createContext(context.actor, {}, 'none')
  const user = route.user()
  route.require(repo, 'write', 'contents', 'write')
  const git = context.git(repo)
  const before = await git.readRef(ref)
  if (before === undefined)
    throw new GraphqlFault('NOT_FOUND', `The branch "${ref.slice('refs/heads/'.length)}" doesn't exist`)
  if (before !== input.expectedHeadOid) throw staleData(input.expectedHeadOid)
  const base = (await git.readCommit(before)).tree
  const tree = await writeChanges(git, base, input.fileChanges)
  const date = route.now()
  const after = await git.writeCommit({
    tree,
    parents: [before],
    message: input.message.body ? `${input.message.headline}\n\n${input.message.body}` : input.message.headline,
    author: userSignature(user, date),
    committer: githubSignature(date),
  })
  markVerified(repo, after)
  if (!(await changeRef(route, repo, { ref, before, after }))) throw staleData(input.expectedHeadOid)

  return {
    __typename: 'CreateCommitOnBranchPayload',
    commit: makeCommit(context, repo, await git.readCommit(after)),
    ref: makeRef(context, repo, ref, after),
  }
}

function getBranch(context: GraphqlContext, branch: CreateCommitInput['branch']): { repo: Repository; ref: string } {
  if (branch.id) {
    const node = findNode(context, branch.id)
    if (node?.kind !== 'ref') throw notFound(branch.id)
    return { repo: node.repo, ref: node.ref }
  }
  const [owner = '', name = ''] = (branch.repositoryNameWithOwner ?? '').split('/')
  const repo = getRepository(context.internals, context.actor, owner, name)

  return { repo, ref: `refs/heads/${(branch.branchName ?? '').replace(/^refs\/heads\//, '')}` }
}

async function writeChanges(git: GitStore, base: string, changes: CreateCommitInput['fileChanges']): Promise<string> {
  const additions = changes?.additions ?? []
  const deletions = changes?.deletions ?? []
  for (const { path } of deletions) {
    if ((await findPath(git, base, path)) === undefined) {
      throw new GraphqlFault(
        'UNPROCESSABLE',
        `A path was requested for deletion which does not exist as of commit oid: ${path}`,
      )
    }
  }
  const written = await Promise.all(
    additions.map(async ({ path, contents }) => {
      // The mode can't be said here: a new file is a plain one, an existing one keeps its own.
      const mode = (await findPath(git, base, path))?.mode ?? '100644'
      return {
        path,
        mode: mode === '040000' ? '100644' : mode,
        sha: await git.writeBlob(Buffer.from(contents, 'base64')),
      }
    }),
  )
  if (written.length + deletions.length === 0) return base

  return git.writeTree(base, [...deletions.map(({ path }) => ({ path, mode: '100644', sha: null })), ...written])
}

function staleData(expected: string): GraphqlFault {
  return new GraphqlFault('STALE_DATA', `Expected branch to point to "${expected}" but it did not. Pull and try again.`)
}
