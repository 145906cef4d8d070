import type { Receipt } from '../../domain/records/execution-record.ts'
import type { GateEvent } from '../../domain/gate/draft/gate-event.ts'
import type { Work } from '../../domain/records/work.ts'
import { inLanguageOf } from '../language/in-language.ts'
import type { WorkEventBody } from '../../domain/work/draft/work-event.ts'
import type { RunNotes } from '../../domain/work/effects/effect-rule.ts'
import { decideUnderPause, isPerformed, type RunEffectKind } from '../../domain/work/effects/effect-rules.ts'
import { explain, explainToPeople, type OwedOf, type Deferred } from '../attempts/attempt-effect.ts'
import { isOutage, mayPass } from '../outage.ts'
import { isMachineFull, machineFull } from '../machine-full.ts'
import { neverFenced, type Fence, fenced } from '../fence.ts'
import { eventMessage } from '../attempts/event-message.ts'
import { isFenced } from '../attempts/find-fenced-runs.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import { performRunEffect, type RunEffectPorts, type WaitsForJob } from '../perform/runs/perform-run-effect.ts'
import { endTaskJob } from '../runs/jobs/end-task-job.ts'
import type { RunWait, TakenRun } from '../ports/queues/run-queue.ts'
import type { LoadedWork } from '../ports/state/state-store.ts'
import { findDeferralMs } from '../attempts/deferred-partitions.ts'
import { findRunDeadlineMs } from './run-deadline.ts'
import { runFailure, runLeft } from '../attempts/run-failure.ts'
import type { RunPlace } from '../attempts/run-place.ts'
import { issueKey, type Message } from '../ports/queues/message.ts'
import { RunClock } from './run-clock.ts'
import { inSpan, type SpanOrder } from '../spans.ts'
import { currentTrace, type Patience, traced, tracedPart } from '../trace.ts'

/**
 * What becomes of a run: it ended and came to something or nothing, or somebody is to try it again later, after a fault
 * or, `deferred`, after what has nothing to do with it, however often.
 */
export type RunOutcome =
  | { kind: 'ended'; messages: Message[] }
  | { kind: 'later'; delayMs: number }
  | ({ kind: 'deferred' } & RunWait)

/** Whoever works on it that often goes away with it, most likely. */
const maxTakings = 20
/** A read may be older than the commit that owes the run. */
const staleReadMs = [500, 2_000, 5_000]
/** Work is left to itself that long after it was cancelled. */
const graceMs = 30_000
const againMs = 5_000
/** A full disk is emptied by people: what has to wait for that waits for longer each time. */
const firstRoomMs = 10_000
const longestRoomMs = 10 * 60_000

/**
 * One run of any process's: reads what the issue owes, carries it out, and says what it came to. Throws nothing. `wait` is
 * called when it begins to wait for a limit of GitHub's, and what that returns when it goes on. `fence`: down once the run
 * may be another's.
 */
export function performRun(
  ports: RunEffectPorts,
  run: TakenRun,
  signal: AbortSignal,
  wait: Patience['wait'] = () => () => {},
  fence: Fence = neverFenced,
): Promise<RunOutcome> {
  const issue = issueKey(run.repository, run.issueNumber)
  return traced({ issue, patience: { wait } }, () => fenced(fence, () => perform(ports, run, signal)))
}

async function perform(ports: RunEffectPorts, run: TakenRun, signal: AbortSignal): Promise<RunOutcome> {
  try {
    const found = await findOwed(ports, run)
    if (found === undefined) return { kind: 'ended', messages: [] }
    return await inSpan(spanOf(run, found), () => performOwed(ports, run, found, signal))
  } catch (error) {
    if (isMachineFull(error)) {
      const delayMs = Math.min(firstRoomMs * 2 ** run.deferrals, longestRoomMs)
      const what = machineFull(error).code === 'disk_full' ? 'room on the disk' : 'file handles or processes'
      ports.log('error', `a run waits for ${what}`, { run: run.id, delay_ms: delayMs, why: explain(error) })
      return { kind: 'deferred', delayMs, waitsFor: 'room' }
    }
    if (isOutage(error)) return defer(ports, run, explainToPeople(error))
    ports.log('warn', 'a run could not be begun', { run: run.id, why: explain(error) })
    // What another try can't mend stays owed: the reconciler orders it again when the repository can be read.
    if (!mayPass(error)) return { kind: 'ended', messages: [] }
    return { kind: 'later', delayMs: againMs * run.attempts }
  }
}

