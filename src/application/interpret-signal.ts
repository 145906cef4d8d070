import { roleAtLeast } from '../domain/configuration.ts'
import type { EffectAction } from '../domain/effect.ts'
import { freezeText } from '../domain/frozen-text.ts'
import type { NewArtifact } from '../domain/gate/gate-event.ts'
import { workBranch } from '../domain/iss-record.ts'
import { parseSlashCommands } from '../domain/parse-slash-commands.ts'
import type { ActionNode } from '../domain/node-state.ts'
import type { Work } from '../domain/work/work.ts'
import type { Actor, CommandPlace, IssueFacts, WorkEvent } from '../domain/work/work-event.ts'
import { integrationHead } from './integration-head.ts'
import type { MachinePorts } from './machine-ports.ts'
import { pathRules } from './path-rules.ts'
import type { LoadedWork } from './ports/state-store.ts'
import type { IssueSnapshot, OurPull, Sender, Signal } from './signal.ts'

type SignalOf<K extends Signal['kind']> = Extract<Signal, { kind: K }>

/** What a signal means for this state: events for the decision, and answers where nothing is to be decided. */
export interface Interpretation {
  events: WorkEvent[]
  answers: EffectAction[]
}

const nothing: Interpretation = { events: [], answers: [] }

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
      if (by === null || !isCurrentTask(work, signal, signal.pull.leaf)) return nothing
      return only({
        ...at,
        kind: 'gate',
        op: null,
        by,
        on: signal.pull.number,
        gate: { kind: 'review_dismissed', task: signal.pull.leaf, by },
      })
    }
    case 'pull_closed':
      return interpretClose(ports, signal, work)
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

function only(event: WorkEvent): Interpretation {
  return { events: [event], answers: [] }
}

function withoutRole(sender: Sender): Actor {
  return { login: sender.login, id: sender.id, role: null }
}

