import { listNodeStates } from '../../gate/list-node-states.ts'
import type { NodeState, WaitingFor } from '../../records/node-state.ts'
import type { Work } from '../../records/work.ts'

/** All labels that mirror state: few, with colours (spec 001 §3, decision 51). */
export const stateLabels = {
  'countersign: needs input': { color: 'f9d0c4', description: 'The issue does not say enough to plan' },
  'countersign: planned': { color: 'bfd4f2', description: 'A plan waits for /approve' },
  'countersign: working': { color: 'fbca04', description: 'The approved plan is being worked on' },
  'countersign: paused': {
    color: 'd4c5f9',
    description: 'Nothing new begins; the status comment says why and what goes on',
  },
  'countersign: needs you': { color: 'f66a0a', description: 'A task is stuck until a person decides' },
  'countersign: ready': { color: '0e8a16', description: 'All approved, the final pull request is open' },
  'countersign: stopped': { color: 'cccccc', description: 'Stopped on purpose' },
} as const
export type StateLabel = keyof typeof stateLabels

/** State labels of today and of earlier versions, in lower case: an issue carries one of them at most. */
export const ourLabels: readonly string[] = [
  ...Object.keys(stateLabels),
  'countersign: planning',
  'countersign: failed',
]

/**
 * The label an issue in this state carries; null before anything happened and once it is merged. It says the phase, not
 * whose turn it is: each change is an entry in the history for everybody (decision 51).
 */
export function stateLabel(
  work: Pick<Work, 'record' | 'plan' | 'execution'>,
  nodes: readonly NodeState[] = listNodeStates(work.execution?.nodes),
): StateLabel | null {
  const { record } = work
  if (record === null) return null
  switch (record.phase) {
    case 'registered':
      return null
    case 'drafting':
      return isStateLabel(record.label) ? record.label : null
    case 'awaiting_input':
      return 'countersign: needs input'
    case 'proposed':
      return 'countersign: planned'
    case 'working':
      if (record.paused !== null) return 'countersign: paused'
      return isStuck(nodes) ? 'countersign: needs you' : 'countersign: working'
    case 'completed':
      if (record.final_pull_request?.state === 'merged') return null
      return record.final_pull_request?.conflict === undefined ? 'countersign: ready' : 'countersign: needs you'
    case 'stopped':
      return 'countersign: stopped'
  }
}

function isStateLabel(label: string | null): label is StateLabel {
  return label !== null && label in stateLabels
}

/** Pushes and judgements are the ordinary course of a plan, and asked for where they are due. */
function isStuck(nodes: readonly NodeState[]): boolean {
  for (const node of nodes) {
    if (node.kind !== 'GOAL' && node.state === 'WAITING_EXTERNAL' && isUnforeseen(node.waiting_for)) return true
  }
  return false
}

function isUnforeseen(waiting: WaitingFor | null): boolean {
  switch (waiting?.kind) {
    case 'decision':
    case 'assignment':
    case 'ci':
    case 'conflict':
      return true
    case 'push':
    case 'judgement':
    case undefined:
      return false
  }
}

export type Attention = 'moves' | 'needs_person'

/** Whether something can move; where nothing can and something waits, it takes a person (decision 34). */
export function findAttention({ execution }: Pick<Work, 'execution'>): Attention {
  let waits = false
  for (const node of listNodeStates(execution?.nodes)) {
    if (isMoving(node)) return 'moves'
    waits ||= node.state === 'WAITING_EXTERNAL'
  }
  return waits ? 'needs_person' : 'moves'
}

function isMoving(node: NodeState): boolean {
  switch (node.kind) {
    case 'GOAL':
      return false
    case 'ACTION':
      return (
        node.state === 'RUNNING' || node.state === 'READY' || node.state === 'TO_BE_MODIFY' || node.merge === 'pending'
      )
    case 'CHECK':
      return node.state === 'RUNNING' || node.state === 'READY'
  }
}