/** A child of the decision that owes it, whichever process made that. */
function spanOf(run: TakenRun, { owed: { op, action, traceparent } }: Found): SpanOrder {
  return {
    name: `run ${action.kind}`,
    attributes: {
      'countersign.issue': issueKey(run.repository, run.issueNumber),
      'countersign.op': op,
      'countersign.attempt': run.attempts,
      ...('task' in action ? { 'countersign.task': action.task } : {}),
    },
    origin: { traceparents: traceparent === undefined ? [] : [traceparent], delivery: undefined },
  }
}

async function performOwed(
  ports: RunEffectPorts,
  run: TakenRun,
  found: Found,
  signal: AbortSignal,
): Promise<RunOutcome> {
  if (found.isFenced) await endElsewhere(ports, found)
  const bodies = found.isFenced
    ? leave(found.owed)
    : run.attempts > maxTakings
      ? [runFailure(found.owed, `whoever worked on it went away, ${maxTakings} times`)]
      : await performInTime(ports, run, found, signal)
  if (bodies === undefined) return { kind: 'later', delayMs: 0 }
  if (!Array.isArray(bodies)) {
    if (bodies.kind === 'deferred') return defer(ports, run, bodies.why)
    // Told to end meanwhile: whoever takes it next, at once, sees whether its job is to end too.
    if (signal.aborted) return { kind: 'later', delayMs: 0 }
    return { kind: 'deferred', delayMs: bodies.delayMs, waitsFor: 'job' }
  }
  return { kind: 'ended', messages: bodies.map((body) => eventMessage(ports, run, body)) }
}

function defer(ports: Pick<MachinePorts, 'log'>, { id, deferrals }: TakenRun, why: string): RunOutcome {
  const delayMs = findDeferralMs(deferrals)
  ports.log(deferrals === 0 ? 'warn' : 'debug', 'a run was deferred', { run: id, minutes: delayMs / 60_000, why })
  return { kind: 'deferred', delayMs, waitsFor: 'outage' }
}

interface Found {
  place: RunPlace
  owed: OwedOf<RunEffectKind>
  /** Its result would count for nothing. */
  isFenced: boolean
}

/** Undefined where it is no longer owed, or waits for the end of a pause. */
async function findOwed(ports: Pick<MachinePorts, 'store' | 'wait'>, run: TakenRun): Promise<Found | undefined> {
  const { repository, issueNumber } = run
  // Given back, it may have been cancelled by what another process decided.
  const isKnown = run.isOwn && run.attempts === 1
  let loaded = await ports.store.read(repository, issueNumber, isKnown ? 'cached' : 'fresh')
  for (const ms of staleReadMs) {
    if (!isOlder(loaded.work, run.op)) break
    await ports.wait(ms)
    loaded = await ports.store.read(repository, issueNumber, 'fresh')
  }
  const owed = loaded.work.record?.outbox.find(({ op }) => op === run.op)
  if (owed === undefined || !isPerformed(owed, 'as_run')) return undefined
  // `/resume` orders it again.
  if (loaded.work.record?.paused != null && decideUnderPause(owed.action) === 'wait') return undefined
  return { place: { repository, ...placeOf(loaded) }, owed, isFenced: isFenced(loaded.work, owed) }
}

function placeOf({ work, configuration, defaultBranch }: LoadedWork) {
  return { work, configuration, defaultBranch }
}

/** What a fenced run has at work on another machine ends before it is said to have left. */
async function endElsewhere(
  ports: Pick<MachinePorts, 'taskJobs' | 'sign'>,
  { place: { repository, configuration }, owed: { action } }: Found,
): Promise<void> {
  if (action.kind !== 'run_task') return
  await endTaskJob(ports, { repository, task: action.task, runId: action.run_id }, configuration)
}

