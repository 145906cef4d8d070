import { recordText } from '../../domain/language/message.ts'
import { isSaidToBeThere } from '../../domain/jobs/find-task-job.ts'
import type { Configuration } from '../../domain/configuration/configuration.ts'
import { hideHostPaths } from '../../domain/paths/hide-host-paths.ts'
import type { OwedEffect } from '../../domain/effects/effect.ts'
import { decideWork } from '../../domain/work/decide-work.ts'
import type { Work } from '../../domain/records/work.ts'
import type { DecisionContext } from '../../domain/work/draft/work-draft.ts'
import type { WorkEvent } from '../../domain/work/draft/work-event.ts'
import { explain } from '../attempts/attempt-effect.ts'
import { mayPass } from '../outage.ts'
import { remainsFiles, tuningFiles } from '../state/commit-files.ts'
import { interpretMessage } from './interpret/interpret-message.ts'
import type { Interpretation } from './interpret/interpretation.ts'
import type { BranchPorts, MachinePorts } from '../ports/machine-ports.ts'
import { planAtOnce } from '../planning/choose-planner.ts'
import { planningRecord } from '../planning/planning-record.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import type { LoadedWork, StateFile } from '../ports/state/state-store.ts'
import { mayEndWork, type Message } from '../ports/queues/message.ts'
import { eventMessage } from '../attempts/event-message.ts'
import { currentTraceparent } from '../spans.ts'
import { reviewAtOnce, type ReviewPorts } from '../runs/review/review-at-once.ts'
import type { ThreadAnswer } from '../attempts/answer.ts'

/** What messages are understood with, and decided on; planners that don't wait among it. */
export type FoldPorts = BranchPorts &
  ReviewPorts &
  Pick<MachinePorts, 'planner' | 'modelPlanner' | 'files' | 'rules' | 'executors' | 'notices'>

export interface Folded {
  work: Work
  answers: ThreadAnswer[]
  early: Message[]
  /** What came with what was accepted, and is no part of the state. */
  files: StateFile[]
  /** Kinds of what was accepted, for the commit message. */
  what: string[]
  /**
   * Something was refused, ignored or answered that another state may have accepted. No commit would show that the state
   * was an old one, which another process has changed since: it is worth a look before the event is gone for good.
   */
  isDoubtful: boolean
}

/** What these mean doesn't depend on the issue's state unless it comes to an event or an answer. */
const alwaysClear: ReadonlySet<Message['kind']> = new Set([
  'event',
  'show_due',
  'hold_lifted',
  'commented',
  'labelled',
  'labelled_pull',
  'pull_seen',
  'merge_queued',
])

/** All messages of an issue, one after the other, on the state as it was read. */
export async function foldMessages(
  ports: FoldPorts,
  repository: RepositoryRef,
  messages: readonly Message[],
  loaded: LoadedWork,
): Promise<Folded> {
  const context: DecisionContext = {
    configuration: loaded.configuration,
    newId: ports.newId,
    timeAfter: ports.timeAfter,
    defaultBranch: loaded.defaultBranch,
    sessionId: loaded.sessionId,
    executors: [...ports.executors.keys()],
    ...(ports.notices === undefined ? {} : { notices: ports.notices.plan }),
    lacking: findLacks(ports.executors, loaded.configuration),
    traceparent: currentTraceparent(),
  }
  const isHeld = messages.some(mayEndWork)
  const folded: Folded = { work: loaded.work, answers: [], early: [], files: [], what: [], isDoubtful: false }
  for (const message of messages) {
    const found = await interpretOrSay(ports, message, loaded, folded.work)
    folded.answers.push(...found.answers.map((action) => ({ key: message.key, action })))
    if (found.isEarly === true) folded.early.push(message)
    const isIgnored = found.events.length === 0 && !alwaysClear.has(message.kind)
    folded.isDoubtful ||= isIgnored || found.answers.length > 0
    for (const event of [...configurationEvent(loaded, found, message), ...found.events]) {
      await foldEvent({ ports, repository, context, isHeld }, folded, event)
    }
  }
  return folded
}

/** A message that can't be understood and never will be is said so, and doesn't hold up those beside it. */
async function interpretOrSay(
  ports: BranchPorts & Pick<MachinePorts, 'people' | 'files' | 'newId' | 'rules' | 'log'>,
  message: Message,
  loaded: LoadedWork,
  work: Work,
): Promise<Interpretation> {
  try {
    return await interpretMessage(ports, message, loaded, work)
  } catch (error) {
    if (mayPass(error)) throw error
    const why = explain(error)
    ports.log('error', 'message not understood', { key: message.key, kind: message.kind, why })
    const what = recordText('What happened here could not be taken in ({happened})', {
      happened: message.kind.replaceAll('_', ' '),
    })
    const reply = {
      kind: 'work_failed' as const,
      what,
      why: hideHostPaths(why),
      next: recordText('`/status` shows where it stands'),
    }
    const answers = work.record === null ? [] : [{ kind: 'say' as const, number: message.issueNumber, reply }]
    return { events: [], answers }
  }
}

