import { hideHostPaths } from '../../domain/paths/hide-host-paths.ts'
import { defaultConfiguration } from '../../domain/configuration/configuration.ts'
import type { OwedEffect } from '../../domain/effects/effect.ts'
import { decideWork } from '../../domain/work/decide-work.ts'
import type { Work } from '../../domain/records/work.ts'
import type { DecisionContext } from '../../domain/work/draft/work-draft.ts'
import type { WorkEvent } from '../../domain/work/draft/work-event.ts'
import { explain } from '../attempts/attempt-effect.ts'
import { mayPass } from '../outage.ts'
import { newArtifactFiles, remainsFiles } from '../state/commit-files.ts'
import { CountersignFault } from '../fault.ts'
import { always, fenced } from '../fence.ts'
import { interpretMessage } from './interpret/interpret-message.ts'
import type { Interpretation } from './interpret/interpretation.ts'
import type { BranchPorts, MachinePorts } from '../ports/machine-ports.ts'
import { makePlan } from '../planning/make-plan.ts'
import { planningRecord } from '../planning/planning-record.ts'
import type { People } from '../ports/forge/people.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import type { LoadedWork, StateCommit, StateFile } from '../ports/state/state-store.ts'
import { sealVerdicts } from '../state/seal-verdicts.ts'
import type { Message } from '../ports/queues/message.ts'
import type { Answer } from '../attempts/answer.ts'
import { tracedPart } from '../trace.ts'

/** Say that something owed was done: the least of what a commit may hold. */
const confirmations: ReadonlySet<string> = new Set(['effect done', 'comment shown'])
/** Each time somebody else changed this very issue first, or its session was full by then. */
const maxTries = 12

export interface Decided {
  loaded: LoadedWork
  work: Work
  /** Answers for issues that aren't registered: given at once, owed by nobody. */
  answers: Answer[]
  /** Messages that came before what they are about; nothing was decided of them. */
  early: readonly Message[]
}

/** What messages are understood with, and decided on; planners that don't wait among it. */
type FoldPorts = BranchPorts &
  Pick<MachinePorts, 'people' | 'planner' | 'files' | 'executors' | 'newId' | 'timeAfter' | 'log'>

/**
 * Folds all waiting messages of an issue into one decision and one commit. When the branch moved in between, everything
 * is decided anew on the new state, a bounded number of times.
 */
export async function decideMessages(
  ports: FoldPorts & Pick<MachinePorts, 'store' | 'wait'>,
  repository: RepositoryRef,
  issueNumber: number,
  messages: readonly Message[],
): Promise<Decided> {
  const asking = { ...ports, people: rememberRoles(ports.people) }
  for (const message of messages) askEarly(asking.people, message)
  let how: 'cached' | 'fresh' = 'cached'
  for (let tries = 1; tries <= maxTries; tries += 1) {
    // After a conflict the store knows the newer head or has forgotten the old one.
    const loaded = await ports.store.read(repository, issueNumber, how)
    const folded = await foldMessages(asking, repository, messages, loaded)
    how = folded.work === loaded.work && folded.isDoubtful && !loaded.fresh ? 'fresh' : 'cached'
    if (how === 'fresh') continue
    const { answers, early } = folded
    if (folded.work === loaded.work) return { loaded, work: loaded.work, answers, early }
    const sealed = sealVerdicts(folded.work)
    const versions = await newArtifactFiles(ports, repository, loaded.work, sealed.work)
    const files = [...sealed.files, ...versions, ...folded.files]
    const record = sealed.work.record
    const op = `${record?.id}/c${record?.next_op}`
    const commit: StateCommit = {
      next: sealed.work,
      op,
      headline: folded.what.find((what) => !confirmations.has(what)) ?? 'confirm what was done',
      lines: folded.what,
      files,
    }
    // A commit onto a head that is no longer the newest is refused anyway, and it may hold other issues' states.
    const write = () => ports.store.write(repository, loaded, commit)
    const written = await fenced(always, () => tracedPart({ op }, write))
    if (written === 'written') return { loaded, work: sealed.work, answers, early }
    await ports.wait(Math.min(20 * tries, 500))
  }
  throw new CountersignFault(
    'state_busy',
    `the workflow branch of ${repository.key} kept moving`,
    `${maxTries} tries for issue ${issueNumber}; the events stay and are tried again`,
  )
}

/** Whoever means to command something is looked up while the state is read: one round trip less until they see an answer. */
function askEarly(people: People, message: Message): void {
  const commands =
    (message.kind === 'labelled' && message.label === defaultConfiguration.label) ||
    (message.kind === 'commented' && /^ {0,3}\//m.test(message.comment.body))
  if (!commands || message.sender.isBot) return
  // Whoever needs the role asks again and gets the same answer, or the same fault.
  people.findRole(message.repository, message.sender.login, message.sender.id).catch(() => undefined)
}

/** One look at each person for a decision, however often it is made anew. */
function rememberRoles(people: People): People {
  const roles = new Map<string, ReturnType<People['findRole']>>()
  const ofLogins = new Map<string, ReturnType<People['findRoleOfLogin']>>()
  return {
    ...people,
    findRole(repository, login, id) {
      const role = roles.get(`${login} ${id}`) ?? people.findRole(repository, login, id)
      roles.set(`${login} ${id}`, role)
      return role
    },
    findRoleOfLogin(repository, login) {
      const role = ofLogins.get(login) ?? people.findRoleOfLogin(repository, login)
      ofLogins.set(login, role)
      return role
    },
  }
}

interface Folded {
  work: Work
  answers: Answer[]
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
])

async function foldMessages(
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
  }
  const folded: Folded = { work: loaded.work, answers: [], early: [], files: [], what: [], isDoubtful: false }
  for (const message of messages) {
    const found = await interpretOrSay(ports, message, loaded, folded.work)
    folded.answers.push(...found.answers.map((action) => ({ key: message.key, action })))
    if (found.isEarly === true) folded.early.push(message)
    const isIgnored = found.events.length === 0 && !alwaysClear.has(message.kind)
    folded.isDoubtful ||= isIgnored || found.answers.length > 0
    for (const event of [...configurationEvent(loaded, found, message), ...found.events]) {
      await foldEvent({ ports, repository, context }, folded, event)
    }
  }
  return folded
}

/** A message that can't be understood and never will be is said so, and doesn't hold up those beside it. */
async function interpretOrSay(
  ports: BranchPorts & Pick<MachinePorts, 'people' | 'files' | 'newId' | 'log'>,
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
    const what = `What happened here could not be taken in (${message.kind.replaceAll('_', ' ')})`
    const reply = {
      kind: 'work_failed' as const,
      what,
      why: hideHostPaths(why),
      next: '`/status` shows where it stands',
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
  folded.work = decision.work
  folded.files.push(...remainsFiles(event, decision.work))
  folded.what.push(describeEvent(event))
  await foldInlinePlan(folding, folded, decision.owed, event.at)
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
  if (!ports.planner.inline || record === null) return
  for (const { op, action } of owed) {
    if (action.kind !== 'draft_plan') continue
    const event = await makePlan(ports, {
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
    await foldEvent(folding, folded, event)
  }
}

function describeEvent(event: WorkEvent): string {
  if (event.kind === 'gate') return `${event.gate.task} ${event.gate.kind.replaceAll('_', ' ')}`
  return event.kind.replaceAll('_', ' ')
}
