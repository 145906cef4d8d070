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
  'countersign: failed': { color: 'b60205', description: 'Given up at a limit' },
} as const
export type StateLabel = keyof typeof stateLabels

/** The label an issue in this state carries; null before anything happened. */
export function stateLabel(work: Pick<Work, 'record' | 'execution'>): StateLabel | null {
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
      return record.paused
        ? 'countersign: paused'
        : hasGivenUp(work)
          ? 'countersign: failed'
          : needsPerson(work)
            ? 'countersign: needs you'
            : 'countersign: working'
    case 'completed':
      return 'countersign: ready'
    case 'stopped':
      return 'countersign: stopped'
  }
}

/** Nothing can move, and all that waits was given up: at a limit, or as another try would come to the same. */
export function hasGivenUp(work: Pick<Work, 'execution'>): boolean {
  const waiting = Object.values(work.execution?.nodes ?? {}).filter((node) => node.state === 'WAITING_EXTERNAL')
  return needsPerson(work) && waiting.every((node) => node.kind !== 'GOAL' && node.waiting_for?.kind === 'decision')
}

/** Something waits for a person and nothing else can move. */
export function needsPerson(work: Pick<Work, 'execution'>): boolean {
  const nodes = Object.values(work.execution?.nodes ?? {})
  const waits = nodes.some((node) => node.state === 'WAITING_EXTERNAL')
  const moves = nodes.some(
    (node) =>
      (node.state === 'RUNNING' && node.kind !== 'GOAL') ||
      (node.kind === 'ACTION' &&
        (node.state === 'READY' || node.state === 'TO_BE_MODIFY' || node.merge === 'pending')) ||
      (node.kind === 'CHECK' && node.state === 'READY'),
  )
  return waits && !moves
}
