import type { RepositoryRef } from '../../../application/repository-ref.ts'
import type { Message } from '../../../application/ports/queues/message.ts'
import { call } from '../client/github-fault.ts'
import type { InstallationClient } from '../client/installation-client.ts'
import { payloads } from '../webhook/payload.ts'
import { readPull, readReview, readReviewComment } from '../webhook/read-pull-webhook.ts'
import type { WebhookContext } from '../webhook/webhook-place.ts'
import { onceDone } from '../../../application/attempts/once-done.ts'
import { findForcePush, readDismissals } from './read-timeline.ts'
import { isOurs, type RestUser, restWhere } from './rest-where.ts'

/** Reviews that a verdict may follow from. */
const judging = new Set(['APPROVED', 'CHANGES_REQUESTED'])

/**
 * What people did in a pull request: reviews and their dismissal, commands in review comments, closing or merging it.
 * What is older than `since` was heard then; the record doesn't know it for ever. Three requests, one more where a review
 * was dismissed, and one where somebody judged.
 */
export async function readPullNews(
  client: InstallationClient,
  repository: RepositoryRef,
  number: number,
  since: string,
  context: WebhookContext,
): Promise<Message[]> {
  const octokit = await client.octokit(repository)
  const place = { owner: repository.owner, repo: repository.name, pull_number: number }
  const [{ data: pull }, reviews, comments] = await call('look at a pull request', () =>
    Promise.all([
      octokit.rest.pulls.get(place),
      octokit.paginate(octokit.rest.pulls.listReviews, { ...place, per_page: 100 }),
      octokit.paginate(octokit.rest.pulls.listReviewComments, { ...place, per_page: 100 }),
    ]),
  )
  const messages: Message[] = []
  const dismissed = reviews.some(({ state }) => state === 'DISMISSED')
  const dismissals = dismissed ? await readDismissals(client, repository, number) : new Map<number, never>()
  const forced = onceDone(() => findForcePush(client, repository, number))
  // GitHub moves the reviews of a pull request to the head that is pushed over it by force, where they stay when more is pushed.
  const isBeforeForce = async ({ submitted_at: at }: { submitted_at?: string | null | undefined }) => {
    const time = await forced()
    return time !== undefined && (at == null || Date.parse(at) <= Date.parse(time))
  }
  const isNew = (at: string | null | undefined) => at != null && Date.parse(at) >= Date.parse(since)
  for (const review of reviews) {
    if (review.state === 'DISMISSED') {
      const dismissal = dismissals.get(review.id)
      // Who did it must have the role for it; where the timeline doesn't say, nobody has.
      if (dismissal === undefined || !isNew(dismissal.at) || isOurs(dismissal.actor, context)) continue
      const payload = payloads.pull_request_review.parse({ pull_request: pull, review })
      messages.push(...readReview('dismissed', payload, restWhere(repository, dismissal.actor, context)))
      continue
    }
    if (isOurs(review.user, context) || !isNew(review.submitted_at)) continue
    const payload = payloads.pull_request_review.parse({ pull_request: pull, review })
    const said = readReview('submitted', payload, restWhere(repository, review.user, context))
    const isMoved = judging.has(review.state) && (await isBeforeForce(review))
    messages.push(...said.filter(({ kind }) => !isMoved || kind !== 'reviewed'))
  }
  const submittedAt = new Map(reviews.map((review) => [review.id, review.submitted_at]))
  for (const comment of comments) {
    // Drafted long before, it is said with its review.
    const saidAt = submittedAt.get(comment.pull_request_review_id ?? 0) ?? comment.created_at
    if (isOurs(comment.user, context) || !isNew(saidAt)) continue
    const payload = payloads.pull_request_review_comment.parse({ pull_request: pull, comment })
    messages.push(...readReviewComment(payload, restWhere(repository, comment.user, context)))
  }
  if (pull.state === 'closed') messages.push(...(await readClosing(client, repository, pull, context)))
  else if (pull.draft !== true) messages.push(...readReady(repository, pull, context))
  return messages
}

/** Whether it was a draft before, only the record knows. */
function readReady(repository: RepositoryRef, pull: { user: RestUser | null }, context: WebhookContext): Message[] {
  return readPull(
    'ready_for_review',
    payloads.pull_request.parse({ pull_request: pull }),
    restWhere(repository, pull.user, context),
  )
}

async function readClosing(
  client: InstallationClient,
  repository: RepositoryRef,
  pull: {
    number: number
    merged_by: { login: string; id: number; type: string } | null
  },
  context: WebhookContext,
): Promise<Message[]> {
  const octokit = await client.octokit(repository)
  const place = { owner: repository.owner, repo: repository.name, issue_number: pull.number }
  const closer =
    pull.merged_by ?? (await call('see who closed it', () => octokit.rest.issues.get(place))).data.closed_by
  if (closer == null || isOurs(closer, context)) return []
  const where = restWhere(repository, closer, context)
  return readPull('closed', payloads.pull_request.parse({ pull_request: pull }), where)
}
