import { workflowBranch } from '../../../domain/records/iss-record.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import type { Sender, Message } from '../../../application/ports/queues/message.ts'
import { type Envelope, EnvelopeSchema, payloads, type WebhookEvent, UserSchema } from './payload.ts'
import { PickedPayload } from './picked-payload.ts'
import { ciMessage, readCheckRun, readDelete, readPush } from './read-branch-webhook.ts'
import { readIssue, readIssueComment } from './read-issue-webhook.ts'
import { readMergeGroup, readPull, readReview, readReviewComment } from './read-pull-webhook.ts'
import type { WebhookContext, Where } from './webhook-place.ts'

/** What a webhook asks for: messages for issues, and what concerns a whole repository. */
export interface ReadWebhook {
  messages: Message[]
  /** The workflow branch or the default branch was changed by others. */
  forget: RepositoryRef | null
  /** Repositories the App was just installed on. */
  installed: RepositoryRef[]
  /**
   * What was read of it: an eighth, of the same shape, and read in its place it means the same. It is what is stored
   * (decision 102). Null where nothing comes of it.
   */
  kept: object | null
}

/** Turns a webhook into messages; unknown events and actions mean nothing. Throws a ZodError on a payload of another shape. */
export function readWebhook(event: string, body: unknown, context: WebhookContext): ReadWebhook {
  const nothing: ReadWebhook = { messages: [], forget: null, installed: [], kept: null }
  if (!isKnown(event)) return nothing
  const envelope = EnvelopeSchema.parse(body)
  const sender = readSender(event, envelope)
  const installationId = envelope.installation?.id
  if (installationId === undefined) return nothing
  const payload = new PickedPayload(body, envelope)
  if (event === 'installation' || event === 'installation_repositories') {
    return { ...nothing, installed: readInstalled(event, payload, installationId), kept: payload.kept }
  }
  if (envelope.repository === undefined) return nothing
  const repository = refOf(envelope.repository.full_name, installationId)
  if (sender !== null && context.ourLogins.includes(sender.login)) return nothing
  if (event === 'push') {
    const push = payload.pick('push')
    const shared = [`refs/heads/${workflowBranch}`, `refs/heads/${envelope.repository.default_branch}`].includes(
      push.ref,
    )
    // Nobody is made up for a push that doesn't say who: the reconciler finds the version, and asks GitHub.
    const messages = sender === null ? [] : readPush(push, { repository, envelope, sender, context })
    return { ...nothing, messages, forget: shared ? repository : null, kept: payload.kept }
  }
  if (sender === null) return nothing
  const messages = readMessages(event, payload, { repository, envelope, sender, context })
  return { ...nothing, messages, kept: payload.kept }
}

function readSender(event: WebhookEvent, { sender }: Envelope): Sender | null {
  if (sender === undefined && event === 'push') return null
  const { login, id, type } = UserSchema.parse(sender)
  return { login, id, appId: null, isBot: type === 'Bot' }
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
  payload: PickedPayload,
  installationId: number,
): RepositoryRef[] {
  if (event === 'installation' && payload.envelope.action !== 'created') return []
  const listed =
    event === 'installation'
      ? payload.pick('installation').repositories
      : payload.pick('installation_repositories').repositories_added
  return (listed ?? []).map((one) => refOf(one.full_name, installationId))
}

function readMessages(
  event: Exclude<WebhookEvent, 'push' | 'installation' | 'installation_repositories'>,
  payload: PickedPayload,
  where: Where,
): Message[] {
  const action = where.envelope.action ?? ''
  switch (event) {
    case 'issues':
      return readIssue(action, payload.pick('issues'), where)
    case 'issue_comment':
      return action === 'created' ? readIssueComment(payload.pick('issue_comment'), where) : []
    case 'pull_request':
      return readPull(action, payload.pick('pull_request'), where)
    case 'pull_request_review':
      return readReview(action, payload.pick('pull_request_review'), where)
    case 'pull_request_review_comment':
      return action === 'created' ? readReviewComment(payload.pick('pull_request_review_comment'), where) : []
    case 'merge_group':
      return readMergeGroup(action, payload.pick('merge_group'), where)
    case 'delete':
      return readDelete(payload.pick('delete'), where)
    case 'check_run':
      return readCheckRun(action, payload.pick('check_run'), where)
    case 'status': {
      const status = payload.pick('status')
      return status.branches.flatMap((branch) =>
        ciMessage(where, branch.name, status.sha, status.context, `ci:status:${status.id}`),
      )
    }
    case 'workflow_run': {
      if (action !== 'completed') return []
      const { workflow_run: run } = payload.pick('workflow_run')
      return ciMessage(where, run.head_branch ?? '', run.head_sha, run.name ?? '', `ci:run:${run.id}:${run.updated_at}`)
    }
  }
}
