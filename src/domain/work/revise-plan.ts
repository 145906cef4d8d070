import { assignedTask } from '../assigned-task.ts'
import { carryOver } from '../carry-over.ts'
import { findPlanFaults } from '../find-plan-faults.ts'
import { refuse } from '../gate/gate-draft.ts'
import type { Refusal } from '../gate/gate-event.ts'
import { hashPlan } from '../plan-hash.ts'
import type { Plan } from '../plan.ts'
import { depthOf } from '../planning/depth-of.ts'
import { reissuePlan } from '../planning/reissue-plan.ts'
import { scorePlan } from '../planning/score-plan.ts'
import { splitTask } from '../planning/split-task.ts'
import { taskId } from '../task-id.ts'
import { isStale } from './issue-text.ts'
import { keepRevision, supersede } from './take-plan.ts'
import { applyGate, note, type WorkDraft } from './work-draft.ts'
import type { Actor, WorkEventOf } from './work-event.ts'

/**
 * `/split T2`: a proposed plan is revised and keeps its id; of a plan that is worked on, another one follows that
 * carries the approved work over. Either way the new hash needs approval.
 */
export function splitPlannedTask(
  draft: WorkDraft,
  id: string,
  event: WorkEventOf<'commands_given'>,
): Refusal | undefined {
  const { record, plan } = draft
  if (plan === null) return refuse('there is no plan', '`/plan` makes one')
  if (record.replanning !== null) return refuse('another plan is being made', 'wait for it')
  if (record.final_pull_request?.state === 'merged')
    return refuse('its final pull request is merged', 'open an issue for what is left')
  if (isStale(draft)) return refuse('the issue was edited since', '`/replan` makes a plan from it as it is now')
  if (draft.execution?.nodes[id]?.state === 'DONE')
    return refuse(`${id} is approved and merged`, '`/replan <what to change>` makes another plan')
  const begun = draft.execution !== null
  const planId = begun ? `SOL-${record.id}-${record.plan_count + 1}` : plan.id
  const nodeId = (node: string): string => taskId(record.repository, planId, node)
  const current = begun ? reissuePlan(asAssigned(plan, draft.execution), planId, draft.at, nodeId) : plan
  const next = splitOnDemand(current, id, nodeId, draft)
  if ('why' in next) return next
  if (begun) {
    const { frozen, comment_ids, guidance } = record
    record.replanning = { plan_id: planId, frozen, comment_ids, guidance, fresh: false, by: event.by.login }
    note(draft, `${id} to be split`, event.by.login)
    supersede(draft, next, `/split ${id}`)
    return undefined
  }
  keepRevision(draft, plan, next, event.by.login, `/split ${id}`)
  draft.plan = next
  record.carryable = carryOver(next, record.carryable)
  record.plan_hash = next.hash
  note(draft, `${id} split, plan \`${next.hash.slice(0, 7)}\` proposed`, event.by.login)
  draft.effects.push({ kind: 'show_plan', plan_id: plan.id })
  return undefined
}

/** Who was given a task since the plan was approved keeps it. */
function asAssigned(plan: Plan, execution: WorkDraft['execution']): Plan {
  return { ...plan, tasks: plan.tasks.map((task) => assignedTask(task, execution?.nodes[task.id])) }
}

/** The plan with that task split, scored and hashed anew, or why not. */
function splitOnDemand(plan: Plan, id: string, nodeId: (node: string) => string, draft: WorkDraft): Plan | Refusal {
  const limits = draft.context.configuration.plan
  if (!plan.tasks.some((task) => task.id === id)) {
    const tasks = plan.tasks.slice(0, 20).map((task) => task.id)
    return refuse(`there is no task ${id}`, `this plan has ${tasks.join(', ')}`)
  }
  if (depthOf(plan, id) >= limits.max_decomposition_depth)
    return refuse(
      `${id} is ${depthOf(plan, id)} levels deep already`,
      'a maintainer can raise `plan.max_decomposition_depth`',
    )
  const outcome = splitTask(plan, id, nodeId)
  if (outcome.kind === 'whole') return refuse(outcome.why, '`/replan` takes what you write there into the plan')
  if (outcome.plan.tasks.length > limits.max_leaves)
    return refuse(
      `that would make ${outcome.plan.tasks.length} tasks`,
      `a plan has at most ${limits.max_leaves} (\`plan.max_leaves\`)`,
    )
  const faults = findPlanFaults(outcome.plan)
  if (faults.length > 0)
    return refuse(`the parts would break a rule: ${faults[0]?.message}`, '`/replan` makes another plan')
  const { score, parts } = scorePlan(outcome.plan, faults, new Map())
  const number = (plan.rounds.at(-1)?.number ?? 0) + 1
  const round = { number, findings: [], score, feasibility: [], splits: [outcome.split] }
  const next = { ...outcome.plan, score, score_parts: parts, rounds: [...plan.rounds, round] }
  return { ...next, hash: hashPlan(next) }
}

/** `/assign`: on a proposed plan the plan's executor, which its hash doesn't cover; on a working one the task's. */
export function assignTask(
  draft: WorkDraft,
  id: string,
  executor: string,
  { login, id: userId }: Actor,
): Refusal | undefined {
  const { plan, record } = draft
  if (!executor.startsWith('@') && !draft.context.executors.includes(executor)) {
    return refuse(
      `there is no executor \`${executor}\` here`,
      `there are ${draft.context.executors.join(', ')}; a person is named as \`@${executor}\``,
    )
  }
  if (plan === null || record.phase !== 'proposed')
    return applyGate(draft, { kind: 'assigned', task: id, executor, by: { login, id: userId } })
  if (!plan.tasks.some((task) => task.id === id)) return refuse(`there is no task ${id}`, '`/status` shows the tasks')
  draft.plan = { ...plan, tasks: plan.tasks.map((task) => (task.id === id ? { ...task, executor } : task)) }
  note(draft, `${id}: given to ${executor}`, login)
  draft.effects.push({ kind: 'show_plan', plan_id: plan.id })
  return undefined
}
