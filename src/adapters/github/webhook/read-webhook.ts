import type { z } from 'zod'
import { workflowBranch } from '../../../domain/iss-record.ts'
import { parseSlashCommands } from '../../../domain/parse-slash-commands.ts'
import { sha256Hex } from '../../../domain/sha256.ts'
import type { RepositoryRef } from '../../../application/ports/repository-ref.ts'
import type { IssueSnapshot, Sender, Signal, SignalBody } from '../../../application/signal.ts'
import { findMarker, markerText } from '../../../views/markers.ts'
import {
  type Envelope,
  EnvelopeSchema,
  type IssuePayload,
  payloads,
  type PullPayload,
  type WebhookEvent,
} from './payload.ts'

export interface WebhookContext {
  /** Logins that are us: the App's bot and its second identity. What they do is no news (I12). */
  ourLogins: readonly string[]
  appId: number
  /** MAC of a marker's text. */
  sign: (text: string) => string
  now: string
}

/** What a webhook asks for: signals for issues, and what concerns a whole repository. */
export interface ReadWebhook {
  signals: Signal[]
  /** The workflow branch or the default branch was changed by others. */
  forget: RepositoryRef | null
  /** Repositories the App was just installed on. */
  installed: RepositoryRef[]
}

type PayloadOf<E extends WebhookEvent> = z.infer<(typeof payloads)[E]>
interface Where {
  repository: RepositoryRef
  envelope: Envelope
  sender: Sender
  context: WebhookContext
}

const branchPattern = /^countersign\/ISS-(\d+)\/(\d+)\/(base|T[\d.]+)$/

/** Turns a webhook into signals; unknown events and actions mean nothing. Throws a ZodError on a payload of another shape. */
export function readWebhook(event: string, body: unknown, context: WebhookContext): ReadWebhook {
  const nothing: ReadWebhook = { signals: [], forget: null, installed: [] }
  if (!isKnown(event)) return nothing
  const envelope = EnvelopeSchema.parse(body)
  const installationId = envelope.installation?.id
  if (installationId === undefined) return nothing
  if (event === 'installation' || event === 'installation_repositories') {
    return { ...nothing, installed: readInstalled(event, body, envelope, installationId) }
  }
  if (envelope.repository === undefined) return nothing
  const repository = refOf(envelope.repository.full_name, installationId)
  const { login, id, type } = envelope.sender
  const sender: Sender = { login, id, appId: null, isBot: type === 'Bot' }
  if (context.ourLogins.includes(login)) return nothing
  const where: Where = { repository, envelope, sender, context }
  if (event === 'push') {
    const push = payloads.push.parse(body)
    const shared = [`refs/heads/${workflowBranch}`, `refs/heads/${envelope.repository.default_branch}`].includes(
      push.ref,
    )
    return { ...nothing, signals: readPush(push, where), forget: shared ? repository : null }
  }
  return { ...nothing, signals: readSignals(event, body, where) }
}

function isKnown(event: string): event is WebhookEvent {
  return Object.hasOwn(payloads, event)
}

function refOf(fullName: string, installationId: number): RepositoryRef {
  const [owner = '', name = ''] = fullName.split('/')
  return { owner, name, key: fullName, installationId }
}

function readInstalled(
  event: 'installation' | 'installation_repositories',
  body: unknown,
  envelope: Envelope,
  installationId: number,
): RepositoryRef[] {
  if (event === 'installation' && envelope.action !== 'created') return []
  const listed =
    event === 'installation'
      ? payloads.installation.parse(body).repositories
      : payloads.installation_repositories.parse(body).repositories_added
  return (listed ?? []).map((one) => refOf(one.full_name, installationId))
}

function readSignals(
  event: Exclude<WebhookEvent, 'push' | 'installation' | 'installation_repositories'>,
  body: unknown,
  where: Where,
): Signal[] {
  const action = where.envelope.action ?? ''
  switch (event) {
    case 'issues':
      return readIssue(action, payloads.issues.parse(body), where)
    case 'issue_comment':
      return action === 'created' ? readIssueComment(payloads.issue_comment.parse(body), where) : []
    case 'pull_request':
      return readPull(action, payloads.pull_request.parse(body), where)
    case 'pull_request_review':
      return readReview(action, payloads.pull_request_review.parse(body), where)
    case 'pull_request_review_comment':
      return action === 'created' ? readReviewComment(payloads.pull_request_review_comment.parse(body), where) : []
    case 'delete':
      return readDelete(payloads.delete.parse(body), where)
    case 'check_run':
      return readCheckRun(action, payloads.check_run.parse(body), where)
    case 'status': {
      const status = payloads.status.parse(body)
      return status.branches.flatMap((branch) =>
        ciSignal(where, branch.name, status.sha, status.context, `ci:status:${status.id}`),
      )
    }
    case 'workflow_run': {
      if (action !== 'completed') return []
      const { workflow_run: run } = payloads.workflow_run.parse(body)
      return ciSignal(where, run.head_branch ?? '', run.head_sha, run.name ?? '', `ci:run:${run.id}:${run.updated_at}`)
    }
  }
}

