import type { NodeState } from '../../records/node-state.ts'
import type { ExecutionRecord } from '../../records/execution-record.ts'
import { ofThisLoop } from '../../loop/of-this-loop.ts'
import type { SkillState } from '../../records/loop/loop-state.ts'
import type { WorkDraft } from '../draft/work-draft.ts'

/**
 * What the loop does now (spec 002 §2): null where it waits for a person or was ended, and under a pause
 * what it did before. `before`: as it was before the decision.
 */
export function findCurrentAction(
  { record, execution }: WorkDraft & { execution: ExecutionRecord },
  nodes: readonly NodeState[],
  before: SkillState['current_action'],
): SkillState['current_action'] {
  if (record.phase === 'completed') return 'complete'
  if (record.phase !== 'working') return null
  if (record.paused !== null) return before
  const running = nodes.flatMap((node) => (node.kind === 'ACTION' && node.state === 'RUNNING' ? [node.id] : []))
  // Runs that are owed with it begin as soon as it is made, and last; that it was made is written with what comes next.
  if (running.length === 0 && record.outbox.some(({ action }) => action.kind === 'open_base')) return 'init'
  if (execution.nodes['G0']?.state === 'DONE') return 'validate'
  if (running.length > 0) return running.every((id) => isDebugged(execution, id)) ? 'debug' : 'develop'
  if (nodes.some((node) => node.kind === 'ACTION' && (node.state === 'READY' || node.state === 'TO_BE_MODIFY')))
    return 'develop'
  const isJudged = nodes.some(
    (node) =>
      (node.kind === 'CHECK' && (node.state === 'READY' || node.state === 'RUNNING')) ||
      (node.kind === 'ACTION' && node.merge === 'pending'),
  )
  return isJudged ? 'validate' : null
}

/** Its run is to undo what debugging found in its own newest tests, or in the plan's. */
function isDebugged(execution: ExecutionRecord, task: string): boolean {
  const newest = ofThisLoop(execution).validations.findLast((one) => one.task === task || one.task === null)
  return newest !== undefined && !newest.passed && newest.analysis_id !== null
}

/** The task that moves; of several the one furthest along: at work, then in review, then to be redone. */
export function findCurrentTask(tasks: readonly { id: string }[], { nodes }: ExecutionRecord): string | undefined {
  const ranks = ['RUNNING', 'READY_TO_CHECK', 'TO_BE_MODIFY', 'WAITING_EXTERNAL']
  let current: { id: string; rank: number } | undefined
  for (const { id } of tasks) {
    const rank = ranks.indexOf(nodes[id]?.state ?? '')
    if (rank !== -1 && (current === undefined || rank < current.rank)) current = { id, rank }
  }
  return current?.id
}
