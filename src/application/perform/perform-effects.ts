import type { OwedEffect } from '../../domain/effects/effect.ts'
import type { WorkEventBody } from '../../domain/work/draft/work-event.ts'
import {
  decideUnderPause,
  type InOrderKind,
  isPerformed,
  ruleOf,
  type RunEffectKind,
  type ThreadEffectKind,
} from '../../domain/work/effects/effect-rules.ts'
import { attempt, type OwedOf, type Performance, type Deferred } from '../attempts/attempt-effect.ts'
import { standsFence } from '../fence.ts'
import { eventMessage } from '../attempts/event-message.ts'
import { isFenced } from '../attempts/find-fenced-runs.ts'
import type { MachinePorts, ViewPorts, BranchPorts, TryPorts, RecordPorts } from '../ports/machine-ports.ts'
import { performInOrder } from './in-order-performers.ts'
import { findVerdictAndMerge, postAndMerge } from './post-and-merge.ts'
import { runLeft } from '../attempts/run-failure.ts'
import { hasTaskJobs } from '../runs/jobs/end-task-job.ts'
import { runId } from '../attempts/run-place.ts'
import { performThreadEffects } from './perform-thread-effects.ts'
import { isConfirmation, quietMs } from '../attempts/showing-pace.ts'
import { isOnlyShown } from '../attempts/waiting-confirmations.ts'
import { issueKey, mayEndWork, type Message } from '../ports/queues/message.ts'

/**
 * Carries out what is owed and may happen now. Results come back as messages; long work goes on beside and reports later.
 * Returns what could not be done for an outage, and stays owed.
 */
export async function performEffects(
  ports: ViewPorts &
    BranchPorts &
    TryPorts &
    RecordPorts &
    Pick<MachinePorts, 'store' | 'thread' | 'repairer' | 'messages' | 'runs' | 'taskJobs'>,
  performance: Performance,
): Promise<Deferred[]> {
  const { record } = performance.work
  const open = (record?.outbox ?? []).filter((one) => !performance.isReported(one.op))
  const paused = record != null && record.paused !== null
  if (paused) await giveBackRuns(ports, performance, open)
  const owed = paused ? open.filter((one) => decideUnderPause(one.action) === 'go') : open
  const pulls = owed.filter((one) => isPerformed(one, 'in_order'))
  const runs = owed.filter((one) => isPerformed(one, 'as_run'))
  const thread = owed.filter((one) => isPerformed(one, 'in_thread'))
  const now = thread.filter((one) => !isMirror(one) || performance.showing === 'now')
  const bases = now.length === 0 ? [] : findNewBases(performance, pulls)
  const { bodies, deferred } =
    bases.length === 0
      ? await performOneByOne(ports, performance, pulls)
      : await postWithBases(ports, performance, now, bases)
  // What is left is owed: it is decided on anew, with what they said in hand.
  if (bodies.length + deferred.length > 0 && isCancelled(ports, performance)) {
    pushShowDue(ports, performance, 0)
    return deferred
  }
  const isDeferred = ({ op }: OwedEffect) => deferred.some((one) => one.op === op)
  // A run's pull request is opened into the integration branch: where that could not be made, the runs stay owed.
  const lacksBase = pulls.some((one) => one.action.kind === 'open_base' && isDeferred(one))
  if (!lacksBase && bodies.every((body) => body.kind !== 'effect_failed')) {
    // One that was live when this began may have reported meanwhile: begun again, it would be done twice.
    const waiting = runs.filter((one) => !performance.isReported(one.op))
    await orderRuns(ports, performance, waiting)
  }
  // What just moved leads to the next decision, whose status is the one to show.
  const moved = bodies.some((body) => body.kind !== 'effect_done')
  const shown = moved ? now.filter((one) => !isMirror(one)) : now
  if (shown.length < thread.length && !moved) pushShowDue(ports, performance, quietMs)
  if (bases.length > 0) return deferred
  const posted = await performThreadEffects(ports, performance, shown)
  return [...deferred, ...report(ports, performance, posted)]
}

/** Integration branches that nobody can have tried to make, where nothing else is owed that goes before what people read. */
function findNewBases({ isOurs }: Performance, pulls: readonly OwedOf<InOrderKind>[]): readonly OwedOf<'open_base'>[] {
  const isNewBase = (one: OwedOf<InOrderKind>): one is OwedOf<'open_base'> =>
    one.action.kind === 'open_base' && isOurs(one.op)
  return pulls.every(isNewBase) ? pulls : []
}

/** The branches in one request with what people read; what came of them. */
async function postWithBases(
  ports: ViewPorts & TryPorts & RecordPorts & Pick<MachinePorts, 'store' | 'thread' | 'messages'>,
  performance: Performance,
  thread: readonly OwedOf<ThreadEffectKind>[],
  bases: readonly OwedOf<'open_base'>[],
): Promise<{ bodies: WorkEventBody[]; deferred: Deferred[] }> {
  const posted = await performThreadEffects(ports, performance, thread, bases)
  const deferred = report(ports, performance, posted)
  const ops = new Set<string | null>(bases.map(({ op }) => op))
  const bodies = posted.flatMap((one) => (one.kind !== 'deferred' && 'op' in one && ops.has(one.op) ? [one] : []))
  return { bodies, deferred }
}

