import type { RepositoryRef } from '../../../application/repository-ref.ts'
import type { ChangedIssue } from '../../../application/ports/forge/forge-reader.ts'
import type { Message } from '../../../application/ports/queues/message.ts'
import { call } from '../client/github-fault.ts'
import type { InstallationClient } from '../client/installation-client.ts'
import type { WebhookContext } from '../webhook/webhook-place.ts'
import { isOurs, type RestUser, restWhere } from './rest-where.ts'

/** What somebody did to an issue or pull request, and which label or review it was about. */
interface TimelineEvent {
  event: string
  actor: RestUser | null
  at: string
  label: string | null
  reviewId: number | null
}

/** The newest labelling of an issue, from its timeline; undefined where it was ours. */
export async function findLabelling(
  client: InstallationClient,
  repository: RepositoryRef,
  { snapshot }: ChangedIssue,
  label: string,
  context: WebhookContext,
): Promise<Message | undefined> {
  const events = await readTimeline(client, repository, snapshot.number)
  const found = events.findLast((one) => one.event === 'labeled' && one.label === label)
  if (found === undefined || isOurs(found.actor, context)) return undefined
  const { sender } = restWhere(repository, found.actor, context)
  const about = { repository, issueNumber: snapshot.number, planNumber: null, at: context.now }
  return { ...about, key: `labelled:${label}:${found.at}`, kind: 'labelled', issue: snapshot, label, sender }
}

/** How an issue that is open came to be so, from its timeline; undefined where it was never closed, or we did it. */
export async function findReopening(
  client: InstallationClient,
  repository: RepositoryRef,
  issueNumber: number,
  context: WebhookContext,
): Promise<Message | undefined> {
  const events = await readTimeline(client, repository, issueNumber)
  const found = events.findLast(({ event }) => event === 'reopened' || event === 'closed')
  if (found?.event !== 'reopened' || isOurs(found.actor, context)) return undefined
  const { sender } = restWhere(repository, found.actor, context)
  const about = { repository, issueNumber, planNumber: null, at: context.now }
  return { ...about, key: `reopened:${found.at}`, kind: 'issue_reopened', sender }
}

/** Who dismissed reviews of a pull request and when (ISO 8601), by the reviews' ids. */
export async function readDismissals(
  client: InstallationClient,
  repository: RepositoryRef,
  number: number,
): Promise<Map<number, Pick<TimelineEvent, 'actor' | 'at'>>> {
  const events = await readTimeline(client, repository, number)
  return new Map(
    events.flatMap(({ event, reviewId, actor, at }) =>
      event === 'review_dismissed' && reviewId !== null ? [[reviewId, { actor, at }] as const] : [],
    ),
  )
}

/** When the head of a pull request was pushed over by force last (ISO 8601); undefined where it never was. */
export async function findForcePush(
  client: InstallationClient,
  repository: RepositoryRef,
  number: number,
): Promise<string | undefined> {
  const events = await readTimeline(client, repository, number)
  return events.findLast(({ event }) => event === 'head_ref_force_pushed')?.at
}

/** Oldest first; what isn't known to have happened at a time is left out. */
async function readTimeline(
  client: InstallationClient,
  repository: RepositoryRef,
  issueNumber: number,
): Promise<TimelineEvent[]> {
  const octokit = await client.octokit(repository)
  const place = { owner: repository.owner, repo: repository.name, issue_number: issueNumber, per_page: 100 }
  // Of each page only what counts is held: it may have ten thousand comments.
  return call('read the timeline', () =>
    octokit.paginate('GET /repos/{owner}/{repo}/issues/{issue_number}/timeline', place, ({ data }) =>
      data.flatMap((one): TimelineEvent[] => {
        if (!('actor' in one) || !('created_at' in one) || one.created_at === undefined || one.event === undefined)
          return []
        if (one.event === 'commented') return []
        const label = 'label' in one && 'name' in one.label ? (one.label.name ?? null) : null
        const reviewId = 'dismissed_review' in one ? one.dismissed_review.review_id : null
        return [{ event: one.event, actor: one.actor ?? null, at: one.created_at, label, reviewId }]
      }),
    ),
  )
}
