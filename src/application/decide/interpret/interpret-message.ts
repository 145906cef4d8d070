import { roleAtLeast } from '../../../domain/configuration/configuration.ts'
import { freezeText } from '../../../domain/text/frozen-text.ts'
import type { FileSizes } from '../../../domain/plan/estimate/file-sizes.ts'
import type { SlashCommand } from '../../../domain/commands/slash-command.ts'
import type { Work } from '../../../domain/records/work.ts'
import type { Actor, CommandPlace, IssueFacts } from '../../../domain/work/draft/work-event.ts'
import { askForCommands } from '../../planning/ask-assignees.ts'
import { isBeforePush } from './early-signal.ts'
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
  type SignalOf,
  withoutRole,
} from './interpretation.ts'
import type { MachinePorts } from '../../ports/machine-ports.ts'
import type { LoadedWork } from '../../ports/state/state-store.ts'
import { readCommands } from './read-commands.ts'
import { readFileSizes } from '../../planning/read-file-sizes.ts'
import { type IssueSnapshot, maxReturns, type Signal } from '../../ports/queues/signal.ts'

/** Looks up what the signal alone doesn't say (roles, versions in a push) and makes events of it. */
export async function interpretSignal(
  ports: MachinePorts,
  signal: Signal,
  loaded: LoadedWork,
  work: Work,
): Promise<Interpretation> {
  const at = { key: signal.key, at: signal.at }
  switch (signal.kind) {
    case 'event':
      return only(signal.event)
    case 'show_due':
    case 'hold_lifted':
      return nothing
    case 'labelled': {
      if (signal.label !== loaded.configuration.label) return nothing
      const by = await findActor(ports, signal, loaded)
      return by === null ? nothing : only({ ...at, kind: 'labelled', issue: issueFacts(signal, signal.issue), by })
    }
    case 'labelled_pull':
      if (signal.label !== loaded.configuration.label) return nothing
      return {
        events: [],
        answers: [
          { kind: 'say', number: signal.number, reply: { kind: 'not_on_pull_request', number: signal.number } },
        ],
      }
    case 'commented':
      return interpretComment(ports, signal, loaded, work)
    case 'reviewed':
      return interpretReview(ports, signal, loaded, work)
    case 'review_dismissed': {
      const by = await findActor(ports, signal, loaded)
      if (by === null || !isTaskPull(work, signal, signal.pull)) return nothing
      return only({
        ...at,
        kind: 'gate',
        op: null,
        by,
        on: signal.pull.number,
        gate: {
          kind: 'review_dismissed',
          task: signal.pull.leaf,
          by,
          reviewer: signal.reviewer,
          head_sha: signal.commitSha,
        },
      })
    }
    case 'pull_closed':
      return interpretClose(ports, signal, loaded, work)
    case 'pull_ready':
      return only({ ...at, kind: 'pull_ready', number: signal.number })
    case 'pushed':
      return interpretPush(ports, signal, loaded, work)
    case 'branch_deleted': {
      const node = work.execution?.nodes[signal.leaf]
      if (!isCurrent(work, signal, signal.leaf) || node?.state === 'DONE' || node?.state === 'CANCELLED') return nothing
      return only({ ...at, kind: 'branch_lost', branch: signal.branch, how: 'deleted', by: signal.sender.login })
    }
    case 'retry_pressed': {
      const by = await findActor(ports, signal, loaded)
      if (
        by === null ||
        !isCurrentTask(work, signal, signal.leaf) ||
        !roleAtLeast(by.role, loaded.configuration.roles.control)
      )
        return nothing
      return only({ ...at, kind: 'gate', op: null, by, on: null, gate: { kind: 'retried', task: signal.leaf, by } })
    }
    case 'ci':
      if (!isCurrentTask(work, signal, signal.leaf)) return nothing
      return only({
        ...at,
        kind: 'gate',
        op: null,
        by: null,
        on: null,
        gate: { kind: 'ci_reported', task: signal.leaf, commit_sha: signal.commitSha },
      })
    case 'issue_edited':
      return work.record === null
        ? nothing
        : only({ ...at, kind: 'issue_edited', issue: issueFacts(signal, signal.issue) })
    case 'issue_left':
      return work.record === null
        ? nothing
        : only({ ...at, kind: 'issue_left', how: signal.how, by: withoutRole(signal.sender) })
    case 'issue_reopened':
      return work.record === null ? nothing : only({ ...at, kind: 'issue_reopened', by: withoutRole(signal.sender) })
  }
}

