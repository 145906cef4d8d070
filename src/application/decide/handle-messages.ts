import { createPatience, explain, explainToPeople, isOutage, mayPass } from '../effects/attempt-effect.ts'
import { decideSignals } from './decide-signals.ts'
import { CountersignFault } from '../fault.ts'
import { fenced, standsFence } from '../fence.ts'
import { findFencedRuns } from '../effects/find-fenced-runs.ts'
import { KnownOps } from '../effects/known-ops.ts'
import { liftHold, sayHoldLifted } from './lift-hold.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { RowOutcome } from '../ports/queues/inbox.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import { performEffects } from '../perform/perform-effects.ts'
import { runId } from '../effects/run-kinds.ts'
import { postAnswers } from '../perform/perform-thread-effects.ts'
import { findPauseMs, PutOffLanes } from '../effects/put-off-lanes.ts'
import { isQuiet, quietMs, ShowingPace } from '../effects/showing-pace.ts'
import { maxReturns, type Signal } from '../ports/queues/signal.ts'
import { tellFault } from './tell-fault.ts'
import { traced } from '../trace.ts'

/** So long a signal that is put back waits the first time, and then three times as long each time. */
const firstReturnMs = 2_000
/** What waits for the end of an outage that long is given up: GitHub keeps webhooks no longer either. */
const longestWaitMs = 3 * 24 * 3_600_000

/**
 * The machine: signals of one issue → one decision, one commit, then what is owed is carried out (design 3).
 * `settle` hears what became of each signal that has a receipt, exactly once for each time it is handed in.
 */
export function createSignalHandler(
  ports: MachinePorts,
  settle: (signal: Signal, outcome: RowOutcome) => void = () => {},
  known = new KnownOps(),
  putOffs = new PutOffLanes(ports),
): (key: string, signals: Signal[]) => Promise<void> {
  const pace = new ShowingPace(ports)
  const handle = async (key: string, signals: Signal[]) => {
    const first = signals[0]
    if (first === undefined) return
    const { repository, issueNumber } = first
    for (const op of opsOf(signals)) known.report(key, op)
    const putOffBefore = countPutOffs(signals)
    const putOffOwed = (why: string) => putOffs.putOff({ repository, issueNumber, putOffs: putOffBefore, why })
    const leave = () => leaveLane(ports, settle, { key, signals, known })
    try {
      if (!standsFence()) return leave()
      const { work, loaded, answers, early } = await decideSignals(ports, repository, issueNumber, signals)
      const outcome = work === loaded.work ? 'unchanged' : 'committed'
      ports.observe?.({ kind: 'decided', outcome, signals: signals.length })
      known.settle(key, loaded.work.record?.outbox ?? [], work.record?.outbox ?? [])
      if (!standsFence()) return leave()
      const performance = {
        repository,
        work,
        configuration: loaded.configuration,
        defaultBranch: loaded.defaultBranch,
        isOurs: (op: string) => known.isOurs(key, op),
        isReported: (op: string) => known.isReported(key, op),
        noteReported: (op: string) => known.report(key, op),
        notePutOff: (op: string) => known.lose(key, op),
        patience: createPatience(putOffs.has(key) ? 1 : putOffBefore),
        // After a quiet second there is nothing more to wait for.
        confirmAfterMs: isQuiet(signals) ? 0 : quietMs,
        showing: pace.isTime(key, signals) ? ('now' as const) : ('held' as const),
      }
      const fenced = findFencedRuns(loaded.work, work, new Set(opsOf(signals)))
      await ports.runs.cancel(fenced.map((op) => runId(repository, op)))
      await sayHoldLifted(ports, signals)
      await postAnswers(ports, performance, answers)
      // One that comes again may have been committed by a process that ended before it did what it owed.
      const due = signals.some((signal) => signal.kind === 'show_due' || cameBefore(signal))
      const [left] = due || work !== loaded.work ? await performEffects(ports, performance) : []
      if (!standsFence()) return leave()
      if (left !== undefined) putOffOwed(left.why)
      putBack(ports, settle, { key, signals: early, fault: undefined })
      for (const signal of signals) if (!early.includes(signal)) settle(signal, { kind: 'done' })
    } catch (error) {
      if (!standsFence()) return leave()
      ports.observe?.({ kind: 'signals_failed', signals: signals.length })
      const isOld = isOutage(error) && signals.some(cameBefore)
      const kinds = signals.map(({ kind }) => kind)
      ports.log(isOld ? 'debug' : 'error', 'signals not handled', { key, kinds, why: explain(error) })
      const fault = await mendHold(ports, repository, signals, error)
      if (fault === undefined) return handAgain(ports, settle, key, signals)
      const givenUp = mayPass(fault) ? putBack(ports, settle, { key, signals, fault }) : signals
      for (const op of opsOf(givenUp)) known.lose(key, op)
      // Given up, what our own work came to is owed still.
      if (isOutage(fault) && givenUp.some(({ receipt }) => receipt === undefined)) putOffOwed(explainToPeople(fault))
      await tellFault(ports, repository, givenUp, fault)
      for (const signal of givenUp) settle(signal, { kind: 'dead', why: explain(fault) })
    }
  }
  return (key, signals) =>
    traced({ issue: key, ...deliveriesOf(signals) }, () => fenced(ports.watch(key), () => handle(key, signals)))
}

