import { initialTuningState } from '../../../src/domain/tuning/state/tuning-state.ts'
import type { OwedEffect } from '../../../src/domain/effects/effect.ts'
import type { GateEvent } from '../../../src/domain/gate/draft/gate-event.ts'
import type { Task } from '../../../src/domain/plan/task.ts'
import { decideWork } from '../../../src/domain/work/decide-work.ts'
import { decideUnderPause } from '../../../src/domain/work/effects/effect-rules.ts'
import type { Validation } from '../../../src/domain/records/loop/validation.ts'
import type { Work } from '../../../src/domain/records/work.ts'
import type { DecisionContext } from '../../../src/domain/work/draft/work-draft.ts'
import type { WorkEvent, WorkEventBody } from '../../../src/domain/work/draft/work-event.ts'
import { buildPlan, buildValidation, testSha, testUuid } from '../builders.ts'
import { actionOf, checkOf, receiptOf, versionOf } from '../gate/play-gate.ts'
import { actor, at, buildIssue, comment, playWork, recordOf } from './play-work.ts'

/** What a world that does as it is told answers to an owed effect; undefined while a pause holds it. */
export function answerEffect(work: Work, owed: OwedEffect, name: string, tasks: Task[]): WorkEvent | undefined {
  if (recordOf(work).paused === null) return at(succeed(work, owed, name, tasks), `op:${owed.op}`)
  switch (decideUnderPause(owed.action)) {
    case 'go':
      return at(succeed(work, owed, name, tasks), `op:${owed.op}`)
    case 'wait':
      return undefined
    case 'leave':
      return owed.action.kind === 'run_task'
        ? at(asGate(owed.op, { kind: 'run_left', task: owed.action.task, run_id: owed.action.run_id }), `op:${owed.op}`)
        : undefined
  }
}

/** What the world does of these, one after the other, each of which is owed by then; `name` is a version's. */
export function settleOwed(
  work: Work,
  context: DecisionContext,
  tasks: Task[],
  kinds: readonly OwedEffect['action']['kind'][],
  name = 'v1',
): Work {
  return kinds.reduce((before, kind) => {
    const owed = recordOf(before).outbox.find((one) => one.action.kind === kind)
    const event = owed && answerEffect(before, owed, name, tasks)
    if (event === undefined) throw new Error(`no ${kind} is owed, or a pause holds it`)
    return playWork(before, context, event)
  }, work)
}

/** The operation of the first such effect that is owed; empty where none is. */
export function opOf(work: Work, kind: OwedEffect['action']['kind']): string {
  return recordOf(work).outbox.find(({ action }) => action.kind === kind)?.op ?? ''
}

/** GitHub refused the first such effect that is owed. */
export function refused(work: Work, kind: OwedEffect['action']['kind'], more: { draft_pull?: number } = {}): WorkEvent {
  const what = kind.replaceAll('_', ' ')
  return at({ kind: 'effect_failed', op: opOf(work, kind), what, why: 'GitHub said 403', ...more })
}

/** The tests of the plan ran, on the commit for which they are owed. */
export function validated(work: Work, validation: Validation, guilty: string | null = null, tree = 'tree'): WorkEvent {
  const owed = recordOf(work).outbox.find(({ action }) => action.kind === 'validate_plan')
  if (owed?.action.kind !== 'validate_plan') throw new Error('no validation is owed')
  const { commit_sha } = owed.action
  return at({ kind: 'plan_validated', op: owed.op, commit_sha, tree_sha: testSha(tree), validation, guilty })
}

function asGate(op: string, gate: GateEvent): WorkEventBody {
  return { kind: 'gate', op, by: null, on: null, gate }
}

