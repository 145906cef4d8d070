import { textOf } from '../../handler/body-value.ts'
import { getPull } from '../../handler/get-issue.ts'
import { githubSignature, userSignature } from '../../git/git-signature.ts'
import { mergePull, type MergeOptions } from '../../changes/pulls/merge-pull.ts'
import { requireReadable } from '../../handler/issue-permissions.ts'
import { repositoryUrl } from '../../present/repository.ts'
import type { RouteContext, Routes } from '../../handler/route.ts'
import { GitHubError } from '../../handler/route.ts'
import { markVerified } from '../../world/verified-commits.ts'
import type { Pull, Repository } from '../../world/world.ts'

export const pullMergeRoutes: Routes = {
  'GET /repos/{owner}/{repo}/pulls/{pull_number}/merge': (context) => {
    const repo = requireReadable(context, 'pull_requests')
    if (!getPull(context, repo).pull.merged) throw new GitHubError(404, 'Not Found')

    return { status: 204 }
  },
  'PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge': async (context) => {
    const repo = context.repository()
    context.user()
    const { pull, issue } = getPull(context, repo)
    context.require(repo, 'write', 'contents', 'write')
    const sha = await mergePull(context, repo, pull, issue, {
      method: (textOf(context.body['merge_method']) ?? 'merge') as MergeOptions['method'],
      title: textOf(context.body['commit_title']),
      message: textOf(context.body['commit_message']),
      expectedHead: textOf(context.body['sha']),
    })

    return { status: 200, body: { sha, merged: true, message: 'Pull Request successfully merged' } }
  },
  'PUT /repos/{owner}/{repo}/pulls/{pull_number}/update-branch': async (context) => {
    const repo = context.repository()
    context.user()
    const { pull } = getPull(context, repo)
    context.require(repo, 'write', 'pull_requests', 'write')
    await updateBranch(context, repo, pull)

    return {
      status: 202,
      body: {
        message: 'Updating pull request branch.',
        url: `${repositoryUrl(context, repo)}/pulls/${pull.number}`,
      },
    }
  },
}

/** Merges the base into the head branch; done at once here, while GitHub does it a little later. */
async function updateBranch(context: RouteContext, repo: Repository, pull: Pull): Promise<void> {
  const git = context.git(repo)
  const user = context.user()
  const expected = textOf(context.body['expected_head_sha'])
  if (expected !== undefined && expected !== pull.head.sha)
    throw new GitHubError(422, 'expected head sha didn’t match current head ref.')
  const before = pull.head.sha
  const base = pull.base.sha
  if (await git.isAncestor(base, before)) throw new GitHubError(422, 'There are no new commits on the base branch.')
  const merged = await git.mergeTree(before, base)
  if (!('tree' in merged)) throw new GitHubError(422, 'merge conflict between base and head')
  const after = await git.writeCommit({
    tree: merged.tree,
    parents: [before, base],
    message: `Merge branch '${pull.base.ref}' into ${pull.head.ref}`,
    author: userSignature(user, context.now()),
    committer: githubSignature(context.now()),
  })
  markVerified(repo, after)
  const ref = `refs/heads/${pull.head.ref}`
  if (!(await git.updateRef(ref, before, after)))
    throw new GitHubError(422, 'expected head sha didn’t match current head ref.')
  await context.refChanged(repo, { ref, before, after, pusher: user })
}
