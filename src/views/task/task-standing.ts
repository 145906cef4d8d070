import type { ExecutionRecord } from '../../domain/records/execution-record.ts'
import type { MessageKey } from '../../domain/language/message.ts'
import type { ActionNode, CheckNode, WaitingFor } from '../../domain/records/node-state.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { Task } from '../../domain/plan/task.ts'
import type { NodeTone } from '../markdown/mermaid.ts'
import { listWords, mention, renderName } from '../text/person.ts'
import { t } from '../language/t.ts'

/** How one task stands, for its row and its colour. */
export interface Standing {
  task: Task
  node: ActionNode | null
  check: CheckNode | null
  approved: boolean
  tone: NodeTone
  /** Markdown: one emoji and few words. */
  words: string
}

/** Words of a task that nothing keeps from beginning. */
export const startsNext = 'starts next' satisfies MessageKey

/** Standing of every task of the plan, in its order. */
export function describeStandings(plan: Plan, execution: ExecutionRecord | null): Standing[] {
  const nodes = Object.values(execution?.nodes ?? {})
  const actions = new Map(nodes.flatMap((node) => (node.kind === 'ACTION' ? [[node.id, node] as const] : [])))
  const checks = new Map(nodes.flatMap((node) => (node.kind === 'CHECK' ? [[node.target, node] as const] : [])))
  return plan.tasks.map((task) => {
    const node = actions.get(task.id) ?? null
    const check = checks.get(task.id) ?? null
    const described =
      node === null ? { tone: 'waiting' as const, words: t('not started') } : describeAction(task, node, check, actions)
    return { task, node, check, approved: node !== null && isApproved(node), ...described }
  })
}

/** What the task waits for from outside, be it for the work or for its review; null while it can move by itself. */
export function findWaitingFor(standing: Standing): WaitingFor | null {
  const { node, check } = standing
  if (node === null || node.state === 'CANCELLED' || node.state === 'DONE') return null
  if (node.state === 'WAITING_EXTERNAL') return node.waiting_for
  return node.state === 'READY_TO_CHECK' && check?.state === 'WAITING_EXTERNAL' ? check.waiting_for : null
}

function isApproved(node: ActionNode): boolean {
  if (node.approval_stale || node.approved_artifact_id === null) return false
  return node.state === 'DONE' || (node.merge === 'pending' && node.approved_artifact_id === node.active_artifact_id)
}

function describeAction(
  task: Task,
  node: ActionNode,
  check: CheckNode | null,
  actions: ReadonlyMap<string, ActionNode>,
): { tone: NodeTone; words: string } {
  switch (node.state) {
    case 'PENDING': {
      const open = task.depends_on.filter((id) => actions.get(id)?.state !== 'DONE')
      return {
        tone: 'waiting',
        words: open.length === 0 ? t(startsNext) : t('waits for {tasks}', { tasks: listWords(shortList(open)) }),
      }
    }
    case 'READY':
      return { tone: 'waiting', words: t(startsNext) }
    case 'RUNNING':
      return { tone: 'working', words: `🔨 ${t('at work')}` }
    case 'READY_TO_CHECK':
      if (node.merge === 'pending') return { tone: 'done', words: `✅ ${t('approved, merging')}` }
      if (node.hand_merge === null) return describeCheckNode(check)
      return {
        ...describeCheckNode(check),
        words: `${describeCheckNode(check).words}${t(', ')}⚠️ ${t('merged already')}`,
      }
    case 'TO_BE_MODIFY':
      return {
        tone: 'rejected',
        words: `🔁 ${node.attempts > 0 ? t('to be redone (attempt {n})', { n: node.attempts + 1 }) : t('to be redone')}`,
      }
    case 'WAITING_EXTERNAL': {
      const waits = renderWaiting(node.waiting_for)
      const isConflict = node.waiting_for?.kind === 'conflict'
      return { tone: 'person', words: `🙋 ${isConflict ? t('approved, but conflicts: {waits}', { waits }) : waits}` }
    }
    case 'DONE':
      return node.approval_stale
        ? { tone: 'review', words: t('approved, an input changed since') }
        : { tone: 'done', words: `✅ ${t('approved')}` }
    case 'CANCELLED':
      return { tone: 'cancelled', words: t('cancelled') }
  }
}

function describeCheckNode(check: CheckNode | null): { tone: NodeTone; words: string } {
  if (check?.state === 'WAITING_EXTERNAL') return { tone: 'person', words: `🙋 ${renderWaiting(check.waiting_for)}` }
  if (check?.state === 'RUNNING' && check.deadline !== null) return { tone: 'review', words: `🔎 ${t('waits for CI')}` }
  return { tone: 'review', words: `🔎 ${t('in review')}` }
}

function renderWaiting(waiting: WaitingFor | null): string {
  if (waiting === null || waiting.who.length === 0) return t('waits for a person')
  return t('waits for {who}', { who: listWords(shortList(waiting.who.map(renderName)), 'or') })
}

function shortList(words: readonly string[]): string[] {
  return words.length > 4 ? [...words.slice(0, 3), t('{n} more', { n: words.length - 3 })] : [...words]
}

/** Who is asked, notified by it where they are mentioned. */
export function renderAsked(waiting: WaitingFor, name: (login: string) => string = mention): string {
  return waiting.who.length === 0 ? t('Anybody with write access') : listWords(waiting.who.slice(0, 6).map(name), 'or')
}