function succeed(work: Work, { op, action }: OwedEffect, name: string, tasks: Task[]): WorkEventBody {
  switch (action.kind) {
    case 'draft_plan':
      return { kind: 'plan_drafted', op, plan: buildPlan({ id: action.plan_id, tasks }), faults: [] }
    case 'show_plan':
    case 'show_status': {
      const which = action.kind === 'show_plan' ? 'plan' : 'status'
      return { kind: 'comment_shown', op, which, plan_id: action.plan_id, id: 5, node_id: 'IC_5' }
    }
    case 'run_task':
      return asGate(op, {
        kind: 'run_yielded',
        task: action.task,
        run_id: action.run_id,
        artifact: versionOf(action.task, name),
        pull_request: 11,
        validation: null,
        receipt: receiptOf(action.run_id),
      })
    case 'open_task_pull_request':
      return asGate(op, { kind: 'pull_request_opened', task: action.task, artifact_id: action.artifact_id, number: 12 })
    case 'review_version':
      return asGate(op, {
        kind: 'review_reported',
        task: action.task,
        review_id: action.review_id,
        validation: null,
        ...passAll(work, action.task),
      })
    case 'merge_task':
      return asGate(op, {
        kind: 'merge_confirmed',
        task: action.task,
        artifact_id: action.artifact_id,
        merge_sha: testSha(name),
      })
    case 'open_final':
      return { kind: 'final_opened', op, plan_id: action.plan_id, number: 40 }
    case 'export':
      return {
        kind: 'exported',
        op,
        tag: 'v1',
        url: 'https://x',
        manifest_sha256: 'f',
        files: 1,
        partial: false,
        missing: [],
      }
    case 'validate_plan':
      return {
        kind: 'plan_validated',
        op,
        commit_sha: action.commit_sha,
        tree_sha: testSha(`tree of ${action.commit_sha}`),
        validation: buildValidation(),
        guilty: null,
      }
    case 'diagnose_skill':
      return {
        kind: 'skill_diagnosed',
        op,
        commit_sha: action.commit_sha,
        tuning: { state: initialTuningState, measure: null },
      }
    case 'mirror_tasks':
      return { kind: 'mirrored', op, issues: {} }
    case 'tell':
    case 'react':
    case 'fold_comment':
    case 'examine':
    case 'say':
    case 'set_label':
    case 'set_assignees':
    case 'open_base':
    case 'ask_reviewers':
    case 'post_verdict':
    case 'post_failed_tests':
    case 'ready_task_pull_request':
    case 'take_back_merge':
    case 'reopen_task_pull_request':
    case 'close_task_pull_request':
    case 'set_final_draft':
    case 'close_final':
    case 'delete_branches':
      return { kind: 'effect_done', op }
  }
}

function passAll(work: Work, task: string) {
  const criteria = work.plan?.tasks.find((one) => one.id === task)?.acceptance_criteria ?? []
  const manual = criteria.filter((one) => one.check_method === 'manual_review')
  return {
    results: criteria.map((one) => ({
      id: one.id,
      result: manual.includes(one) ? ('none' as const) : ('pass' as const),
      evidence: 'looked at it',
    })),
    waiting: manual.map((one) => ({ criterion: one.id, for: 'person' as const })),
    reviewer: 'rules',
    deadline: '2027-01-01T00:00:00Z',
  }
}

/** What a person with all rights, who pushed nothing, does next; undefined when it is complete. */
function help(work: Work, name: string): WorkEvent | undefined {
  const by = actor('admin', 'cy', 3)
  const record = recordOf(work)
  const issue = buildIssue({ sha256: record.current_sha256 })
  if (record.phase === 'working' && record.paused !== null) return comment([{ kind: 'resume' }], { by })
  switch (record.phase) {
    case 'registered':
    case 'awaiting_input':
      return comment([{ kind: 'plan' }], { by, issue })
    case 'proposed':
    case 'stopped': {
      const fits = work.plan !== null && record.current_sha256 === record.frozen.sha256
      return comment([fits ? { kind: 'approve_plan', hash: null } : { kind: 'plan' }], { by, issue })
    }
    case 'working':
      return helpTask(work, name)
    case 'drafting':
    case 'completed':
      return undefined
  }
}

function helpTask(work: Work, name: string): WorkEvent | undefined {
  const by = actor('admin', 'cy', 3)
  const { plan, execution } = work
  if (plan === null || execution === null) return undefined
  for (const { id } of plan.tasks) {
    const action = actionOf({ execution }, id)
    const waitsFor = checkOf({ execution }, id).waiting_for?.kind
    if (waitsFor === 'judgement') {
      const head = execution.artifacts.find((one) => one.artifact_id === action.active_artifact_id)?.commit_sha ?? ''
      const gate = {
        kind: 'approved_by_person' as const,
        task: id,
        by,
        head_sha: head,
        review_id: testUuid(name),
        why: '',
      }
      return at({ kind: 'gate', op: null, by, on: 11, gate })
    }
    if (waitsFor !== undefined || action.state === 'WAITING_EXTERNAL')
      return comment([{ kind: 'retry', task: id }], { by })
  }
  return undefined
}

/** Carries out all that is owed and helps where a person is needed, until nothing is left to do. */
export function settleWorkByWorld(
  start: Work,
  context: DecisionContext,
  tasks: Task[],
  limit = 500,
  see: (work: Work) => void = () => {},
): { work: Work; steps: number } {
  let work = start
  for (let steps = 0; steps < limit; steps += 1) {
    see(work)
    const name = `world ${steps}`
    const answers = recordOf(work).outbox.flatMap((owed) => answerEffect(work, owed, name, tasks) ?? [])
    const event = answers[0] ?? help(work, name)
    if (event === undefined) return { work, steps }
    const decision = decideWork(work, event, context)
    if (decision.kind !== 'accepted')
      throw new Error(`${event.kind} ${JSON.stringify(event)}: ${JSON.stringify(decision)}`)
    work = decision.work
  }
  return { work, steps: limit }
}
