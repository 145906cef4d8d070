import type { NodeState } from '../../../../src/domain/records/node-state.ts'
import { gateTable, otherSteps } from '../../../../src/domain/gate/gate-table.ts'

type EventKind = keyof typeof gateTable

/** What a commit says happened: `- T1 run yielded` names a task and an event of the gate, `- commands given` neither. */
export interface ToldEvent {
  task: string | null
  what: string
}

/** Those of one issue: in a commit of several, `- ISS-007: T1 run yielded` says whose it is. */
export function parseToldEvents(message: string, issueId: string): ToldEvent[] {
  return message.split('\n').flatMap((line): ToldEvent[] => {
    const told = /^- (?:(ISS-\d+): )?(?:(T[\d.]+) )?(.+)$/.exec(line)
    if (told === null || (told[1] ?? issueId) !== issueId) return []
    return [{ task: told[2] ?? null, what: (told[3] ?? '').replaceAll(' ', '_') }]
  })
}

/** Commands of a comment that the gate hears of. */
const commanded: EventKind[] = ['approved_by_person', 'rejected_by_person', 'retried']
const cancels = ['commands_given', 'issue_left', 'plan_drafted', 'final_closed']
const live = ['PENDING', 'READY', 'RUNNING', 'READY_TO_CHECK', 'TO_BE_MODIFY', 'WAITING_EXTERNAL']
const cancelSteps = [...live.map((state) => `${state} → CANCELLED`), 'CANCELLED → PENDING']
const goalSteps = ['PENDING → RUNNING', 'PENDING → DONE', 'RUNNING → DONE', 'DONE → RUNNING']
const starts = ['READY → RUNNING', 'TO_BE_MODIFY → RUNNING']

function isGateEvent(what: string): what is EventKind {
  return Object.hasOwn(gateTable, what)
}

/** By the gate's table: the single steps that a node may have taken by what a commit says happened (I4). */
export function allowedSteps(node: NodeState, events: readonly ToldEvent[]): Set<string> {
  const own = node.kind === 'GOAL' ? '' : node.kind === 'ACTION' ? node.id : node.target
  const byCommand = events.some((event) => event.what === 'commands_given') ? commanded : []
  const byPlan: EventKind[] = events.some((event) => event.what === 'plan_validated') ? ['validation_failed'] : []
  const kinds = [
    ...events.flatMap(({ task, what }) => (task === own && isGateEvent(what) ? [what] : [])),
    ...byCommand,
    ...byPlan,
  ]
  const cancelled = events.some((event) => cancels.includes(event.what)) ? cancelSteps : []
  switch (node.kind) {
    case 'ACTION':
      return new Set([
        ...kinds.flatMap((kind) => gateTable[kind].action),
        ...otherSteps.action,
        ...starts,
        ...cancelled,
      ])
    case 'CHECK':
      return new Set([...kinds.flatMap((kind) => gateTable[kind].check), ...otherSteps.check, ...starts, ...cancelled])
    case 'GOAL':
      return new Set([...goalSteps, ...cancelled])
  }
}

/** Whether single steps lead from one state to another; a commit may fold several events. */
export function canReach(from: string, to: string, steps: ReadonlySet<string>): boolean {
  const seen = new Set([from])
  for (const state of seen) {
    if (state === to) return true
    for (const step of steps) {
      const [before, after = ''] = step.split(' → ')
      if (before === state) seen.add(after)
    }
  }
  return seen.has(to)
}