/** The sender with their role of now; null for bots that are not listed (design 2 "Who may do what"). */
async function findActor(
  ports: MachinePorts,
  signal: { repository: Signal['repository']; sender: Sender },
  loaded: LoadedWork,
): Promise<Actor | null> {
  const { sender } = signal
  const listed = sender.appId !== null && loaded.configuration.bots.includes(sender.appId)
  if (sender.isBot && !listed) return null
  const role = listed ? 'maintain' : await ports.people.findRole(signal.repository, sender.login, sender.id)
  return { login: sender.login, id: sender.id, role }
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

/** Branches of an older plan are history: what happens to them changes nothing. */
function isCurrent(work: Work, signal: Signal, leaf: string): boolean {
  const planId = work.record?.plan_id
  if (planId == null || signal.planNumber === null) return false
  return workBranch(planId, leaf) === workBranch(`SOL-${work.record?.id}-${signal.planNumber}`, leaf)
}

function isCurrentTask(work: Work, signal: Signal, leaf: string): boolean {
  return isCurrent(work, signal, leaf) && work.execution?.nodes[leaf]?.kind === 'ACTION'
}

async function interpretComment(
  ports: MachinePorts,
  signal: SignalOf<'commented'>,
  loaded: LoadedWork,
  work: Work,
): Promise<Interpretation> {
  const { commands, problems } = parseSlashCommands(
    signal.comment.body,
    signal.leaf === null ? 'issue' : 'pull_request',
  )
  if (commands.length === 0 && problems.length === 0) return nothing
  const by = await findActor(ports, signal, loaded)
  if (by === null) return nothing
  const place: CommandPlace =
    signal.leaf === null
      ? { kind: 'issue' }
      : isCurrentTask(work, signal, signal.leaf)
        ? { kind: 'task_pull_request', task: signal.leaf }
        : { kind: 'other_pull_request' }
  return only({
    key: signal.key,
    at: signal.at,
    kind: 'commands_given',
    issue: signal.issue === null ? null : issueFacts(signal, signal.issue),
    commands,
    problems,
    by,
    comment: { id: signal.comment.id, nodeId: signal.comment.nodeId, number: signal.number },
    place,
  })
}

async function interpretReview(
  ports: MachinePorts,
  signal: SignalOf<'reviewed'>,
  loaded: LoadedWork,
  work: Work,
): Promise<Interpretation> {
  const { pull } = signal
  if (!isCurrentTask(work, signal, pull.leaf) || signal.verdict === 'comment') return nothing
  const actor = await findActor(ports, signal, loaded)
  if (actor === null) return nothing
  const by = { login: actor.login, id: actor.id }
  const common = { task: pull.leaf, head_sha: signal.commitSha, by, review_id: ports.newId(), why: signal.text.trim() }
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

async function interpretClose(
  ports: MachinePorts,
  signal: SignalOf<'pull_closed'>,
  work: Work,
): Promise<Interpretation> {
  const { pull, sender } = signal
  const at = { key: signal.key, at: signal.at }
  if (pull.leaf === 'base') {
    return isCurrent(work, signal, 'base')
      ? only({ ...at, kind: 'final_closed', number: pull.number, merged: signal.merged, by: withoutRole(sender) })
      : nothing
  }
  if (!isCurrentTask(work, signal, pull.leaf)) return nothing
  const common = { task: pull.leaf, by: { login: sender.login, id: sender.id }, review_id: ports.newId() }
  if (!signal.merged || signal.mergeSha === null) {
    return only({
      ...at,
      kind: 'gate',
      op: null,
      by: withoutRole(sender),
      on: null,
      gate: { kind: 'pull_request_closed', number: pull.number, ...common },
    })
  }
  const artifact = await describeHead(ports, signal, work, pull)
  return only({
    ...at,
    kind: 'gate',
    op: null,
    by: withoutRole(sender),
    on: null,
    gate: { kind: 'pull_request_merged', artifact, merge_sha: signal.mergeSha, ...common },
  })
}

async function describeHead(
  ports: MachinePorts,
  signal: { repository: Signal['repository']; at: string; sender: Sender },
  work: Work,
  head: Pick<OurPull, 'headSha' | 'leaf'>,
): Promise<NewArtifact> {
  const base = await ports.workspace.mergeBase(signal.repository, integrationHead(work), head.headSha)
  const files = await ports.workspace.describeChange(signal.repository, base, head.headSha)
  const treeSha = await ports.workspace.readTreeSha(signal.repository, head.headSha)
  const node = work.execution?.nodes[head.leaf] as ActionNode
  return {
    artifact_id: ports.newId(),
    commit_sha: head.headSha,
    tree_sha: treeSha,
    base_sha: base,
    branch: node.branch,
    created_at: signal.at,
    by: { kind: 'person', login: signal.sender.login, id: signal.sender.id },
    run_id: null,
    files,
  }
}

async function interpretPush(
  ports: MachinePorts,
  signal: SignalOf<'pushed'>,
  loaded: LoadedWork,
  work: Work,
): Promise<Interpretation> {
  const { sender, leaf } = signal
  const at = { key: signal.key, at: signal.at }
  if (!isCurrent(work, signal, leaf) || work.record?.phase === 'stopped') return nothing
  if (signal.forced)
    return only({ ...at, kind: 'branch_lost', branch: signal.branch, how: 'force-pushed', by: sender.login })
  const task = work.plan?.tasks.find((one) => one.id === leaf)
  const node = work.execution?.nodes[leaf]
  if (task === undefined || node?.kind !== 'ACTION') return nothing
  if (work.execution?.artifacts.some((one) => one.commit_sha === signal.after)) return nothing
  const artifact = await describeHead(ports, signal, work, { headSha: signal.after, leaf })
  const faults = await ports.workspace.findFaults(
    signal.repository,
    artifact.base_sha,
    signal.after,
    pathRules(task, loaded.configuration),
  )
  if (faults.length > 0 || artifact.files.length === 0) {
    const found =
      artifact.files.length === 0
        ? ['the push changes nothing against the integration branch']
        : faults.map((fault) => `${fault.path}: ${fault.message}`)
    return only({
      ...at,
      kind: 'push_refused',
      task: leaf,
      by: sender.login,
      faults: found.slice(0, 20),
      pull_request: node.pull_request?.open ? node.pull_request.number : null,
    })
  }
  const by = { login: sender.login, id: sender.id }
  return only({
    ...at,
    kind: 'gate',
    op: null,
    by: withoutRole(sender),
    on: null,
    gate: { kind: 'version_pushed', task: leaf, artifact, by },
  })
}
