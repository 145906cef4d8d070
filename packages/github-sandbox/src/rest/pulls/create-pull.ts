import { textOf } from '../../handler/body-value.ts'
import { emitPull } from '../../changes/issues/emit-issue.ts'
import { findOpenPull } from '../../changes/issues/prepare-reopening.ts'
import { GitHubError, type RouteContext } from '../../handler/route.ts'
import { isActionsApp } from '../../world/actions-app.ts'
import { setPullHead } from '../../changes/set-pull-head.ts'
import {
  refuseLongBody,
  refuseLongText,
  titleLimitCharacters,
  validationFailed,
} from '../../handler/validation-failed.ts'
import type { Issue, Pull, Repository } from '../../world/world.ts'
import { openIssue } from '../../changes/issues/open-issue.ts'

/** Opens a pull request between two branches of the repository; 422 for every reason GitHub has. */
export async function createPull(context: RouteContext, repo: Repository): Promise<{ pull: Pull; issue: Issue }> {
  refuseActions(context, repo)
  const title = textOf(context.body['title']) ?? ''
  const body = textOf(context.body['body'])
  if (title.trim() === '') throw validationFailed({ resource: 'PullRequest', field: 'title', code: 'missing_field' })
  refuseLongText('Issue', 'title', title, titleLimitCharacters)
  if (body !== undefined) refuseLongBody('PullRequest', body)
  const sides = await resolveSides(context, repo)
  refuseSecondPull(repo, sides)
  const issue = openIssue({
    id: context.newId(),
    number: repo.nextNumber,
    title,
    body: body ?? null,
    user: context.user().login,
    createdAt: context.now(),
  })
  const pull: Pull = {
    id: context.newId(),
    number: issue.number,
    draft: context.body['draft'] === true,
    ...sides,
    merged: false,
    mergedAt: null,
    mergedBy: null,
    mergeCommitSha: null,
    mergeable: null,
    requestedReviewers: [],
    reviews: [],
    reviewComments: [],
  }
  repo.nextNumber += 1
  repo.issues.push(issue)
  repo.pulls.push(pull)
  await setPullHead(context, repo, pull, pull.head.sha)
  await emitPull(context, repo, pull, issue, issue.user, 'opened')

  return { pull, issue }
}

/** Whatever the permissions of the job: a setting of the repository decides. */
export function refuseActions({ actor }: Pick<RouteContext, 'actor'>, repo: Repository): void {
  if (repo.actionsMayOpenPulls !== false || actor.kind !== 'installation' || !isActionsApp(actor.app)) return
  throw new GitHubError(403, 'GitHub Actions is not permitted to create or approve pull requests.')
}

async function resolveSides(context: RouteContext, repo: Repository): Promise<Pick<Pull, 'head' | 'base'>> {
  const git = context.git(repo)
  const head = readHead(context, repo)
  const base = textOf(context.body['base']) ?? ''
  const baseSha = await git.readRef(`refs/heads/${base}`)
  if (baseSha === undefined) throw validationFailed({ resource: 'PullRequest', field: 'base', code: 'invalid' })
  const headSha = await git.readRef(`refs/heads/${head}`)
  if (headSha === undefined) throw validationFailed({ resource: 'PullRequest', field: 'head', code: 'invalid' })
  if (await git.isAncestor(headSha, baseSha)) throw refusal(`No commits between ${base} and ${head}`)
  if ((await git.mergeBase(baseSha, headSha)) === undefined)
    throw refusal(`The ${head} branch has no history in common with ${base}`)

  return { head: { ref: head, sha: headSha }, base: { ref: base, sha: baseSha } }
}

/** The head branch: `branch` or `owner:branch`; there are no forks here. */
function readHead(context: RouteContext, repo: Repository): string {
  const [first = '', ...rest] = (textOf(context.body['head']) ?? '').split(':')
  if (rest.length === 0) return first
  if (first.toLowerCase() !== repo.owner.toLowerCase())
    throw validationFailed({ resource: 'PullRequest', field: 'head', code: 'invalid' })

  return rest.join(':')
}

function refuseSecondPull(repo: Repository, sides: Pick<Pull, 'head' | 'base'>): void {
  if (findOpenPull(repo, sides.head.ref, sides.base.ref))
    throw refusal(`A pull request already exists for ${repo.owner}:${sides.head.ref}.`)
}

function refusal(message: string) {
  return validationFailed({ resource: 'PullRequest', code: 'custom', message })
}