/** `ISS-007/12` is given out by the state whose `next_op` was 12. */
function isOlder({ record }: Work, op: string): boolean {
  return record === null || record.next_op <= Number(op.split('/').at(-1))
}

/** Undefined where it was cancelled and came to nothing: then it is as if it had not begun. */
async function performInTime(
  ports: RunEffectPorts,
  run: TakenRun,
  { place, owed }: Found,
  told: AbortSignal,
): Promise<WorkEventBody[] | Deferred | WaitsForJob | undefined> {
  const deadlineMs = findRunDeadlineMs(owed, place)
  const overdue = new AbortController()
  const signal = AbortSignal.any([told, overdue.signal])
  const clock = new RunClock(
    deadlineMs,
    () => overdue.abort(),
    () => Date.parse(ports.now()),
  )
  try {
    const bodies = await withoutHanging(
      tracedPart({ patience: patienceWith(clock, signal) }, () =>
        inLanguageOf(place.configuration, place.work.record, () =>
          performRunEffect(ports, place, owed, { signal, isUntried: run.isUntried, deferrals: run.deferrals }),
        ),
      ),
      signal,
    )
    if (bodies !== undefined && !Array.isArray(bodies) && bodies.kind === 'waits_for_job') return bodies
    // The time went by in waiting for an answer.
    if (bodies !== undefined && !Array.isArray(bodies)) return told.aborted ? leave(owed) : bodies
    if (overdue.signal.aborted && !told.aborted)
      return [runFailure(owed, `it took longer than ${Math.round(deadlineMs / 60_000)} minutes`, notesOf(bodies))]
    const body = bodies?.at(-1)
    if (bodies !== undefined && body !== undefined && body.kind !== 'effect_failed') return bodies
    const why = body?.kind === 'effect_failed' ? body.why : 'it came to nothing'
    if (!told.aborted) return [runFailure(owed, why, notesOf(bodies))]
    return leave(owed)
  } finally {
    clock.stop()
  }
}

/** What it took stands in what it came to, late as that is. */
function notesOf(bodies: readonly WorkEventBody[] = []): RunNotes {
  const body = bodies.at(-1)
  if (body?.kind === 'effect_failed') {
    const { lost_use: use = null, obstacle } = body
    return { tests: null, receipt: null, use, ...(obstacle !== undefined && { obstacle }) }
  }
  const made = body?.kind === 'gate' ? findReceipt(body.gate) : undefined
  if (made === undefined) return { tests: null, receipt: null }
  // What lay in its work tree is not kept: it was not told to leave.
  const { remains: _remains, ...receipt } = made
  return { tests: null, receipt }
}

function findReceipt(gate: GateEvent): Receipt | undefined {
  if (gate.kind === 'run_left') return gate.left?.receipt
  return 'receipt' in gate ? (gate.receipt ?? undefined) : undefined
}

/** Beside what waits with it already: its time stands still, and cancelled it waits no more. */
function patienceWith(clock: RunClock, signal: AbortSignal): Patience {
  const { patience } = currentTrace()
  return {
    signal,
    wait() {
      const goesOn = [patience?.wait(), clock.hold()]
      return () => goesOn.forEach((goOn) => goOn?.())
    },
    pause: () => clock.hold(),
  }
}

/** Undefined where the work doesn't heed that it was cancelled. */
async function withoutHanging<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const { promise: hanging, resolve } = Promise.withResolvers<undefined>()
  const wait = () => void (timer = setTimeout(() => resolve(undefined), graceMs))
  if (signal.aborted) wait()
  else signal.addEventListener('abort', wait, { once: true })
  try {
    return await Promise.race([work, hanging])
  } finally {
    // Told later, what is done already would keep the process waiting.
    signal.removeEventListener('abort', wait)
    clearTimeout(timer)
  }
}

/** A task's run that was cancelled is given back to the plan; anything else is begun anew by whoever takes it next. */
function leave(owed: OwedOf<RunEffectKind>): WorkEventBody[] | undefined {
  const left = runLeft(owed)
  return left === null ? undefined : [left]
}
