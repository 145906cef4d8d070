import { hash } from 'node:crypto'
import type { IssueSnapshot, Message, MessageBody } from '../../../application/ports/queues/message.ts'
import { findMarker, markerText } from '../../../views/markdown/markers.ts'
import type { IssuePayload } from './payload.ts'
import { asksSomething, botName, type PayloadOf, message, type WebhookContext, type Where } from './webhook-place.ts'

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

export function readIssue(action: string, { issue, label }: PayloadOf<'issues'>, where: Where): Message[] {
  const { sender } = where
  const make = (key: string, body: MessageBody) => [
    message(where, issue.number, null, `${key}:${issue.updated_at}`, body),
  ]
  switch (action) {
    case 'labeled':
      return label === undefined
        ? []
        : make(`labelled:${label.name}`, { kind: 'labelled', issue: snapshot(issue), label: label.name, sender })
    case 'edited':
      // Two edits in one second are told apart by their text.
      return make(`edited:${hash('sha256', `${issue.title}\0${issue.body ?? ''}`).slice(0, 16)}`, {
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

export function readIssueComment({ issue, comment }: PayloadOf<'issue_comment'>, where: Where): Message[] {
  const isIssue = issue.pull_request === undefined || issue.pull_request === null
  if (!asksSomething(comment.body, isIssue ? 'issue' : 'pull_request', where)) return []
  const sender = { ...where.sender, appId: comment.performed_via_github_app?.id ?? null }
  const common = {
    kind: 'commented' as const,
    comment: {
      id: comment.id,
      nodeId: comment.node_id,
      body: comment.body,
      writtenAt: where.context.toOwnTime(comment.created_at),
    },
    number: issue.number,
    bot: botName(where.context),
    sender,
  }
  const key = `comment:${comment.id}`
  if (isIssue) {
    return [message(where, issue.number, null, key, { ...common, issue: snapshot(issue), leaf: null })]
  }
  const ours = findOurPull(issue, where.context)
  if (ours === undefined) return [message(where, issue.number, null, key, { ...common, issue: null, leaf: 'other' })]
  return [message(where, ours.issueNumber, ours.planNumber, key, { ...common, issue: null, leaf: ours.leaf })]
}

/** The payload of a comment doesn't name the pull request's branch; our own marker in its body does. */
function findOurPull(
  { body, user }: Pick<IssuePayload, 'body' | 'user'>,
  context: WebhookContext,
): { issueNumber: number; planNumber: number; leaf: string } | undefined {
  // Anybody can copy a marker with its MAC: it counts only in what we opened.
  if (user === null || !context.ourLogins.includes(user.login)) return undefined
  const marker = findMarker(body ?? '')
  if (marker === undefined || !context.holdsMarker(markerText(marker.kind, marker.key), marker.mac)) return undefined
  const match = /^SOL-ISS-(\d+)-(\d+)(?:\/(T[\d.]+))?$/.exec(marker.key)
  if (match === null || (marker.kind !== 'task' && marker.kind !== 'final')) return undefined
  return { issueNumber: Number(match[1]), planNumber: Number(match[2]), leaf: match[3] ?? 'base' }
}
