import { roleAtLeast } from '../../../domain/configuration/sections/roles.ts'
import { freezeText } from '../../../domain/text/frozen-text.ts'
import type { FileSizes } from '../../../domain/plan/estimate/file-sizes.ts'
import type { SlashCommand } from '../../../domain/commands/slash-command.ts'
import type { Work } from '../../../domain/records/work.ts'
import type { Actor, CommandPlace, IssueFacts } from '../../../domain/work/draft/work-event.ts'
import { askForCommands } from '../../planning/ask-assignees.ts'
import { foreseeForApproval } from '../../planning/foresee-for-approval.ts'
import { isBeforePush } from './early-message.ts'
import { findActor } from './find-actor.ts'
import { findLostBranches } from '../../branches/find-lost-branches.ts'
import { interpretClose, interpretPush } from './interpret-branch.ts'
import {
  early,
  type Interpretation,
  isCurrent,
  isCurrentTask,
  isTaskPull,
  nothing,
  only,
  type MessageOf,
  withoutRole,
} from './interpretation.ts'
import type { MachinePorts, BranchPorts } from '../../ports/machine-ports.ts'
import type { LoadedWork } from '../../ports/state/state-store.ts'
import { readCommands } from './read-commands.ts'
import { readFileSizes } from '../../planning/read-file-sizes.ts'
import { type IssueSnapshot, maxRequeues, type Message } from '../../ports/queues/message.ts'

/** Looks up what the message alone doesn't say (roles, versions in a push) and makes events of it. */
export async function interpretMessage(
  ports: BranchPorts & Pick<MachinePorts, 'people' | 'files' | 'newId' | 'rules'>,
  message: Message,
  loaded: LoadedWork,
  work: Work,
): Promise<Interpretation> {
  const at = { key: message.key, at: message.at }
  switch (message.kind) {
    case 'event':
      return only(message.event)
    case 'show_due':
    case 'hold_lifted':
    // Their check is all that there is to say (report-pull.ts).
    case 'pull_seen':
    case 'merge_queued':
      return nothing
    case 'labelled': {
      if (message.label !== loaded.configuration.label) return nothing
      const by = await findActor(ports, message, loaded)
      return by === null ? nothing : only({ ...at, kind: 'labelled', issue: issueFacts(message, message.issue), by })
    }
    case 'labelled_pull':
      if (message.label !== loaded.configuration.label) return nothing
      return {
        events: [],
        answers: [
          { kind: 'say', number: message.number, reply: { kind: 'not_on_pull_request', number: message.number } },
        ],
      }
    case 'commented':
      return interpretComment(ports, message, loaded, work)
    case 'reviewed':
      return interpretReview(ports, message, loaded, work)
    case 'review_dismissed': {
      const by = await findActor(ports, message, loaded)
      if (by === null || !isTaskPull(work, message, message.pull)) return nothing
      return only({
        ...at,
        kind: 'gate',
        op: null,
        by,
        on: message.pull.number,
        gate: {
          kind: 'review_dismissed',
          task: message.pull.leaf,
          by,
          reviewer: message.reviewer,
          head_sha: message.commitSha,
        },
      })
    }
    case 'pull_closed':
      return interpretClose(ports, message, loaded, work)
    case 'pull_ready':
      return only({ ...at, kind: 'pull_ready', number: message.number })
    case 'pushed':
      return interpretPush(ports, message, loaded, work)
    case 'branch_deleted': {
      const node = work.execution?.nodes[message.leaf]
      if (!isCurrent(work, message, message.leaf) || node?.state === 'DONE' || node?.state === 'CANCELLED')
        return nothing
      return only({ ...at, kind: 'branch_lost', branch: message.branch, how: 'deleted', by: message.sender.login })
    }
    case 'retry_pressed': {
      const by = await findActor(ports, message, loaded)
      if (
        by === null ||
        !isCurrentTask(work, message, message.leaf) ||
        !roleAtLeast(by.role, loaded.configuration.roles.control)
      )
        return nothing
      return only({ ...at, kind: 'gate', op: null, by, on: null, gate: { kind: 'retried', task: message.leaf, by } })
    }
    case 'ci':
      if (!isCurrentTask(work, message, message.leaf)) return nothing
      return only({
        ...at,
        kind: 'gate',
        op: null,
        by: null,
        on: null,
        gate: { kind: 'ci_reported', task: message.leaf, commit_sha: message.commitSha },
      })
    case 'issue_edited':
      return work.record === null
        ? nothing
        : only({ ...at, kind: 'issue_edited', issue: issueFacts(message, message.issue) })
    case 'issue_left':
      return work.record === null
        ? nothing
        : only({ ...at, kind: 'issue_left', how: message.how, by: withoutRole(message.sender) })
    case 'issue_reopened':
      return work.record === null ? nothing : only({ ...at, kind: 'issue_reopened', by: withoutRole(message.sender) })
  }
}

