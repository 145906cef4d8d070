import type { NodeState } from '../node-state.ts'
import type { Work } from './work.ts'

/** All labels that mirror state: few, with colours (design 2 "Session"). */
export const stateLabels = {
  'countersign: planning': { color: 'c5def5', description: 'A plan is being made' },
  'countersign: needs input': { color: 'f9d0c4', description: 'The issue does not say enough to plan' },
  'countersign: planned': { color: 'bfd4f2', description: 'A plan waits for /approve' },
  'countersign: working': { color: 'fbca04', description: 'The approved plan is being worked on' },
  'countersign: paused': { color: 'd4c5f9', description: 'Paused by a person, /resume goes on' },
  'countersign: needs you': { color: 'f66a0a', description: 'Nothing moves until a person acts' },
  'countersign: ready': { color: '0e8a16', description: 'All approved, the final pull request is open' },
  'countersign: stopped': { color: 'cccccc', description: 'Stopped on purpose' },
} as const
export type StateLabel = keyof typeof stateLabels

/** State labels of today and of earlier versions, in lower case: an issue carries one of them at most. */
export const ourLabels: readonly string[] = [...Object.keys(stateLabels), 'countersign: failed']

/** The label an issue in this state carries; null before anything happened. */
export function stateLabel(work: Pick<Work, 'record' | 'plan' | 'execution'>): StateLabel | null {
  const { record } = work
  if (record === null) return null
  switch (record.phase) {
    case 'registered':
      return null
    case 'drafting':
      return 'countersign: planning'
    case 'awaiting_input':
      return 'countersign: needs input'
    case 'proposed':
      return 'countersign: planned'
    case 'working':
      return record.paused ? 'countersign: paused' : labelOf[hasMoving(work) ? 'moves' : findStanding(work)]
    case 'completed':
      return 'countersign: ready'
    case 'stopped':
      return 'countersign: stopped'
  }
}

export type Standing = 'moves' | 'needs_person'

const labelOf = {
  moves: 'countersign: working',
  needs_person: 'countersign: needs you',
} as const satisfies Record<Standing, StateLabel>

/** Whether something can move; where nothing can and something waits, it takes a person (decision 34). */
export function findStanding({ execution }: Pick<Work, 'execution'>): Standing {
  let waits = false
  for (const node of Object.values(execution?.nodes ?? {})) {
    if (isMoving(node)) return 'moves'
    waits ||= node.state === 'WAITING_EXTERNAL'
  }
  return waits ? 'needs_person' : 'moves'
}

/** Mostly one of the first tasks moves; listing the nodes to see it would take as long as the rest of a large decision. */
function hasMoving({ plan, execution }: Pick<Work, 'plan' | 'execution'>): boolean {
  return (plan?.tasks ?? []).some(({ id }) => {
    const node = execution?.nodes[id]
    return node !== undefined && isMoving(node)
  })
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