/** A mistake in the configuration is said once for each version of the file, where somebody is at work. */
function configurationEvent(loaded: LoadedWork, found: Interpretation, message: Message): WorkEvent[] {
  const faults = loaded.configurationFaults
  if (faults === null || found.events.length === 0) return []
  return [
    { key: `config:${faults.key}`, at: message.at, kind: 'config_faulty', path: faults.path, faults: faults.faults },
  ]
}

interface Folding {
  ports: FoldPorts
  repository: RepositoryRef
  context: DecisionContext
  /** One of the messages may end the work, or hold it. */
  isHeld: boolean
}

async function foldEvent(folding: Folding, folded: Folded, event: WorkEvent): Promise<void> {
  const { ports, context } = folding
  const decision = decideWork(folded.work, event, context)
  if (decision.kind === 'refused') {
    const op = 'op' in event ? event.op : null
    ports.log('info', 'event refused', { event: event.key, kind: event.kind, op, why: decision.why })
    // One that was applied before is so in every later state.
    folded.isDoubtful ||= folded.work.record?.applied.every(({ key }) => key !== event.key) ?? true
    return
  }
  if (decision.kind === 'answered') {
    folded.answers.push(...decision.effects.map((action) => ({ key: event.key, to: decision.to, action })))
    folded.isDoubtful = true
    return
  }
  folded.files.push(...remainsFiles(event, decision.work), ...tuningFiles(folded.work, decision.work))
  folded.work = decision.work
  folded.what.push(describeEvent(event))
  await foldInlinePlan(folding, folded, decision.owed, event.at)
  await foldReviews(folding, folded, decision.owed)
}

/** What is judged by a look at its files is judged inside the decision, unless somebody may have said to hold it. */
async function foldReviews(folding: Folding, folded: Folded, owed: readonly OwedEffect[]): Promise<void> {
  const { ports, repository, context, isHeld } = folding
  for (const { op, action } of owed) {
    const { record } = folded.work
    const isOwed = record?.outbox.some((one) => one.op === op) === true
    if (action.kind !== 'review_version' || isHeld || !isOwed || record.paused !== null) continue
    // Its verdict is posted there.
    const node = folded.work.execution?.nodes[action.task]
    if (node?.kind !== 'ACTION' || node.pull_request?.open !== true) continue
    const place = { work: folded.work, configuration: context.configuration, repository }
    const body = await reviewAtOnce(ports, place, action, op)
    if (body === undefined) continue
    const { event } = eventMessage(ports, { repository, issueNumber: record.number }, body)
    await foldEvent(folding, folded, event)
  }
}

/** A planner that neither waits nor costs answers inside the decision: one commit less, and nothing can be lost in between. */
async function foldInlinePlan(
  folding: Folding,
  folded: Folded,
  owed: readonly OwedEffect[],
  at: string,
): Promise<void> {
  const { ports, repository, context } = folding
  const { record } = folded.work
  if (record === null) return
  for (const { op, action } of owed) {
    if (action.kind !== 'draft_plan') continue
    const event = await planAtOnce(ports, {
      repository,
      record: planningRecord(record),
      previous: folded.work.plan,
      planId: action.plan_id,
      guidance: action.guidance,
      configuration: context.configuration,
      commit: context.defaultBranch.sha,
      op,
      at,
    })
    if (event !== undefined) await foldEvent(folding, folded, event)
  }
}

function describeEvent(event: WorkEvent): string {
  if (event.kind === 'gate') return `${event.gate.task} ${event.gate.kind.replaceAll('_', ' ')}`
  return event.kind.replaceAll('_', ' ')
}

/** Of executors that this server knows: those that can't work on it now, and why. What works in jobs is there by the repository's word. */
function findLacks(executors: MachinePorts['executors'], configuration: Configuration): Record<string, string> {
  const here = [...executors.values()].filter(({ name }) => !isSaidToBeThere(configuration, name))
  const lacks = here.map((executor) => [executor.name, executor.findLack?.()] as const)
  return Object.fromEntries(lacks.flatMap(([name, lack]) => (lack === undefined ? [] : [[name, lack]])))
}