function signal(where: Where, issueNumber: number, planNumber: number | null, key: string, body: SignalBody): Signal {
  return { repository: where.repository, issueNumber, planNumber, key, at: where.context.now, ...body }
}

function snapshot(issue: IssuePayload): IssueSnapshot {
  return {
    number: issue.number,
    nodeId: issue.node_id,
    title: issue.title,
    body: issue.body ?? '',
    author: issue.user?.login ?? 'ghost',
    labels: issue.labels?.map((label) => label.name) ?? [],
    open: issue.state !== 'closed',
  }
}

function readIssue(action: string, { issue, label }: PayloadOf<'issues'>, where: Where): Signal[] {
  const { sender } = where
  const make = (key: string, body: SignalBody) => [
    signal(where, issue.number, null, `${key}:${issue.updated_at}`, body),
  ]
  switch (action) {
    case 'labeled':
      return label === undefined
        ? []
        : make(`labelled:${label.name}`, { kind: 'labelled', issue: snapshot(issue), label: label.name, sender })
    case 'edited':
      // Two edits in one second are told apart by their text.
      return make(`edited:${sha256Hex(`${issue.title}\0${issue.body ?? ''}`).slice(0, 16)}`, {
        kind: 'issue_edited',
        issue: snapshot(issue),
        sender,
      })
    case 'closed':
    case 'transferred':
    case 'deleted':
      return make(action, { kind: 'issue_left', how: action, sender })
    case 'reopened':
      return make(action, { kind: 'issue_reopened', sender })
    default:
      return []
  }
}

/** Talk is nobody's business here; only comments with a command in them are looked at. */
function asks(body: string, where: 'issue' | 'pull_request'): boolean {
  const { commands, problems } = parseSlashCommands(body, where)
  return commands.length + problems.length > 0
}

function readIssueComment({ issue, comment }: PayloadOf<'issue_comment'>, where: Where): Signal[] {
  const isIssue = issue.pull_request === undefined || issue.pull_request === null
  if (!asks(comment.body, isIssue ? 'issue' : 'pull_request')) return []
  const sender = { ...where.sender, appId: comment.performed_via_github_app?.id ?? null }
  const common = {
    kind: 'commented' as const,
    comment: { id: comment.id, nodeId: comment.node_id, body: comment.body },
    number: issue.number,
    sender,
  }
  const key = `comment:${comment.id}`
  if (isIssue) {
    return [signal(where, issue.number, null, key, { ...common, issue: snapshot(issue), leaf: null })]
  }
  const ours = findOurPull(issue, where.context)
  if (ours === undefined) return [signal(where, issue.number, null, key, { ...common, issue: null, leaf: 'other' })]
  return [signal(where, ours.issueNumber, ours.planNumber, key, { ...common, issue: null, leaf: ours.leaf })]
}

/** The payload of a comment doesn't name the pull request's branch; our own marker in its body does. */
function findOurPull(
  { body, user }: Pick<IssuePayload, 'body' | 'user'>,
  context: WebhookContext,
): { issueNumber: number; planNumber: number; leaf: string } | undefined {
  // Anybody can copy a marker with its MAC: it counts only in what we opened.
  if (user === null || !context.ourLogins.includes(user.login)) return undefined
  const marker = findMarker(body ?? '')
  if (marker === undefined || marker.mac !== context.sign(markerText(marker.kind, marker.key))) return undefined
  const match = /^SOL-ISS-(\d+)-(\d+)(?:\/(T[\d.]+))?$/.exec(marker.key)
  if (match === null || (marker.kind !== 'task' && marker.kind !== 'final')) return undefined
  return { issueNumber: Number(match[1]), planNumber: Number(match[2]), leaf: match[3] ?? 'base' }
}

function findPlace(branch: string): { issueNumber: number; planNumber: number; leaf: string } | undefined {
  const match = branchPattern.exec(branch)
  return match === null
    ? undefined
    : { issueNumber: Number(match[1]), planNumber: Number(match[2]), leaf: match[3] ?? '' }
}

function ourPull(pull: PullPayload, leaf: string) {
  return { number: pull.number, headSha: pull.head.sha, leaf }
}

