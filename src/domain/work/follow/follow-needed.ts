import type { ExecutionRecord } from '../../records/execution-record.ts'
import type { WorkDraft } from '../draft/work-draft.ts'

/** GitHub's limit. */
const mostAssigned = 10

/**
 * Assigns the issue, and the pull request of each task that waits, to whom they wait for, and takes them off again once
 * they wait no more. Only who was put on here is taken off (`record.assigned`).
 */
export function followNeeded(draft: WorkDraft): void {
  const { record, context } = draft
  const isAsked = context.configuration.review.assign && record.phase === 'working'
  const needed = isAsked ? findNeeded(draft) : new Map<number, string[]>()
  const known = Object.entries(record.assigned).map(([number, who]) => [Number(number), who] as const)
  const before = new Map(known)
  for (const number of new Set([...before.keys(), ...needed.keys()])) {
    const [was, is] = [before.get(number) ?? [], needed.get(number) ?? []]
    const add = is.filter((login) => !was.includes(login))
    const remove = was.filter((login) => !is.includes(login))
    if (add.length + remove.length === 0) continue
    draft.effects.push({ kind: 'set_assignees', number, add, remove })
  }
  record.assigned = Object.fromEntries(needed)
}

/** Logins by the number of the issue or pull request; without those that nobody is needed for. */
function findNeeded({ record, plan, execution }: WorkDraft): Map<number, string[]> {
  const needed = new Map<number, string[]>()
  if (plan === null || execution === null) return needed
  const add = (number: number, who: readonly string[]) => {
    const all = [...new Set([...(needed.get(number) ?? []), ...who])].slice(0, mostAssigned)
    if (all.length > 0) needed.set(number, all)
  }
  for (const { id } of plan.tasks) {
    const who = waitsFor(execution, id)
    if (who.length === 0) continue
    const node = execution.nodes[id]
    add(record.number, who)
    if (node?.kind === 'ACTION' && node.pull_request?.open === true) add(node.pull_request.number, who)
  }
  return needed
}

function waitsFor({ nodes }: ExecutionRecord, task: string): readonly string[] {
  const node = nodes[task]
  if (node?.state === 'WAITING_EXTERNAL' && node.kind === 'ACTION') return node.waiting_for?.who ?? []
  if (node?.state !== 'READY_TO_CHECK') return []
  const check = nodes[task.replace(/^T/, 'C')]
  return check?.kind === 'CHECK' && check.state === 'WAITING_EXTERNAL' ? (check.waiting_for?.who ?? []) : []
}
