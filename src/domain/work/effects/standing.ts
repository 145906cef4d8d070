import type { ActionNode, CheckNode } from '../../records/node-state.ts'
import type { Work } from '../../records/work.ts'
import type { WorkState } from './effect-rule.ts'

/** Owed until it is carried out, whatever happens meanwhile. */
export const always = (): boolean => true

/** A task that is not cancelled, with its CHECK. */
export function findReviewed(
  execution: Work['execution'],
  task: string,
): { node: ActionNode; check: CheckNode | undefined } | undefined {
  const nodes = execution?.nodes ?? {}
  const node = nodes[task]
  if (node?.kind !== 'ACTION' || node.state === 'CANCELLED') return undefined
  const check = nodes[task.replace(/^T/, 'C')]
  return { node, check: check?.kind === 'CHECK' ? check : undefined }
}

/** The plan is worked on, and all its tasks are DONE. */
export function isRootDone({ record, execution }: WorkState, planId: string): boolean {
  return record.phase === 'working' && record.plan_id === planId && execution?.nodes['G0']?.state === 'DONE'
}