function deliveriesOf(signals: readonly Signal[]): { deliveries?: string[] } {
  const ids = signals.flatMap(({ delivery }) => (delivery === undefined ? [] : [delivery]))
  return ids.length === 0 ? {} : { deliveries: [...new Set(ids)] }
}

/** What still stands against the signals; undefined where a maintainer had it mended just now. */
async function mendHold(
  ports: MachinePorts,
  repository: RepositoryRef,
  signals: readonly Signal[],
  error: unknown,
): Promise<unknown> {
  try {
    return (await liftHold(ports, repository, signals, error)) ? undefined : error
  } catch (second) {
    ports.log('error', 'the hold could not be lifted', { repository: repository.key, why: explain(second) })
    return mayPass(second) || (second instanceof CountersignFault && second.code === 'on_hold') ? second : error
  }
}

function handAgain(
  ports: MachinePorts,
  settle: (signal: Signal, outcome: RowOutcome) => void,
  key: string,
  signals: readonly Signal[],
): void {
  for (const signal of signals) {
    if (signal.receipt === undefined) ports.signals.push(key, signal, 0)
    else settle(signal, { kind: 'later', delayMs: 0, why: 'everything was on hold' })
  }
}

/** Operations whose results these are. */
function opsOf(signals: readonly Signal[]): string[] {
  return signals.flatMap((signal) => {
    const op = signal.kind === 'event' && 'op' in signal.event ? signal.event.op : null
    return op === null ? [] : [op]
  })
}

/** The lane is another process's by now: it finds the rows in the inbox, and what is owed in the outbox. */
function leaveLane(
  ports: MachinePorts,
  settle: (signal: Signal, outcome: RowOutcome) => void,
  { key, signals, known }: { key: string; signals: readonly Signal[]; known: KnownOps },
): void {
  ports.log('warn', 'the lane was lost', { key, kinds: signals.map(({ kind }) => kind) })
  known.forget(key)
  for (const signal of signals) settle(signal, { kind: 'later', delayMs: 0, why: 'another process took the lane' })
}

/** Whoever handled it before may have committed what it led to. */
function cameBefore({ returns = 0, putOffs = 0 }: Signal): boolean {
  return returns + putOffs > 0
}

/** How often what an issue owes was put off in a row. */
function countPutOffs(signals: readonly Signal[]): number {
  return Math.max(0, ...signals.map(({ kind, putOffs = 0 }) => (kind === 'show_due' ? putOffs : 0)))
}

/**
 * To where they came from, the queue or the inbox, later each time; returns those that have been there too often or too
 * long. `fault`: undefined where nothing failed.
 */
function putBack(
  ports: MachinePorts,
  settle: (signal: Signal, outcome: RowOutcome) => void,
  { key, signals, fault }: { key: string; signals: readonly Signal[]; fault: unknown },
): Signal[] {
  const givenUp: Signal[] = []
  const why = fault === undefined ? 'what it is about was not told yet' : explain(fault)
  for (const signal of signals) {
    const { returns = 0, putOffs = 0, receipt, waitsSince } = signal
    if (receipt !== undefined && isOutage(fault)) {
      const isOver = waitsSince !== undefined && ports.timeAfter(waitsSince, longestWaitMs) <= ports.now()
      const delayMs = Math.min(firstReturnMs * 3 ** Math.min(putOffs, 9), findPauseMs(putOffs))
      if (isOver) givenUp.push(signal)
      else settle(signal, { kind: 'put_off', delayMs, why })
      continue
    }
    const delayMs = firstReturnMs * 3 ** returns
    if (returns >= maxReturns) givenUp.push(signal)
    else if (receipt !== undefined) settle(signal, { kind: 'later', delayMs, why })
    else ports.signals.push(key, { ...signal, returns: returns + 1 }, delayMs)
  }
  return givenUp
}
