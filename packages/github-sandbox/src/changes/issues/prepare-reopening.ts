import type { ChangeContext } from '../../handler/change-context.ts'
import { setPullHead } from '../set-pull-head.ts'
import { validationFailed } from '../../handler/validation-failed.ts'
import type { Pull, Repository } from '../../world/world.ts'

/** Throws 422 where a closed pull request can't be reopened; else takes over commits pushed to its branch meanwhile. */
export async function prepareReopening(context: ChangeContext, repo: Repository, pull: Pull): Promise<void> {
  const git = context.git(repo)
  const head = await git.readRef(`refs/heads/${pull.head.ref}`)
  const base = await git.readRef(`refs/heads/${pull.base.ref}`)
  if (pull.merged) throw refusal('The pull request has been merged.')
  if (head === undefined) throw refusal(`The ${pull.head.ref} branch has been deleted.`)
  if (base === undefined) throw refusal(`The ${pull.base.ref} branch has been deleted.`)
  if (!(await git.isAncestor(pull.head.sha, head)))
    throw refusal(`The ${pull.head.ref} branch was force-pushed or recreated.`)
  if (await git.isAncestor(head, base))
    throw refusal(`There are no new commits between base branch '${pull.base.ref}' and head branch '${pull.head.ref}'`)
  if (findOpenPull(repo, pull.head.ref, pull.base.ref))
    throw refusal(`There is already an open pull request from ${pull.head.ref} to ${pull.base.ref}.`)
  pull.base.sha = base
  await setPullHead(context, repo, pull, head)
}

/** The open pull request between two branches; there is one at most. */
export function findOpenPull(repo: Repository, head: string, base: string): Pull | undefined {
  return repo.pulls.find(
    (pull) =>
      pull.head.ref === head &&
      pull.base.ref === base &&
      repo.issues.some((issue) => issue.number === pull.number && issue.state === 'open'),
  )
}

function refusal(reason: string) {
  const message = `state cannot be changed. ${reason}`

  return validationFailed({ resource: 'PullRequest', field: 'state', code: 'invalid', message })
}
