import canonicalize from 'canonicalize'
import type { Receipt } from '../../../domain/records/execution-record.ts'
import { addReceipts } from '../../../domain/records/receipts/add-receipts.ts'
import { ModelOutage } from '../../model-outage.ts'
import type { ModelUse } from '../../../domain/models/model-use.ts'
import { sumUses } from '../../../domain/records/receipts/spent-on-models.ts'
import type { GateEvent } from '../../../domain/gate/draft/gate-event.ts'
import { sha256Hex } from '../../../domain/text/sha256.ts'
import type { WorkEventBody } from '../../../domain/work/draft/work-event.ts'
import type { RunNotes } from '../../../domain/work/effects/effect-rule.ts'
import { gateAnswer } from '../../../domain/work/effects/gate-answer.ts'
import type { RunEffectKind } from '../../../domain/work/effects/effect-rules.ts'
import {
  attempt,
  createRunRetryBudget,
  explain,
  explainToPeople,
  type OwedOf,
  type Deferred,
} from '../../attempts/attempt-effect.ts'
import { isMachineFull, machineFull } from '../../machine-full.ts'
import { eventMessage } from '../../attempts/event-message.ts'
import type { CountersignFault } from '../../fault.ts'
import type { MachinePorts, TryPorts, RecordPorts } from '../../ports/machine-ports.ts'
import { openRunEffect } from './run-performers.ts'
import type { RunPorts } from './run-performer.ts'
import { placeTaskRun } from './task-performers.ts'
import { followTaskJob, type TaskJobNews } from '../../runs/jobs/follow-task-job.ts'
import type { Workspace } from '../../ports/roles/workspace.ts'
import { runFailure } from '../../attempts/run-failure.ts'
import type { RunPlace } from '../../attempts/run-place.ts'

export interface RunHow {
  /** Ends the work. */
  signal: AbortSignal
  /** Nobody can have tried it before. */
  isUntried: boolean
  /** How often it was deferred before. */
  deferrals: number
}

/** What came of the tries so far, beside their end. */
interface Notes extends RunNotes {
  use: ModelUse | null
  review: Receipt | null
  noRoom: CountersignFault | null
}

/** A run that was deferred that often is an attempt of its task, where its executor worked in vain once more. */
const maxRepeats = 3
/** The same where there was no room on the disk; two and a half hours. */
const maxWaitsForRoom = 20

/** What its kind needs, and what it takes to try it, and to look at it again later. */
export type RunEffectPorts = RunPorts & TryPorts & Pick<MachinePorts, 'enqueue' | 'later'>

/** It goes on in a job of its own, or its time of day has not come: somebody looks again after a while. */
export interface WaitsForJob {
  kind: 'waits_for_job'
  delayMs: number
}

/**
 * Carries out long work; what it comes to, as events, the last of them its own, or that it was deferred, or goes on
 * elsewhere. Throws `disk_full` where there is no room for it on this machine, which is no failure of the work.
 */
export async function performRunEffect(
  ports: RunEffectPorts,
  place: RunPlace,
  owed: OwedOf<RunEffectKind>,
  { signal, isUntried, deferrals }: RunHow,
): Promise<WorkEventBody[] | Deferred | WaitsForJob> {
  const quietMs = owed.action.kind === 'tell' ? (ports.notices?.quietMs(ports.now()) ?? 0) : 0
  if (quietMs > 0) return { kind: 'waits_for_job', delayMs: quietMs }
  const job = await lookAtJob(ports, place, owed, signal)
  if (job.kind === 'waiting') return { kind: 'waits_for_job', delayMs: job.delayMs }
  if (job.kind === 'concluded') return [gateAnswer(owed.op, job.event)]
  const events: WorkEventBody[] = []
  const notes: Notes = { tests: null, receipt: null, use: null, review: null, noRoom: null }
  const workspace = await takeWorkspace(ports, place, owed, isUntried)
  const work = openRunEffect({ ...ports, workspace }, place, owed, {
    signal,
    report: (found) => void events.push(...found),
    keepTests: (validation) => void (notes.tests = validation),
    noteWork: (receipt) => void (notes.receipt = receipt),
    noteLostUse: (use) => void (notes.use = sumUses([notes.use, use])),
    lostUse: () => notes.use,
    noteProgress: (gate) => tellProgress(ports, place, gate),
    ...(job.kind === 'here' ? {} : { handedBack: job.handedBack }),
  })
  const { repository, work: of } = place
  const trying = { repository, work: of, isOurs: () => isUntried, retryBudget: createRunRetryBudget() }
  const body = await attempt(ports, trying, owed, async (again) => {
    try {
      return await work(again)
    } catch (error) {
      if (error instanceof ModelOutage && error.receipt !== undefined)
        notes.review = addReceipts(notes.review, error.receipt)
      if (!isMachineFull(error)) throw error
      // Another try at once would meet the same, and agents don't work for nothing.
      notes.noRoom = machineFull(error)
      throw notes.noRoom
    }
  })
  if (notes.noRoom !== null && !signal.aborted) {
    if (deferrals < maxWaitsForRoom) throw notes.noRoom
    // It may be the task itself that fills the disk.
    return [runFailure(owed, explainToPeople(notes.noRoom), notes)]
  }
  if (body.kind === 'deferred') {
    // Deferred, its work is done again: work that costs is not done for nothing without end.
    const isRepeated = notes.receipt !== null && deferrals >= maxRepeats
    return isRepeated ? [runFailure(owed, `what it made could not be kept: ${body.why}`, notes)] : body
  }
  watchDeadline(ports, place, body)
  if (body.kind !== 'effect_failed' || signal.aborted) return [...events, withTriesBefore(body, notes.review)]
  const { why, obstacle } = body
  return [...events, runFailure(owed, why, obstacle === undefined ? notes : { ...notes, obstacle })]
}

