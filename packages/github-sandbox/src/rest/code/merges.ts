import { textOf } from '../../handler/body-value.ts'
import { changeRef } from '../../changes/refs/change-ref.ts'
import { decideAuthorship } from '../../changes/refs/commit-authorship.ts'
import { presentCommit } from '../../present/code/commit.ts'
import { GitHubError, type Routes } from '../../handler/route.ts'
import { markVerified } from '../../world/verified-commits.ts'
import { openForWriting } from './git-objects.ts'

export const mergeRoutes: Routes = {
  'POST /repos/{owner}/{repo}/merges': async (context) => {
    const { repo, git } = openForWriting(context)
    const base = String(context.body['base'])
    const head = String(context.body['head'])
    const ref = `refs/heads/${base.replace(/^refs\/heads\//, '')}`
    const before = await git.readRef(ref)
    if (before === undefined) throw new GitHubError(404, 'Base does not exist')
    const theirs = await git.resolve(head)
    if (theirs === undefined) throw new GitHubError(404, 'Head does not exist')
    if (await git.isAncestor(theirs, before)) return { status: 204 }
    const merged = await git.mergeTree(before, theirs)
    if (!('tree' in merged)) throw new GitHubError(409, 'Merge conflict')
    const { author, committer } = decideAuthorship({ ...context, body: {} }, true)
    const message = textOf(context.body['commit_message']) ?? `Merge ${head} into ${base}`
    const after = await git.writeCommit({ tree: merged.tree, parents: [before, theirs], message, author, committer })
    markVerified(repo, after)
    if (!(await changeRef(context, repo, { ref, before, after }, 409)))
      throw new GitHubError(409, 'Base branch was modified')

    return { status: 201, body: presentCommit(context, repo, await git.readCommit(after)) }
  },
}