function issueFacts(signal: Signal, issue: IssueSnapshot): IssueFacts {
  const frozen = freezeText(issue.title, issue.body)
  return {
    number: issue.number,
    nodeId: issue.nodeId,
    repository: signal.repository.key,
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
  ports: MachinePorts,
  signal: SignalOf<'commented'>,
  loaded: LoadedWork,
  work: Work,
): Promise<Interpretation> {
  const { commands, problems } = readCommands(
    signal.comment.body,
    signal.leaf === null ? 'issue' : 'pull_request',
    signal.bot,
  )
  if (commands.length === 0 && problems.length === 0) return nothing
  if (signal.leaf !== null && isOpening(signal, work, signal.leaf)) return early
  const by = await findActor(ports, signal, loaded)
  if (by === null) return nothing
  const place: CommandPlace =
    signal.leaf === null
      ? { kind: 'issue' }
      : isTaskPull(work, signal, { leaf: signal.leaf, number: signal.number })
        ? { kind: 'task_pull_request', task: signal.leaf }
        : { kind: 'other_pull_request' }
  const sizes = await findSizes(ports, signal, loaded, work, { commands, by })
  const assignees = await askForCommands(ports.people, signal.repository, loaded, work, { commands, by, place })
  const lost = await findLostBranches(ports, signal.repository, loaded, work, { commands, by })
  return only({
    key: signal.key,
    at: signal.at,
    kind: 'commands_given',
    issue: signal.issue === null ? null : issueFacts(signal, signal.issue),
    commands,
    problems,
    by,
    comment: {
      id: signal.comment.id,
      nodeId: signal.comment.nodeId,
      number: signal.number,
      writtenAt: signal.comment.writtenAt,
    },
    place,
    ...(sizes === undefined ? {} : { fileSizes: sizes }),
    ...(assignees === undefined ? {} : { assignees }),
    ...(lost === undefined ? {} : { lost }),
  })
}

/** What a split is estimated by; nothing is read for who may not split. */
async function findSizes(
  ports: MachinePorts,
  { repository }: Signal,
  { configuration, defaultBranch }: LoadedWork,
  { plan }: Work,
  { commands, by }: { commands: readonly SlashCommand[]; by: Actor },
): Promise<FileSizes | undefined> {
  const isAsked = commands.some((command) => command.kind === 'split')
  if (plan === null || !isAsked || !roleAtLeast(by.role, configuration.roles.control)) return undefined
  return readFileSizes(ports.files, repository, defaultBranch.sha, plan)
}

/** The pull request of the task's version is being opened: which one it is, nobody has told yet. */
function isOpening(signal: SignalOf<'reviewed' | 'commented'>, work: Work, leaf: string): boolean {
  const { record } = work
  if (record?.phase !== 'working' || !isCurrentTask(work, signal, leaf)) return false
  const isOwed = record.outbox.some(({ action }) => action.kind === 'open_task_pull_request' && action.task === leaf)
  return isOwed && (signal.returns ?? 0) < maxReturns
}

async function interpretReview(
  ports: MachinePorts,
  signal: SignalOf<'reviewed'>,
  loaded: LoadedWork,
  work: Work,
): Promise<Interpretation> {
  const { pull } = signal
  if (!isCurrentTask(work, signal, pull.leaf) || signal.verdict === 'comment') return nothing
  if (isBeforePush(signal, signal.commitSha, work) || isOpening(signal, work, pull.leaf)) return early
  if (!isTaskPull(work, signal, pull)) return nothing
  const actor = await findActor(ports, signal, loaded)
  if (actor === null) return nothing
  const by = { login: actor.login, id: actor.id }
  const onGitHub = { id: signal.reviewId, pull_request: pull.number }
  const said = { review_id: ports.newId(), why: signal.text.trim(), on_github: onGitHub }
  const common = { task: pull.leaf, head_sha: signal.commitSha, by, ...said }
  const kind = signal.verdict === 'approve' ? 'approved_by_person' : 'rejected_by_person'
  return only({
    key: signal.key,
    at: signal.at,
    kind: 'gate',
    op: null,
    by: actor,
    on: pull.number,
    gate: { kind, ...common },
  })
}
