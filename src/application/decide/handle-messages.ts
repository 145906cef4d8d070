import { createRetryBudget, explain, explainToPeople } from '../attempts/attempt-effect.ts'
import { findObstacle } from '../attempts/name-obstacle.ts'
import { isOutage, mayPass } from '../outage.ts'
import { decideMessages } from './decide-messages.ts'
import { CountersignFault } from '../fault.ts'
import { fenced, standsFence } from '../fence.ts'
import { findFencedRuns } from '../attempts/find-fenced-runs.ts'
import { KnownOps } from '../attempts/known-ops.ts'
import { inLanguageOf } from '../language/in-language.ts'
import { liftHold, sayHoldLifted } from './lift-hold.ts'
import type { MachinePorts, ViewPorts, BranchPorts, TryPorts, RecordPorts } from '../ports/machine-ports.ts'
import type { RowOutcome } from '../ports/queues/inbox.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import { performEffects } from '../perform/perform-effects.ts'
import { runId } from '../attempts/run-place.ts'
import { reportPulls } from '../branches/report-pull.ts'
import { postAnswers } from '../perform/post-answers.ts'
import { findDeferralMs, DeferredPartitions } from '../attempts/deferred-partitions.ts'
import { ShowingPace } from '../attempts/showing-pace.ts'
import { findWaiting } from '../attempts/waiting-confirmations.ts'
import { maxRequeues, type Message } from '../ports/queues/message.ts'
import { announceFault } from './announce-fault.ts'
import { nameFault } from './name-fault.ts'
import { inSpan, type SpanOrder } from '../spans.ts'
import { traced } from '../trace.ts'

/** A message that is requeued waits that long the first time, and then three times as long each time. */
const firstRequeueMs = 2_000
/** What waits for the end of an outage that long is given up: GitHub keeps webhooks no longer either. */
const longestWaitMs = 3 * 24 * 3_600_000

/**
 * The machine: messages of one issue → one decision, one commit, then what is owed is carried out (design 3).
 * `ack` hears what became of each message that has a receipt, exactly once for each time it is handed in.
 */
export function createMessageHandler(
  ports: ViewPorts &
    BranchPorts &
    TryPorts &
    RecordPorts &
    Pick<
      MachinePorts,
      | 'store'
      | 'thread'
      | 'people'
      | 'planner'
      | 'modelPlanner'
      | 'tuner'
      | 'files'
      | 'executors'
      | 'ci'
      | 'reviewer'
      | 'analyst'
      | 'repairer'
      | 'messages'
      | 'enqueue'
      | 'runs'
      | 'taskJobs'
      | 'watch'
      | 'timeAfter'
      | 'later'
      | 'rules'
    >,
  ack: (message: Message, outcome: RowOutcome) => void = () => {},
  known = new KnownOps(),
  deferred = new DeferredPartitions(ports),
): (key: string, messages: Message[]) => Promise<void> {
  const pace = new ShowingPace(ports)
  const handle = async (key: string, given: Message[]) => {
    const first = given[0]
    if (first === undefined) return
    const waiting = findWaiting(given, ports)
    const messages = given.filter((message) => !waiting.includes(message))
    const { repository, issueNumber } = first
    for (const op of opsOf(messages)) known.report(key, op)
    const deferredBefore = countDeferrals(messages)
    const deferOwed = (why: string) => deferred.defer({ repository, issueNumber, deferrals: deferredBefore, why })
    const leave = () => leavePartition(ports, ack, { key, messages, known })
    try {
      if (!standsFence()) return leave()
      for (const message of waiting) ports.messages.push(key, message, ports.confirmWithinMs)
      const { work, loaded, answers, early } = await decideMessages(ports, repository, issueNumber, messages)
      const outcome = work === loaded.work ? 'unchanged' : 'committed'
      ports.observe?.({ kind: 'decided', outcome, messages: messages.length })
      known.update(key, loaded.work.record?.outbox ?? [], work.record?.outbox ?? [])
      if (!standsFence()) return leave()
      const performance = {
        repository,
        work,
        configuration: loaded.configuration,
        defaultBranch: loaded.defaultBranch,
        isOurs: (op: string) => known.isOurs(key, op),
        isReported: (op: string) => known.isReported(key, op),
        noteReported: (op: string) => known.report(key, op),
        noteDeferred: (op: string) => known.lose(key, op),
        retryBudget: createRetryBudget(deferred.has(key) ? 1 : deferredBefore),
        showing: pace.isTime(key, messages) ? ('now' as const) : ('held' as const),
      }
      const fenced = findFencedRuns(loaded.work, work, new Set(opsOf(messages)))
      await ports.runs.cancel(fenced.map((op) => runId(repository, op)))
      // One that comes again may have been committed by a process that ended before it did what it owed.
      const due = messages.some((message) => message.kind === 'show_due' || cameBefore(message))
      const [left] = await inLanguageOf(loaded.configuration, work.record, async () => {
        await sayHoldLifted(ports, messages)
        await reportPulls(ports, repository, loaded, messages)
        await postAnswers(ports, performance, answers)
        return due || work !== loaded.work ? performEffects(ports, performance) : []
      })
      if (!standsFence()) return leave()
      if (left !== undefined) deferOwed(left.why)
      requeue(ports, ack, { key, messages: early, fault: undefined })
      for (const message of messages) if (!early.includes(message)) ack(message, { kind: 'done' })
    } catch (error) {
      if (!standsFence()) return leave()
      ports.observe?.({ kind: 'messages_failed', messages: messages.length })
      const isOld = isOutage(error) && messages.some(cameBefore)
      const kinds = messages.map(({ kind }) => kind)
      ports.log(isOld ? 'debug' : 'error', 'messages not handled', { key, kinds, why: explain(error) })
      const fault = await repairHold(ports, repository, messages, await nameFault(ports, repository, error))
      if (fault === undefined) return handAgain(ports, ack, key, messages)
      const waits = findObstacle(fault) !== null
      // Told at once, and not over and over: it waits until somebody changes what is in the way.
      if (waits)
        await announceFault(
          ports,
          repository,
          messages.filter((one) => !cameBefore(one)),
          fault,
        )
      const givenUp = mayPass(fault) || waits ? requeue(ports, ack, { key, messages, fault }) : messages
      for (const op of opsOf(givenUp)) known.lose(key, op)
      // Given up, what our own work came to is owed still.
      if ((isOutage(fault) || waits) && givenUp.some(({ receipt }) => receipt === undefined))
        deferOwed(explainToPeople(fault))
      if (!waits) await announceFault(ports, repository, givenUp, fault)
      for (const message of givenUp) ack(message, { kind: 'dead', why: explain(fault) })
    }
  }
  return (key, messages) =>
    traced({ issue: key, ...deliveriesOf(messages) }, () =>
      fenced(ports.watch(key), () => inSpan(spanOf(key, messages), () => handle(key, messages))),
    )
}

