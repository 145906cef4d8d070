import type { Waiver } from '../../records/artifact.ts'
import type { ActionNode } from '../../records/node-state.ts'
import type { ExecutionRecord } from '../../records/execution-record.ts'
import type { Carryable } from '../../records/iss-record.ts'
import type { CriterionResult } from '../../records/review.ts'
import { orderTasks } from '../../plan/graph/order-tasks.ts'
import { taskFingerprint } from '../../plan/task-fingerprint.ts'
import type { Plan } from '../../plan/plan.ts'

/**
 * Approved work of a plan that a later one may take over: of tasks that are DONE with a standing approval, and what the
 * plan was itself `waiting` to take over, as long as nothing of it was done anew.
 */
export function collectCarryable(
  plan: Plan,
  execution: ExecutionRecord | null,
  waiting: readonly Carryable[] = [],
): Carryable[] {
  const taken = waiting.map((one) => ({ ...one, plan_id: plan.id }))
  if (execution === null) return taken
  const stillCarried = findStillCarried(execution)
  const done = plan.tasks.flatMap((task): Carryable[] => {
    const node = execution.nodes[task.id]
    if (node?.kind !== 'ACTION' || node.state !== 'DONE' || node.approval_stale) return []
    const approved = execution.artifacts.find((one) => one.artifact_id === node.approved_artifact_id)
    if (approved === undefined) return []
    const { task_id, artifact_id, base_sha, commit_sha, by, version } = approved
    const { pull_request: pull } = node
    const judged = listJudged(plan, execution, artifact_id)
    const waived = listWaived(plan, execution, node)
    return [
      {
        plan_id: plan.id,
        task: task.id,
        fingerprint: taskFingerprint(task),
        depends_on: task.depends_on,
        from: {
          task_id,
          artifact_id,
          base_sha,
          commit_sha,
          by,
          version,
          ...(pull !== null && { pull_request: pull.number }),
          ...(judged.length > 0 && { judged }),
          ...(waived.length > 0 && { waived }),
        },
      },
    ]
  })
  return [...taken.filter((one) => [one.task, ...one.depends_on].every((id) => stillCarried.has(id))), ...done]
}

/** What people found to hold in the review that approved a version, and under which plan. */
function listJudged({ hash }: Plan, { reviews }: ExecutionRecord, artifactId: string): CriterionResult[] {
  const review = reviews.findLast((one) => one.reviewed_artifact_id === artifactId)
  return (review?.criteria ?? []).flatMap(({ id, result, evidence, judge }) =>
    judge === undefined || result !== 'pass'
      ? []
      : [{ id, result, judge, evidence: describePlan(evidence, judge, hash) }],
  )
}

/** What counted as waived in that review, and why (decision 127). */
function listWaived({ hash }: Plan, { reviews }: ExecutionRecord, node: ActionNode): Waiver[] {
  const review = reviews.findLast((one) => one.reviewed_artifact_id === node.approved_artifact_id)
  const ids = new Set((review?.criteria ?? []).flatMap(({ id, result }) => (result === 'waived' ? [id] : [])))
  return node.waivers
    .filter(({ criterion }) => ids.has(criterion))
    .map((waiver) => ({ ...waiver, why: ofPlan.test(waiver.why) ? waiver.why : `${waiver.why}; ${underPlan(hash)}` }))
}

const ofPlan = /under plan [0-9a-f]{7}, of the same bytes$/

function underPlan(hash: string): string {
  return `under plan ${hash.slice(0, 7)}, of the same bytes`
}

/** Taken over once more, it says where it was judged first. */
function describePlan(evidence: string, judge: string, hash: string): string {
  if (ofPlan.test(evidence)) return evidence
  const joint = evidence === `judged by @${judge}` ? ':' : ';'
  return `${evidence}${joint} ${underPlan(hash)}`
}

/** Tasks whose version is still to be taken over, or was taken over and not rejected since. */
function findStillCarried({ nodes, artifacts, reviews }: ExecutionRecord): ReadonlySet<string> {
  const rejected = new Set(reviews.flatMap((one) => (one.verdict === 'REJECTED' ? [one.reviewed_artifact_id] : [])))
  const carried = new Set(
    artifacts.flatMap((one) => (one.carried_from === null || rejected.has(one.artifact_id) ? [] : [one.artifact_id])),
  )
  const still = Object.values(nodes).filter(
    (node) =>
      node.kind === 'ACTION' &&
      (node.carry !== null || (carried.has(node.active_artifact_id ?? '') && !node.approval_stale)),
  )
  return new Set(still.map((node) => node.id))
}

/**
 * What of it fits the new plan, under the new plan's ids: the task asks for the same, and everything it depends on is
 * carried over too, so that the bytes were made from the same inputs. Newer work counts before older.
 */
export function carryOver(plan: Plan, carryable: readonly Carryable[]): Carryable[] {
  const order = orderTasks(plan.tasks)
  if (carryable.length === 0 || order.kind === 'circular') return []
  const byFingerprint = new Map(carryable.map((one) => [one.fingerprint, one]))
  const tasks = new Map(plan.tasks.map((task) => [task.id, task]))
  const fitting = new Map<string, Carryable>()
  for (const id of order.ids) {
    const task = tasks.get(id)
    const found = task === undefined ? undefined : byFingerprint.get(taskFingerprint(task))
    if (task !== undefined && found !== undefined && hasSameInputs(task.depends_on, found, fitting))
      fitting.set(id, found)
  }
  return plan.tasks.flatMap((task): Carryable[] => {
    const found = fitting.get(task.id)
    return found === undefined ? [] : [{ ...found, task: task.id, depends_on: task.depends_on }]
  })
}

/** Ids are those of one plan: `collectCarryable` names all by the plan that they would be taken from. */
function hasSameInputs(
  dependsOn: readonly string[],
  found: Carryable,
  fitting: ReadonlyMap<string, Carryable>,
): boolean {
  const now = dependsOn.map((id) => fitting.get(id))
  const before = new Set(found.depends_on)
  return now.length === before.size && now.every((one) => one !== undefined && before.has(one.task))
}
