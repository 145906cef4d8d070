import type { Artifact } from '../../../domain/records/artifact.ts'
import type { GitHubReview, Review } from '../../../domain/records/review.ts'
import type { PersonReviews, ShownReview } from '../../ports/forge/person-reviews.ts'
import type { Findings } from '../findings.ts'

/** What the record says of a person's review on GitHub. */
interface NamedReview {
  task: string
  login: string
  commitSha: string
  review: GitHubReview
}

/** GitHub still shows the reviews that people gave these verdicts in, as the record has them. */
export async function checkPersonReviews(
  reviews: PersonReviews | null,
  { records, versions }: { records: readonly Review[]; versions: readonly Artifact[] },
  findings: Findings,
): Promise<void> {
  const unseen: NamedReview[] = []
  // One after the other, as GitHub wants to be asked.
  for (const one of records.flatMap(findNamed)) {
    const is = await reviews?.find(one.review.pull_request, one.review.id)
    if (is === undefined || is === 'not_allowed') unseen.push(one)
    else if (is === 'gone') findings.doubt('review_gone', one.task, `GitHub doesn’t show ${describe(one)} (any more)`)
    else compare(one, is, versions, findings)
  }
  if (unseen.length > 0) sayUnseen(unseen, reviews === null, findings)
  if (reviews !== null) sayUnnamed(records, findings)
}

/** Each once: several criteria may have been judged in one. */
function findNamed(record: Review): NamedReview[] {
  const { task, commit_sha: commitSha, reviewer, github_review: whole } = record
  const parts = record.criteria.flatMap(({ judge, github_review: review }) =>
    review === undefined ? [] : [{ task, commitSha, login: judge ?? '', review }],
  )
  const all = whole === undefined ? parts : [{ task, commitSha, login: reviewer.slice(1), review: whole }, ...parts]
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
}

function compare(
  one: NamedReview,
  { user, state, commitSha }: ShownReview,
  versions: readonly Artifact[],
  findings: Findings,
): void {
  const { task, login, review } = one
  const what = describe(one)
  if (user === null) findings.doubt('review_differs', task, `the account that gave ${what} is gone from GitHub`)
  else if (user.id !== review.user_id) findings.fault('review_differs', task, `${what} is by @${user.login} on GitHub`)
  else if (user.login !== login) findings.note('review_differs', task, `@${login} is called @${user.login} by now`)
  if (state === 'DISMISSED') sayDismissed(one, findings)
  else if (state !== review.state)
    findings.fault('review_differs', task, `${what} says ${state} on GitHub, the record ${review.state}`)
  if (commitSha !== one.commitSha) sayMoved(one, commitSha, versions, findings)
}

/** GitHub moves it to the new head after a push by force: no harm where that has the same files, or nothing was approved. */
function sayMoved(one: NamedReview, commitSha: string | null, versions: readonly Artifact[], findings: Findings): void {
  const treeOf = (sha: string | null) =>
    versions.find(({ task, commit_sha: commit }) => task === one.task && commit === sha)?.tree_sha
  const now = commitSha === null ? 'none' : commitSha.slice(0, 7)
  const message = `${describe(one)} was on ${one.commitSha.slice(0, 7)}, GitHub says ${now}; a force push moves it`
  const tree = treeOf(commitSha)
  const isHarmless = one.review.state !== 'APPROVED' || (tree !== undefined && tree === treeOf(one.commitSha))
  if (isHarmless) findings.note('review_differs', one.task, message)
  else findings.doubt('review_differs', one.task, message)
}

/** An approval that was taken back is not one; changes that nobody asks for any more are no harm. */
function sayDismissed(one: NamedReview, findings: Findings): void {
  const message = `${describe(one)} was dismissed on GitHub`
  if (one.review.state === 'APPROVED') findings.doubt('review_dismissed', one.task, message)
  else findings.note('review_dismissed', one.task, message)
}

function sayUnseen(unseen: readonly NamedReview[], byClone: boolean, findings: Findings): void {
  const why = byClone ? 'that takes --repo OWNER/NAME and GITHUB_TOKEN' : 'the token may not read pull requests'
  const which = unseen.map((one) => `${one.task} by @${one.login}`).join(', ')
  findings.note('reviews_not_looked_at', null, `people’s reviews were not compared with GitHub (${which}): ${why}`)
}

/** Nothing on GitHub has been named to compare with: a comment, a merge by hand, an older record. */
function sayUnnamed(records: readonly Review[], findings: Findings): void {
  const unnamed = records.filter((record) => record.reviewer.includes('@') && findNamed(record).length === 0)
  if (unnamed.length === 0) return
  const which = unnamed.map(({ task, reviewer }) => `${task} by ${reviewer}`).join(', ')
  const message = `the record names no review on GitHub to compare with (${which})`
  findings.note('reviews_not_looked_at', null, message)
}

function describe({ login, review }: NamedReview): string {
  return `review ${review.id} by @${login} of pull request #${review.pull_request}`
}
