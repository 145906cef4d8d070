import { listNodeStates } from '../../gate/list-node-states.ts'
import { reviewerLogin } from '../../plan/check-reviewer.ts'
import { isTeam, readReviewerName } from '../../people/reviewer-name.ts'
import type { ActionNode, NodeState } from '../../records/node-state.ts'
import type { ExecutionRecord } from '../../records/execution-record.ts'
import type { WorkDraft } from '../draft/work-draft.ts'
import { findTaskWait } from '../notices/find-task-wait.ts'

/** GitHub's limit. */
const mostAssigned = 10

/**
 * Assigns the issue, the pull request of each task that waits, and the final one, to whom they wait for. Who was needed
 * and has a part in it stays on until it ends, as whoever pushes and whoever judges take turns (decision 78); who was put
 * on here and has no part in it any more is taken off, nobody else (`record.assigned`).
 */
export function followNeeded(
  draft: WorkDraft,
  nodes: readonly NodeState[] = listNodeStates(draft.execution?.nodes),
): void {
  const { record, context } = draft
  const isAsked = context.configuration.review.assign
  const needed = isAsked ? findNeeded(draft) : new Map<number, Set<string>>()
  const parts = isAsked ? findParts(draft) : new Map<number, Set<string>>()
  const open = new Set([...(isDone(draft) ? [] : [record.number]), ...listOpenPulls(draft, nodes)])
  const before = new Map(Object.entries(record.assigned).map(([number, who]) => [Number(number), who] as const))
  const assigned = new Map<number, string[]>()
  // What is closed keeps whom it has: nobody is told once more.
  for (const number of new Set([...before.keys(), ...needed.keys()])) {
    if (!open.has(number)) continue
    const [was, is] = [before.get(number) ?? [], [...(needed.get(number) ?? [])]]
    const keep = was.filter((login) => is.includes(login) || parts.get(number)?.has(login) === true)
    const add = is.filter((login) => !was.includes(login)).slice(0, Math.max(0, mostAssigned - keep.length))
    const remove = was.filter((login) => !keep.includes(login))
    if (keep.length + add.length > 0) assigned.set(number, [...keep, ...add])
    if (add.length + remove.length > 0) draft.effects.push({ kind: 'set_assignees', number, add, remove })
  }
  record.assigned = Object.fromEntries(assigned)
}

/** Merged, so that GitHub closes the issue. */
function isDone({ record }: WorkDraft): boolean {
  return record.phase === 'completed' && record.final_pull_request?.state === 'merged'
}

function listOpenPulls({ record }: WorkDraft, nodes: readonly NodeState[]): number[] {
  const final = record.final_pull_request
  const tasks: number[] = []
  for (const node of nodes) tasks.push(...findOpenPull(node))
  return final?.state === 'open' || final?.state === 'draft' ? [...tasks, final.number] : tasks
}

function findOpenPull(node: ExecutionRecord['nodes'][string] | undefined): number[] {
  return node?.kind === 'ACTION' && node.pull_request?.open === true ? [node.pull_request.number] : []
}

/** Logins by the number of the issue or pull request that waits for them. */
function findNeeded({ record, plan, execution }: WorkDraft): Map<number, Set<string>> {
  const needed = new Map<number, Set<string>>()
  const final = record.final_pull_request
  if (record.phase === 'completed' && final?.state === 'open' && record.approved !== null) {
    for (const number of [record.number, final.number]) addTo(needed, number, [record.approved.by])
  }
  if (record.phase !== 'working' || plan === null || execution === null) return needed
  for (const { id } of plan.tasks) {
    const who = findTaskWait(execution, id)?.who ?? []
    for (const number of [record.number, ...findOpenPull(execution.nodes[id])]) addTo(needed, number, who)
  }
  return needed
}

/** Logins by the number of what they have a part in: those who do its tasks, and who may be asked to judge them. */
function findParts({ record, plan, execution, context }: WorkDraft): Map<number, Set<string>> {
  const parts = new Map<number, Set<string>>()
  if (record.phase !== 'working' || plan === null || execution === null) return parts
  const approver = record.approved === null ? [] : [record.approved.by]
  const reviewers = context.configuration.review.reviewers.flatMap((name) => readReviewerName(name) ?? [])
  const judges = [...reviewers, ...approver]
  const named = new Map(plan.checks.map((check) => [check.review_target_task_id, reviewerLogin(check.reviewer)]))
  const checkIds = new Map(plan.checks.map((check) => [check.review_target_task_id, check.task_id]))
  const reviewsOf = Map.groupBy(execution.reviews, (review) => review.check_task_id)
  addTo(parts, record.number, plan.tasks.length === 0 ? [] : judges)
  for (const { id, task_id: taskId } of plan.tasks) {
    const node = execution.nodes[id]
    if (node?.kind !== 'ACTION') continue
    const reviewer = named.get(taskId)
    const judged = reviewsOf.get(checkIds.get(taskId) ?? '') ?? []
    const before = judged.flatMap((review) => review.reviewer.split(', ').flatMap((name) => reviewerLogin(name) ?? []))
    const who = [...listDoer(node), ...before, ...(reviewer === undefined ? [] : [reviewer])]
    addTo(parts, record.number, who)
    for (const number of findOpenPull(node)) addTo(parts, number, [...judges, ...who])
  }
  return parts
}

function listDoer({ executor }: ActionNode): string[] {
  return executor.startsWith('@') ? [executor.slice(1)] : []
}

function addTo(map: Map<number, Set<string>>, number: number, who: readonly string[]): void {
  for (const one of who) {
    if (isTeam(one)) continue
    const people = map.get(number)
    if (people === undefined) map.set(number, new Set([one]))
    else people.add(one)
  }
}
