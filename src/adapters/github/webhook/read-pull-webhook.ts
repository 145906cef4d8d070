import type { PullFacts } from '../../../application/ports/queues/message.ts'
import type { Message, MessageBody } from '../../../application/ports/queues/message.ts'
import type { PullPayload } from './payload.ts'
import { asksSomething, botName, findPlace, type PayloadOf, message, type Where } from './webhook-place.ts'

function ourPull(pull: PullPayload, leaf: string) {
  return { number: pull.number, headSha: pull.head.sha, leaf }
}

export function readPull(
  action: string,
  { pull_request: pull, label }: PayloadOf<'pull_request'>,
  where: Where,
): Message[] {
  const { sender } = where
  if (action === 'labeled' && label !== undefined) {
    return [
      message(where, pull.number, null, `labelled:${label.name}:${pull.number}`, {
        kind: 'labelled_pull',
        number: pull.number,
        label: label.name,
      }),
    ]
  }
  const place = findPullPlace(pull)
  if (seeing.has(action)) return [seen(where, pull, place)]
  if (place === undefined) return []
  if (action === 'ready_for_review') {
    const key = `pull-ready:${pull.number}:${pull.updated_at ?? ''}`
    return [message(where, place.issueNumber, place.planNumber, key, { kind: 'pull_ready', number: pull.number })]
  }
  if (action !== 'closed') return []
  const body: MessageBody = {
    kind: 'pull_closed',
    pull: ourPull(pull, place.leaf),
    merged: pull.merged === true,
    mergeSha: pull.merge_commit_sha ?? null,
    sender,
  }
  return [message(where, place.issueNumber, place.planNumber, `pull-closed:${pull.number}:${pull.closed_at}`, body)]
}

/** After these its check is of another commit, or of another branch. */
const seeing: ReadonlySet<string> = new Set(['opened', 'reopened', 'synchronize', 'edited'])

function seen(where: Where, pull: PullPayload, place: ReturnType<typeof findPlace>): Message {
  const key = `pull-seen:${pull.number}:${pull.head.sha}:${pull.base.ref}`
  const facts = describePull(pull, place)
  return message(where, place?.issueNumber ?? pull.number, null, key, { kind: 'pull_seen', pull: facts })
}

/** What a pull request's check goes by. */
export function describePull(pull: DescribedPull, place = findPullPlace(pull)): PullFacts {
  const { number, head, base } = pull
  return {
    number,
    headSha: head.sha,
    home: place === undefined ? null : { issueNumber: place.issueNumber, leaf: place.leaf },
    isOurBranch: head.repo?.id === base.repo.id && head.ref.startsWith('countersign/'),
  }
}

const groupPattern = /\/pr-(\d+)-[0-9a-f]{40,64}$/

/** The branch of a merge queue names the pull request that was put on top of those before it. */
export function readMergeGroup(
  action: string,
  { merge_group: group }: PayloadOf<'merge_group'>,
  where: Where,
): Message[] {
  const number = Number(groupPattern.exec(group.head_ref)?.[1] ?? 0)
  if (action !== 'checks_requested' || number === 0) return []
  const key = `merge-queued:${number}:${group.head_sha}`
  return [message(where, number, null, key, { kind: 'merge_queued', number, commit: group.head_sha })]
}

type DescribedPull = Pick<PullPayload, 'number' | 'head' | 'base'>

/**
 * Where a pull request of ours belongs. Anybody may open another one of a branch of ours, or of a branch of that name in
 * a fork: only the one from here into its own target is ours.
 */
function findPullPlace({ head, base }: DescribedPull): ReturnType<typeof findPlace> {
  const place = head.repo?.id === base.repo.id ? findPlace(head.ref) : undefined
  if (place === undefined) return undefined
  if (place.leaf === 'base') return base.ref === base.repo.default_branch ? place : undefined
  const target = findPlace(base.ref)
  const isHome =
    target?.leaf === 'base' && target.issueNumber === place.issueNumber && target.planNumber === place.planNumber
  return isHome ? place : undefined
}

export function readReview(
  action: string,
  { pull_request: pull, review }: PayloadOf<'pull_request_review'>,
  where: Where,
): Message[] {
  const place = findPullPlace(pull)
  if (place === undefined) return []
  const { sender } = where
  const common = { pull: ourPull(pull, place.leaf), reviewId: review.id, sender }
  const make = (key: string, body: MessageBody) => [message(where, place.issueNumber, place.planNumber, key, body)]
  if (action === 'dismissed') {
    const login = review.user?.login ?? ''
    const reviewer = where.context.ourLogins.includes(login) ? null : login
    const commitSha = review.commit_id ?? pull.head.sha
    return make(`dismissed:${review.id}`, { kind: 'review_dismissed', ...common, reviewer, commitSha })
  }
  if (action !== 'submitted') return []
  const text = review.body ?? ''
  const verdicts = { approved: 'approve', changes_requested: 'request_changes' } as const
  const state = review.state.toLowerCase()
  if (state === 'approved' || state === 'changes_requested') {
    return make(`review:${review.id}`, {
      kind: 'reviewed',
      ...common,
      verdict: verdicts[state],
      commitSha: review.commit_id ?? pull.head.sha,
      text,
    })
  }
  if (!asksSomething(text, 'pull_request', where)) return []
  const comment = {
    id: review.id,
    nodeId: review.node_id,
    body: text,
    writtenAt: review.submitted_at == null ? where.context.now : where.context.toOwnTime(review.submitted_at),
  }
  return make(`review:${review.id}`, {
    kind: 'commented',
    issue: null,
    comment,
    number: pull.number,
    leaf: place.leaf,
    bot: botName(where.context),
    sender,
  })
}

export function readReviewComment(
  { pull_request: pull, comment }: PayloadOf<'pull_request_review_comment'>,
  where: Where,
): Message[] {
  const place = findPullPlace(pull)
  if (place === undefined || !asksSomething(comment.body, 'pull_request', where)) return []
  const sender = { ...where.sender, appId: comment.performed_via_github_app?.id ?? null }
  const body: MessageBody = {
    kind: 'commented',
    issue: null,
    comment: {
      id: comment.id,
      nodeId: comment.node_id,
      body: comment.body,
      writtenAt: where.context.toOwnTime(comment.created_at),
    },
    number: pull.number,
    leaf: place.leaf,
    bot: botName(where.context),
    sender,
  }
  return [message(where, place.issueNumber, place.planNumber, `review-comment:${comment.id}`, body)]
}