function spanOf(key: string, messages: readonly Message[]): SpanOrder {
  const kinds = [...new Set(messages.map((one) => (one.kind === 'event' ? one.event.kind : one.kind)))]
  return {
    name: `decide ${kinds.length > 3 ? 'many' : kinds.join(' ')}`,
    attributes: { 'countersign.issue': key, 'countersign.messages': messages.length },
    origin: {
      traceparents: messages.flatMap(({ traceparent }) => traceparent ?? []),
      delivery: messages.find(({ delivery }) => delivery !== undefined)?.delivery,
    },
  }
}

function deliveriesOf(messages: readonly Message[]): { deliveries?: string[] } {
  const ids = messages.flatMap(({ delivery }) => (delivery === undefined ? [] : [delivery]))
  return ids.length === 0 ? {} : { deliveries: [...new Set(ids)] }
}

/** What still stands against the messages; undefined where a maintainer had it repaired just now. */
async function repairHold(
  ports: Pick<MachinePorts, 'store' | 'people' | 'enqueue' | 'now' | 'log'>,
  repository: RepositoryRef,
  messages: readonly Message[],
  error: unknown,
): Promise<unknown> {
  try {
    return (await liftHold(ports, repository, messages, error)) ? undefined : error
  } catch (second) {
    ports.log('error', 'the hold could not be lifted', { repository: repository.key, why: explain(second) })
    return mayPass(second) || (second instanceof CountersignFault && second.code === 'on_hold') ? second : error
  }
}

function handAgain(
  ports: Pick<MachinePorts, 'messages'>,
  ack: (message: Message, outcome: RowOutcome) => void,
  key: string,
  messages: readonly Message[],
): void {
  for (const message of messages) {
    if (message.receipt === undefined) ports.messages.push(key, message, 0)
    else ack(message, { kind: 'later', delayMs: 0, why: 'everything was on hold' })
  }
}

/** Operations whose results these are. */
function opsOf(messages: readonly Message[]): string[] {
  return messages.flatMap((message) => {
    const op = message.kind === 'event' && 'op' in message.event ? message.event.op : null
    return op === null ? [] : [op]
  })
}

/** The partition is another process's by now: it finds the rows in the inbox, and what is owed in the outbox. */
function leavePartition(
  ports: Pick<MachinePorts, 'log'>,
  ack: (message: Message, outcome: RowOutcome) => void,
  { key, messages, known }: { key: string; messages: readonly Message[]; known: KnownOps },
): void {
  ports.log('warn', 'the partition was lost', { key, kinds: messages.map(({ kind }) => kind) })
  known.forget(key)
  for (const message of messages) ack(message, { kind: 'later', delayMs: 0, why: 'another process took the partition' })
}

/** Whoever handled it before may have committed what it led to. */
function cameBefore({ requeues = 0, deferrals = 0 }: Message): boolean {
  return requeues + deferrals > 0
}

/** How often what an issue owes was deferred in a row. */
function countDeferrals(messages: readonly Message[]): number {
  return Math.max(0, ...messages.map(({ kind, deferrals = 0 }) => (kind === 'show_due' ? deferrals : 0)))
}

/**
 * To where they came from, the queue or the inbox, later each time; returns those that have been there too often or too
 * long. `fault`: undefined where nothing failed.
 */
function requeue(
  ports: Pick<MachinePorts, 'messages' | 'now' | 'timeAfter'>,
  ack: (message: Message, outcome: RowOutcome) => void,
  { key, messages, fault }: { key: string; messages: readonly Message[]; fault: unknown },
): Message[] {
  const givenUp: Message[] = []
  const why = fault === undefined ? 'what it is about was not told yet' : explain(fault)
  for (const message of messages) {
    const { requeues = 0, deferrals = 0, receipt, waitsSince } = message
    if (receipt !== undefined && (isOutage(fault) || findObstacle(fault) !== null)) {
      const isOver = waitsSince !== undefined && ports.timeAfter(waitsSince, longestWaitMs) <= ports.now()
      const delayMs = Math.min(firstRequeueMs * 3 ** Math.min(deferrals, 9), findDeferralMs(deferrals))
      if (isOver) givenUp.push(message)
      else ack(message, { kind: 'deferred', delayMs, why })
      continue
    }
    const delayMs = firstRequeueMs * 3 ** requeues
    if (requeues >= maxRequeues) givenUp.push(message)
    else if (receipt !== undefined) ack(message, { kind: 'later', delayMs, why })
    else ports.messages.push(key, { ...message, requeues: requeues + 1 }, delayMs)
  }
  return givenUp
}