function readPull(action: string, { pull_request: pull, label }: PayloadOf<'pull_request'>, where: Where): Signal[] {
  const { sender } = where
  if (action === 'labeled' && label !== undefined) {
    return [
      signal(where, pull.number, null, `labelled:${label.name}:${pull.number}`, {
        kind: 'labelled_pull',
        number: pull.number,
        label: label.name,
      }),
    ]
  }
  const place = findPlace(pull.head.ref)
  if (action !== 'closed' || place === undefined || !leadsHome(pull, place, where)) return []
  const body: SignalBody = {
    kind: 'pull_closed',
    pull: ourPull(pull, place.leaf),
    merged: pull.merged === true,
    mergeSha: pull.merge_commit_sha ?? null,
    sender,
  }
  return [signal(where, place.issueNumber, place.planNumber, `pull-closed:${pull.number}:${pull.closed_at}`, body)]
}

/** Somebody may open another pull request of the same branch; only the one into its own target is ours. */
function leadsHome(
  pull: PullPayload,
  place: { issueNumber: number; planNumber: number; leaf: string },
  where: Where,
): boolean {
  if (place.leaf === 'base') return pull.base.ref === where.envelope.repository?.default_branch
  const target = findPlace(pull.base.ref)
  return target?.leaf === 'base' && target.issueNumber === place.issueNumber && target.planNumber === place.planNumber
}

function readReview(
  action: string,
  { pull_request: pull, review }: PayloadOf<'pull_request_review'>,
  where: Where,
): Signal[] {
  const place = findPlace(pull.head.ref)
  if (place === undefined) return []
  const { sender } = where
  const common = { pull: ourPull(pull, place.leaf), reviewId: review.id, sender }
  const make = (key: string, body: SignalBody) => [signal(where, place.issueNumber, place.planNumber, key, body)]
  if (action === 'dismissed') return make(`dismissed:${review.id}`, { kind: 'review_dismissed', ...common })
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
  if (!asks(text, 'pull_request')) return []
  const comment = { id: review.id, nodeId: review.node_id, body: text }
  return make(`review:${review.id}`, {
    kind: 'commented',
    issue: null,
    comment,
    number: pull.number,
    leaf: place.leaf,
    sender,
  })
}

function readReviewComment(
  { pull_request: pull, comment }: PayloadOf<'pull_request_review_comment'>,
  where: Where,
): Signal[] {
  const place = findPlace(pull.head.ref)
  if (place === undefined || !asks(comment.body, 'pull_request')) return []
  const sender = { ...where.sender, appId: comment.performed_via_github_app?.id ?? null }
  const body: SignalBody = {
    kind: 'commented',
    issue: null,
    comment: { id: comment.id, nodeId: comment.node_id, body: comment.body },
    number: pull.number,
    leaf: place.leaf,
    sender,
  }
  return [signal(where, place.issueNumber, place.planNumber, `review-comment:${comment.id}`, body)]
}

function readPush(push: PayloadOf<'push'>, where: Where): Signal[] {
  const branch = push.ref.replace(/^refs\/heads\//, '')
  const place = findPlace(branch)
  // A deletion comes as an event of its own.
  if (place === undefined || push.deleted || (place.leaf === 'base' && !push.forced)) return []
  const { before, after, forced } = push
  const body: SignalBody = { kind: 'pushed', branch, leaf: place.leaf, before, after, forced, sender: where.sender }
  return [signal(where, place.issueNumber, place.planNumber, `head:${branch}:${before}:${after}`, body)]
}

function readDelete(deleted: PayloadOf<'delete'>, where: Where): Signal[] {
  const place = deleted.ref_type === 'branch' ? findPlace(deleted.ref) : undefined
  if (place === undefined) return []
  const key = `deleted:${deleted.ref}:${where.envelope.repository?.pushed_at ?? ''}`
  return [
    signal(where, place.issueNumber, place.planNumber, key, {
      kind: 'branch_deleted',
      branch: deleted.ref,
      leaf: place.leaf,
      sender: where.sender,
    }),
  ]
}

function readCheckRun(
  action: string,
  { check_run: run, requested_action: requested }: PayloadOf<'check_run'>,
  where: Where,
): Signal[] {
  const branch = run.check_suite?.head_branch ?? ''
  const ours = run.app?.id === where.context.appId
  if (action === 'requested_action' && ours && requested?.identifier === 'retry') {
    const place = findPlace(branch)
    if (place === undefined) return []
    return [
      signal(where, place.issueNumber, place.planNumber, `retry:${run.id}:${run.completed_at}`, {
        kind: 'retry_pressed',
        leaf: place.leaf,
        sender: where.sender,
      }),
    ]
  }
  if (action !== 'completed' || ours) return []
  return ciSignal(where, branch, run.head_sha, run.name, `ci:check:${run.id}:${run.completed_at}`)
}

function ciSignal(where: Where, branch: string, commitSha: string, name: string, key: string): Signal[] {
  const place = findPlace(branch)
  if (place === undefined) return []
  return [signal(where, place.issueNumber, place.planNumber, key, { kind: 'ci', leaf: place.leaf, commitSha, name })]
}
