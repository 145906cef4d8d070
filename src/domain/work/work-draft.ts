import type { Configuration } from '../configuration.ts'
import type { EffectAction } from '../effect.ts'
import { cancelGate, decideGate } from '../gate/decide-gate.ts'
import type { GateEvent, GateRules, Refusal } from '../gate/gate-event.ts'
import type { IssRecord } from '../iss-record.ts'
import type { Reply } from '../reply.ts'
import type { Work } from './work.ts'

/** What a decision goes by beside state and event. `newId` gives UUIDs in order of time. */
export interface DecisionContext {
  configuration: Configuration
  newId: () => string
  /** ISO time so many milliseconds after another. */
  timeAfter: (at: string, ms: number) => string
  /** Head of the default branch, and its name. */
  defaultBranch: { name: string; sha: string }
}

/** A registered issue under one decision. */
export interface WorkDraft extends Work {
  record: IssRecord
  readonly at: string
  readonly context: DecisionContext
  readonly effects: EffectAction[]
  /** Set where the status comment would read differently. */
  statusChanged: boolean
}

export function say(draft: WorkDraft, reply: Reply, number = draft.record.number): void {
  draft.effects.push({ kind: 'say', number, reply })
}

export function note(draft: WorkDraft, text: string, by: string | null = null): void {
  draft.record.trail.push({ at: draft.at, text, by, link: null })
  draft.statusChanged = true
}

export function gateRules(draft: WorkDraft): GateRules {
  const { configuration } = draft.context
  const { reviewers } = configuration.review
  const approver = draft.record.approved?.by
  return {
    at: draft.at,
    maxAttempts: configuration.run.max_attempts,
    minScore: configuration.review.min_score,
    allowSelf: configuration.review.allow_self,
    reviewers: reviewers.length > 0 ? reviewers : approver === undefined ? [] : [approver],
  }
}

/** Passes an event to the gate and takes over what it decided. */
export function applyGate(draft: WorkDraft, event: GateEvent): Refusal | undefined {
  if (draft.plan === null || draft.execution === null) {
    return {
      kind: 'refused',
      why: 'no plan is being worked on',
      next: '`/plan` makes one, `/approve` starts it',
      silent: false,
    }
  }
  const decision = decideGate({ plan: draft.plan, execution: draft.execution }, event, gateRules(draft))
  if (decision.kind === 'refused') return decision
  draft.execution = decision.execution
  draft.effects.push(...decision.effects)
  for (const text of decision.trail) note(draft, text)
  draft.statusChanged = true
  return undefined
}

export function applyCancel(draft: WorkDraft, why: string): void {
  if (draft.plan === null || draft.execution === null) return
  const decision = cancelGate({ plan: draft.plan, execution: draft.execution }, gateRules(draft))
  draft.execution = decision.execution
  draft.effects.push(
    ...decision.effects.map((effect) => (effect.kind === 'close_task_pull_request' ? { ...effect, why } : effect)),
  )
  draft.statusChanged = true
}