function issueFacts(message: Message, issue: IssueSnapshot): IssueFacts {
  const frozen = freezeText(issue.title, issue.body)
  return {
    number: issue.number,
    nodeId: issue.nodeId,
    repository: message.repository.key,
    title: frozen.title,
    body: frozen.body,
    sha256: frozen.sha256,
    removed: frozen.removed,
    author: issue.author,
    labels: issue.labels,
    open: issue.open,
  }
}

async function interpretComment(
  ports: BranchPorts & Pick<MachinePorts, 'people' | 'files' | 'rules'>,
  message: MessageOf<'commented'>,
  loaded: LoadedWork,
  work: Work,
): Promise<Interpretation> {
  const { commands, problems } = readCommands(
    message.comment.body,
    message.leaf === null ? 'issue' : 'pull_request',
    message.bot,
  )
  if (commands.length === 0 && problems.length === 0) return nothing
  if (message.leaf !== null && isOpening(message, work, message.leaf)) return early
  const by = await findActor(ports, message, loaded)
  if (by === null) return nothing
  const place: CommandPlace =
    message.leaf === null
      ? { kind: 'issue' }
      : isTaskPull(work, message, { leaf: message.leaf, number: message.number })
        ? { kind: 'task_pull_request', task: message.leaf }
        : { kind: 'other_pull_request', task: message.leaf }
  const sizes = await findSizes(ports, message, loaded, work, { commands, by })
  const assignees = await askForCommands(ports.people, message.repository, loaded, work, { commands, by, place })
  const foreseen = await foreseeForApproval(ports.rules, message.repository, loaded, work, { commands, by })
  const lost = await findLostBranches(ports, message.repository, loaded, work, { commands, by })
  return only({
    key: message.key,
    at: message.at,
    kind: 'commands_given',
    issue: message.issue === null ? null : issueFacts(message, message.issue),
    commands,
    problems,
    by,
    comment: {
      id: message.comment.id,
      nodeId: message.comment.nodeId,
      number: message.number,
      writtenAt: message.comment.writtenAt,
    },
    place,
    ...(sizes === undefined ? {} : { fileSizes: sizes }),
    ...(assignees === undefined ? {} : { assignees }),
    ...(foreseen === undefined ? {} : { foreseen }),
    ...(lost === undefined ? {} : { lost }),
  })
}

/** What a split is estimated by; nothing is read for who may not split. */
async function findSizes(
  ports: Pick<MachinePorts, 'files'>,
  { repository }: Message,
  { configuration, defaultBranch }: LoadedWork,
  { plan }: Work,
  { commands, by }: { commands: readonly SlashCommand[]; by: Actor },
): Promise<FileSizes | undefined> {
  const isAsked = commands.some((command) => command.kind === 'split')
  if (plan === null || !isAsked || !roleAtLeast(by.role, configuration.roles.control)) return undefined
  return readFileSizes(ports.files, repository, defaultBranch.sha, plan)
}

/** The pull request of the task's version is being opened: which one it is, nobody has told yet. */
function isOpening(message: MessageOf<'reviewed' | 'commented'>, work: Work, leaf: string): boolean {
  const { record } = work
  if (record?.phase !== 'working' || !isCurrentTask(work, message, leaf)) return false
  const isOwed = record.outbox.some(({ action }) => action.kind === 'open_task_pull_request' && action.task === leaf)
  return isOwed && (message.requeues ?? 0) < maxRequeues
}

async function interpretReview(
  ports: Pick<MachinePorts, 'people' | 'newId'>,
  message: MessageOf<'reviewed'>,
  loaded: LoadedWork,
  work: Work,
): Promise<Interpretation> {
  const { pull } = message
  if (!isCurrentTask(work, message, pull.leaf) || message.verdict === 'comment') return nothing
  if (isBeforePush(message, message.commitSha, work) || isOpening(message, work, pull.leaf)) return early
  if (!isTaskPull(work, message, pull)) return nothing
  const actor = await findActor(ports, message, loaded)
  if (actor === null) return nothing
  const by = { login: actor.login, id: actor.id }
  const onGitHub = { id: message.reviewId, pull_request: pull.number }
  const said = { review_id: ports.newId(), why: message.text.trim(), on_github: onGitHub }
  const common = { task: pull.leaf, head_sha: message.commitSha, by, ...said }
  const kind = message.verdict === 'approve' ? 'approved_by_person' : 'rejected_by_person'
  return only({
    key: message.key,
    at: message.at,
    kind: 'gate',
    op: null,
    by: actor,
    on: pull.number,
    gate: { kind, ...common },
  })
}
