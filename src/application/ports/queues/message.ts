import type { WorkEvent } from '../../../domain/work/draft/work-event.ts'
import type { RepositoryRef } from '../../repository-ref.ts'
import type { Restoration } from '../state/state-store.ts'

/** Who caused it, as GitHub says; what they may do is looked up when it is carried out. */
export interface Sender {
  login: string
  id: number
  /** App id where a bot acted. */
  appId: number | null
  isBot: boolean
}

export interface IssueSnapshot {
  number: number
  nodeId: string
  title: string
  body: string
  author: string
  labels: string[]
  open: boolean
}

/** A pull request of ours: which plan and which leaf (`base`, `T1`) its head branch belongs to. */
export interface OurPull {
  number: number
  headSha: string
  leaf: string
}

/** A pull request, whoever opened it. */
export interface PullFacts {
  number: number
  headSha: string
  /** The plan's issue and leaf, where it goes from a branch of a plan to where that belongs; null for any other. */
  home: { issueNumber: number; leaf: string } | null
  /** Its branch is below `countersign/` in this repository. */
  isOurBranch: boolean
}

export type MessageBody =
  | { kind: 'labelled'; issue: IssueSnapshot; label: string; sender: Sender }
  | { kind: 'labelled_pull'; number: number; label: string }
  | {
      kind: 'commented'
      issue: IssueSnapshot | null
      /** `writtenAt`: GitHub's time, whole seconds. */
      comment: { id: number; nodeId: string; body: string; writtenAt: string }
      number: number
      leaf: string | null
      /** What the bot is called in a mention; absent in messages of earlier versions. */
      bot?: string
      sender: Sender
    }
  | {
      kind: 'reviewed'
      pull: OurPull
      reviewId: number
      verdict: 'approve' | 'request_changes' | 'comment'
      commitSha: string
      text: string
      sender: Sender
    }
  /** `reviewer`: whose review it was, null for our own; `commitSha`: what it was given for. */
  | {
      kind: 'review_dismissed'
      pull: OurPull
      reviewId: number
      reviewer: string | null
      commitSha: string
      sender: Sender
    }
  | { kind: 'pull_closed'; pull: OurPull; merged: boolean; mergeSha: string | null; sender: Sender }
  | { kind: 'pull_ready'; number: number }
  /** Opened, or pushed to, by somebody else than us. */
  | { kind: 'pull_seen'; pull: PullFacts }
  /** A merge queue made a commit of it, and waits for the checks of that. */
  | { kind: 'merge_queued'; number: number; commit: string }
  | { kind: 'pushed'; branch: string; leaf: string; before: string; after: string; forced: boolean; sender: Sender }
  | { kind: 'branch_deleted'; branch: string; leaf: string; sender: Sender }
  /** The button of our own check run. */
  | { kind: 'retry_pressed'; leaf: string; sender: Sender }
  | { kind: 'ci'; leaf: string; commitSha: string; name: string }
  | { kind: 'issue_edited'; issue: IssueSnapshot; sender: Sender }
  | { kind: 'issue_left'; how: 'closed' | 'transferred' | 'deleted'; sender: Sender }
  | { kind: 'issue_reopened'; sender: Sender }
  /** A result of our own work, already an event. */
  | { kind: 'event'; event: WorkEvent }
  /** What was held back until our own work rests is to be shown. */
  | { kind: 'show_due' }
  /** The workflow branch was about to be put back, as `by` asked: once it stands, the thread says so. */
  | { kind: 'hold_lifted'; restored: Restoration; by: string }

/** Messages that came too early, or failed by something other than an outage, are requeued so often. */
export const maxRequeues = 5

/** Something that happened to an issue. `key` names it by content; `at` is ISO 8601; `planNumber` says which plan a branch is of. */
export type Message = {
  repository: RepositoryRef
  issueNumber: number
  planNumber: number | null
  key: string
  at: string
  /** Id of the webhook that told of it. */
  delivery?: string
  /** How often it was requeued because it could not be handled. */
  requeues?: number
  /** How often it, or what it is to bring about, was deferred for an outage. */
  deferrals?: number
  /** Since when its delivery waits; ISO 8601. */
  waitsSince?: string
  /** W3C `traceparent` of the work that it is the result of, where the server exports traces. */
  traceparent?: string
  /** Names a stored delivery that waits to hear what became of this. */
  receipt?: string
} & MessageBody

export function issueKey(repository: RepositoryRef, issueNumber: number): string {
  return `${repository.key}#${issueNumber}`
}

/** Whether it may pause or stop what is worked on; whether it does is decided with the role of whoever it came from. */
export function mayEndWork(message: Message): boolean {
  if (message.kind === 'commented') return /^ {0,3}[/／](?:pause|stop)\b/im.test(message.comment.body)
  return message.kind === 'issue_left'
}

/** The repository that a partition is in, `owner/name#7` or `owner/name`. */
export function parsePartition(partition: string, installationId: number): RepositoryRef {
  const key = partition.split('#')[0] ?? partition
  const [owner = '', name = ''] = key.split('/')
  return { owner, name, key, installationId }
}

/** The issue that a partition is of; undefined for a whole repository's. */
export function findPartitionIssue(partition: string): number | undefined {
  const number = /#(\d+)$/.exec(partition)?.[1]
  return number === undefined ? undefined : Number(number)
}