/** A review that was reported has asked what its tries before asked, too. */
function withTriesBefore(body: WorkEventBody, before: Receipt | null): WorkEventBody {
  if (before === null || body.kind !== 'gate' || body.gate.kind !== 'review_reported') return body
  const { receipt } = body.gate
  return { ...body, gate: { ...body.gate, receipt: receipt === undefined ? before : addReceipts(before, receipt) } }
}

/** How the run of a task is that belongs into a job of its own; what that is at is told as an agent's progress is. */
async function lookAtJob(
  ports: RunEffectPorts,
  place: RunPlace,
  { action }: OwedOf<RunEffectKind>,
  signal: AbortSignal,
): Promise<TaskJobNews> {
  const run = action.kind === 'run_task' ? placeTaskRun(place, action, signal) : undefined
  if (run === undefined) return { kind: 'here' }
  const news = await followTaskJob(ports, run, place.defaultBranch.name)
  const progress = news.kind === 'waiting' ? news.progress : null
  if (progress !== null)
    await tellProgress(ports, place, { kind: 'run_progressed', task: run.task.id, run_id: run.runId, progress })
  return news
}

/** An event like any other: the branch has it, and who shows the status reads it there. */
async function tellProgress(
  ports: RecordPorts & Pick<MachinePorts, 'enqueue'>,
  { repository, work }: RunPlace,
  gate: GateEvent,
): Promise<void> {
  const issueNumber = work.record?.number
  if (issueNumber === undefined) return
  const event: WorkEventBody = { kind: 'gate', op: null, by: null, on: null, gate }
  await ports.enqueue([eventMessage(ports, { repository, issueNumber }, event)])
}

/** The workspace for this run, once nothing works on it any more here: whoever had it before may have been killed. */
async function takeWorkspace(
  { workspace }: Pick<MachinePorts, 'workspace'>,
  { repository, work }: RunPlace,
  owed: OwedOf<RunEffectKind>,
  isUntried: boolean,
): Promise<Workspace> {
  // Other servers on this machine may have given out the same operation id for a repository of the same name.
  const name = sha256Hex(canonicalize([repository.key, work.record?.loop_id ?? null, owed.op, owed.action]) ?? owed.op)
  if (!isUntried) await workspace.endLeftCommands(name)
  return workspace.forRun(name)
}

/** CI that doesn't report in time is a person's question (spec 003 §4). */
function watchDeadline(
  ports: RecordPorts & Pick<MachinePorts, 'enqueue' | 'later' | 'log'>,
  { repository, work, configuration }: RunPlace,
  body: WorkEventBody,
): void {
  const issueNumber = work.record?.number
  if (body.kind !== 'gate' || body.gate.kind !== 'review_reported' || issueNumber === undefined) return
  const { task, review_id, waiting } = body.gate
  if (!waiting.some((one) => one.for === 'ci')) return
  const gate: GateEvent = { kind: 'ci_overdue', task, review_id }
  const overdue: WorkEventBody = { kind: 'gate', op: null, by: null, on: null, gate }
  ports.later(configuration.review.ci_timeout_minutes * 60_000, () => {
    ports.enqueue([eventMessage(ports, { repository, issueNumber }, overdue)]).catch((error: unknown) => {
      // The reconciler tells it too.
      ports.log('warn', 'late CI was not told', { why: explain(error) })
    })
  })
}