function isMirror({ action }: OwedEffect): boolean {
  const rule = ruleOf(action)
  return rule.performed === 'in_thread' && rule.mirrors
}

/** Somebody may have paused or stopped the work while an effect was carried out (spec 002 §3). */
function isCancelled(ports: Pick<MachinePorts, 'messages'>, { repository, work }: Performance): boolean {
  if (work.record === null) return false
  return ports.messages.peek(issueKey(repository, work.record.number)).some(mayEndWork)
}

function pushShowDue(
  ports: Pick<MachinePorts, 'messages' | 'now'>,
  { repository, work }: Performance,
  delayMs: number,
): void {
  if (work.record === null) return
  const { number } = work.record
  const at = ports.now()
  const message: Message = {
    repository,
    issueNumber: number,
    planNumber: null,
    key: `show:${at}`,
    at,
    kind: 'show_due',
  }
  ports.messages.push(issueKey(repository, number), message, delayMs)
}

async function orderRuns(
  ports: Pick<MachinePorts, 'runs'>,
  { repository, work, isOurs }: Performance,
  owed: readonly OwedOf<RunEffectKind>[],
): Promise<void> {
  const issueNumber = work.record?.number
  if (issueNumber === undefined) return
  const fenced = owed.filter((one) => isFenced(work, one))
  // One that was just cancelled reports by itself: ordered again, it would go on.
  const live = fenced.length === 0 ? new Set<string>() : await ports.runs.findLive(repository.key)
  const missing = owed.filter((one) => !fenced.includes(one) || !live.has(runId(repository, one.op)))
  await ports.runs.add(
    missing.map(({ op }) => ({ id: runId(repository, op), repository, issueNumber, op, isUntried: isOurs(op) })),
  )
}

/** A pause ends runs (spec 002 §3): one that somebody works on reports by itself, any other is given back at once, or by who ends its job. */
async function giveBackRuns(
  ports: RecordPorts & Pick<MachinePorts, 'messages' | 'runs' | 'taskJobs'>,
  performance: Performance,
  owed: readonly OwedEffect[],
): Promise<void> {
  const live = await ports.runs.findLive(performance.repository.key)
  const hasJobs = hasTaskJobs(ports, performance.configuration)
  for (const one of owed.filter((each) => isPerformed(each, 'as_run'))) {
    if (decideUnderPause(one.action) !== 'leave' || live.has(runId(performance.repository, one.op))) continue
    if (hasJobs) {
      await orderRuns(ports, performance, [one])
      continue
    }
    const left = runLeft(one)
    if (left !== null) report(ports, performance, [left])
  }
}

async function performOneByOne(
  ports: ViewPorts & BranchPorts & TryPorts & RecordPorts & Pick<MachinePorts, 'repairer' | 'messages'>,
  performance: Performance,
  owed: readonly OwedOf<InOrderKind>[],
): Promise<{ bodies: WorkEventBody[]; deferred: Deferred[] }> {
  const bodies: WorkEventBody[] = []
  const deferred: Deferred[] = []
  const known = new Map<string, WorkEventBody>()
  for (const one of owed) {
    if (!known.has(one.op) && bodies.length + deferred.length > 0 && isCancelled(ports, performance)) continue
    const pair = findVerdictAndMerge(performance, one, owed)
    if (pair !== undefined) for (const [op, body] of await postAndMerge(ports, performance, pair)) known.set(op, body)
    const body = await attempt(
      ports,
      performance,
      one,
      async (again) => known.get(one.op) ?? performInOrder(ports, performance, one, again),
    )
    deferred.push(...report(ports, performance, [body]))
    if (body.kind !== 'deferred') bodies.push(body)
  }
  return { bodies, deferred }
}

/** How long it waits for something to share a commit with. */
function findDelayMs({ confirmWithinMs }: RecordPorts, { work }: Performance, body: WorkEventBody): number {
  if (!isConfirmation(body)) return 0
  const owed = work.record?.outbox.find(({ op }) => 'op' in body && op === body.op)
  return owed !== undefined && isOnlyShown(owed.action) ? confirmWithinMs : quietMs
}

/** Back into the issue's own queue, under the operation's id: a result counts once. Returns what has none yet. */
function report(
  ports: RecordPorts & Pick<MachinePorts, 'messages'>,
  performance: Performance,
  outcomes: readonly (WorkEventBody | Deferred)[],
): Deferred[] {
  const { repository, work } = performance
  const issueNumber = work.record?.number
  // What came of it is for the process to find that does it now.
  if (!standsFence()) return []
  const deferred: Deferred[] = []
  for (const body of outcomes) {
    if (body.kind === 'deferred') {
      // At once: what comes next may fail, and whoever tries again has to look first whether it was done.
      performance.noteDeferred(body.op)
      deferred.push(body)
    } else if (issueNumber !== undefined) {
      if ('op' in body && body.op !== null) performance.noteReported(body.op)
      const message = eventMessage(ports, { repository, issueNumber }, body)
      ports.messages.push(issueKey(repository, issueNumber), message, findDelayMs(ports, performance, body))
    }
  }
  return deferred
}
