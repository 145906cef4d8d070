import { type Role, roleAtLeast } from '../../configuration/sections/roles.ts'
import { refuseSilently } from '../../gate/draft/gate-draft.ts'
import type { GateEvent, Refusal } from '../../gate/draft/gate-event.ts'
import { describeRest } from '../commands/describe-outcome.ts'
import { keepLeftRun } from '../draft/keep-left-run.ts'
import { liftPause } from '../draft/pause.ts'
import { sayOnce } from '../draft/say-once.ts'
import { holdRunForRule } from '../effects/hold-for-rule.ts'
import { holdForLimit } from './hold-for-limit.ts'
import { replyHandWork } from './reply-hand-work.ts'
import { applyGate, say, type WorkDraft } from '../draft/work-draft.ts'
import type { WorkEventOf } from '../draft/work-event.ts'

export function applyGateEvent(draft: WorkDraft, event: WorkEventOf<'gate'>): Refusal | undefined {
  const needs = draft.context.configuration.roles.review
  const judged =
    event.gate.kind === 'approved_by_person' ||
    event.gate.kind === 'rejected_by_person' ||
    event.gate.kind === 'review_dismissed'
  if (judged && !roleAtLeast(event.by?.role ?? null, needs)) return replyUncounted(draft, event, needs)
  const refusal = applyGate(draft, event.gate)
  if (refusal === undefined) {
    replyHandWork(draft, event.gate)
    forgetDraft(draft, event.gate)
    holdForLimit(draft, event.gate)
    holdRunForRule(draft, event.gate)
    replyRest(draft, event)
    replyLeft(draft, event.gate)
  }
  if (refusal !== undefined && keepLeftRun(draft, event)) return undefined
  const over = draft.record.phase === 'stopped' || draft.record.final_pull_request?.state === 'merged'
  return refusal && over ? { ...refusal, silent: true } : refusal
}

/** A review by somebody without the role is a remark: GitHub shows it with a tick of its own, so they are told once. */
function replyUncounted(draft: WorkDraft, { gate, by, on }: WorkEventOf<'gate'>, needs: Role): Refusal | undefined {
  const silent = refuseSilently(`@${by?.login} has not the role ${needs}`)
  const isReview = gate.kind === 'approved_by_person' || gate.kind === 'rejected_by_person'
  if (by === null || on === null || !isReview || draft.record.phase !== 'working') return silent
  const verdict = gate.kind === 'approved_by_person' ? ('approval' as const) : ('request for changes' as const)
  const reply = {
    kind: 'review_uncounted' as const,
    login: by.login,
    verdict,
    task: gate.task,
    has: by.role ?? 'none',
    needs,
  }
  return sayOnce(draft, `review:${by.id}`, reply, on) ? undefined : silent
}

/** A draft that is closed isn't waited for any more, unless it is opened again. */
function forgetDraft(draft: WorkDraft, gate: GateEvent): void {
  if (gate.kind !== 'pull_request_closed') return
  const node = draft.execution?.nodes[gate.task]
  if (node?.kind === 'ACTION' && node.pull_request?.open === false) liftPause(draft, 'draft', gate.number)
}

/** Who presses Approve and names some criteria alone learns that the others are still theirs to judge. */
function replyRest(draft: WorkDraft, { gate, on }: WorkEventOf<'gate'>): void {
  if (gate.kind !== 'approved_by_person' || on === null) return
  const rest = describeRest(draft, gate.task)
  if (rest !== undefined) say(draft, { kind: 'carried_out', what: rest }, on)
}

/** Unless somebody else does it already. */
function replyLeft(draft: WorkDraft, gate: GateEvent): void {
  if (gate.kind !== 'executor_left') return
  const node = draft.execution?.nodes[gate.task]
  if (node?.kind !== 'ACTION' || node.waiting_for?.kind !== 'assignment') return
  say(draft, { kind: 'executor_left', task: gate.task, reason: gate.reason, ask: gate.ask })
}
