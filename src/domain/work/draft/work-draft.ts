import { recordText } from '../../language/message.ts'
import type { Configuration } from '../../configuration/configuration.ts'
import type { EffectAction } from '../../effects/effect.ts'
import type { NoticePlan } from '../../effects/notice.ts'
import type { ExecutionRecord } from '../../records/execution-record.ts'
import { cancelGate, decideGate, type GateDecision } from '../../gate/decide-gate.ts'
import { refuse } from '../../gate/draft/gate-draft.ts'
import type { GateEvent, GateRules, Refusal } from '../../gate/draft/gate-event.ts'
import type { IssRecord } from '../../records/iss-record.ts'
import type { Reply } from '../../effects/reply.ts'
import type { SessionAct } from '../../records/session/session-act.ts'
import { findGateErrors, type LoopError } from './find-gate-errors.ts'
import { listModifiedFiles } from './modified-files.ts'
import { listAway } from '../../people/away.ts'
import { readReviewerName } from '../../people/reviewer-name.ts'
import { refusePlanless } from './refuse-planless.ts'
import type { Work } from '../../records/work.ts'

/** What a decision goes by beside state and event. `newId` gives UUIDs in order of time. */
export interface DecisionContext {
  configuration: Configuration
  newId: () => string
  /** ISO time so many milliseconds after another. */
  timeAfter: (at: string, ms: number) => string
  /** Head of the default branch, and its name. */
  defaultBranch: { name: string; sha: string }
  /** The session that an issue goes into when it is registered. */
  sessionId: string
  /** Names that `/assign` may give beside `@login`. */
  executors: readonly string[]
  /** Whom this server tells of what, outside of GitHub; absent: nobody. */
  notices?: NoticePlan
  /** Why some of them can't work on this server now. */
  lacking?: Readonly<Record<string, string>>
  /** Goes into what is owed, so that who carries it out goes on with the trace. */
  traceparent?: string | undefined
}

/** A registered issue under one decision. */
export interface WorkDraft extends Work {
  record: IssRecord
  readonly at: string
  readonly context: DecisionContext
  readonly effects: EffectAction[]
  /** The execution record as the gate left it in this decision: nobody else has seen it. */
  ownExecution?: ExecutionRecord
  readonly errors: LoopError[]
  /** Set where the status comment would read differently. */
  statusChanged: boolean
}

/** Owes a comment: on the issue, or on the pull request of that number. */
export function say(draft: WorkDraft, reply: Reply, number = draft.record.number): void {
  draft.effects.push({ kind: 'say', number, reply })
}

/** Adds a line to the trail that the status comment shows. */
export function note(draft: WorkDraft, text: string, by: string | null = null): void {
  draft.record.trail.push({ at: draft.at, text, by })
  draft.statusChanged = true
}

/** Has the session keep it. */
export function keepAct(draft: WorkDraft, act: SessionAct): void {
  draft.acts = [...(draft.acts ?? []), act]
}

/** What the gate goes by. */
export function gateRules(draft: WorkDraft): GateRules {
  const { configuration } = draft.context
  const { reviewers } = configuration.review
  return {
    at: draft.at,
    maxAttempts: configuration.run.max_attempts,
    sameFailure: {
      ...configuration.run.same_failure,
      agents: configuration.run.same_failure.agents.filter((one) => canWork(draft.context, one)),
    },
    fallback: configuration.run.fallback.filter((one) => canWork(draft.context, one)),
    minScore: configuration.review.min_score,
    allowSelf: configuration.review.allow_self,
    reviewRole: configuration.roles.review,
    maxIterations: draft.loop?.max_iterations ?? configuration.run.max_iterations,
    reviewers: reviewers.flatMap((name) => readReviewerName(name) ?? []),
    approver: draft.record.approved?.by ?? null,
    away: listAway(configuration.review.away, draft.at),
    askAtMost: configuration.review.ask,
  }
}

/** Here and now, as far as this process knows; whether a person may is GitHub's to say. */
export function canWork({ executors, lacking = {} }: DecisionContext, name: string): boolean {
  return name.startsWith('@') || (executors.includes(name) && lacking[name] === undefined)
}

/** Without a plan, and of one that waits for approval, nothing is worked on yet. */
export function refuseUnapproved({ plan, record }: WorkDraft): Refusal | undefined {
  if (plan === null) return refusePlanless(record)
  if (record.phase !== 'proposed') return undefined
  return refuse(
    recordText('no task is worked on before the plan is approved'),
    recordText('`/approve plan@{hash}` starts the work', { hash: plan.hash.slice(0, 7) }),
  )
}

/** Passes an event to the gate and takes over what it decided. */
export function applyGate(draft: WorkDraft, event: GateEvent): Refusal | undefined {
  const { plan, execution, record } = draft
  if (plan === null) return refusePlanless(record)
  if (record.phase === 'stopped')
    return refuse(
      recordText('the work was stopped'),
      recordText('`/approve plan@{hash}` starts it again; what was approved is kept', { hash: plan.hash.slice(0, 7) }),
    )
  const unapproved = refuseUnapproved(draft)
  if (unapproved !== undefined) return unapproved
  if (execution === null) return refuse(recordText('the plan is not worked on'), recordText('`/approve` starts it'))
  if (record.final_pull_request?.state === 'merged')
    return refuse(recordText('its final pull request is merged'), recordText('open an issue for what is left'))
  const decision = decideGate({ plan, execution }, event, gateRules(draft))
  if (decision.kind === 'refused') return decision
  takeOver(draft, decision)
  draft.errors.push(...findGateErrors(event))
  keepLimit(draft, event.task, execution)
  return undefined
}

/** A task or its CHECK came to where only a person decides what becomes of it: an error of its session. */
function keepLimit(draft: WorkDraft, task: string, before: ExecutionRecord): void {
  for (const id of [task, task.replace(/^T/, 'C')]) {
    const [was, is] = [before.nodes[id], draft.execution?.nodes[id]]
    if (is === undefined || is.kind === 'GOAL' || was?.state === is.state) continue
    if (is.state !== 'WAITING_EXTERNAL' || is.waiting_for?.kind !== 'decision') continue
    const message = `${task}: ${is.waiting_for.what}`
    keepAct(draft, { kind: 'failed', action: 'action-execute', message, at: draft.at })
  }
}

/** The draft goes on with what the gate decided. */
export function takeOver(draft: WorkDraft, decision: Exclude<GateDecision, Refusal>): void {
  draft.execution = decision.execution
  draft.ownExecution = decision.execution
  for (const effect of decision.effects) draft.effects.push(effect)
  for (const text of decision.trail) note(draft, text)
  draft.statusChanged = true
}

/** Cancels what is not DONE and ends the execution record; `why` is said where a pull request is closed. */
export function applyCancel(draft: WorkDraft, why: string): void {
  if (draft.plan === null || draft.execution === null) return
  const decision = cancelGate({ plan: draft.plan, execution: draft.execution }, gateRules(draft))
  const effects = decision.effects.map((effect) =>
    effect.kind === 'close_task_pull_request' ? { ...effect, why } : effect,
  )
  const { execution: cancelled } = decision
  const result = { ...cancelled.execution_result, files_modified: listModifiedFiles(cancelled) }
  takeOver(draft, {
    ...decision,
    effects,
    execution: { ...cancelled, status: 'failed', executed_at: draft.at, execution_result: result },
  })
}
