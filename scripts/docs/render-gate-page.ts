import { gateTable, otherSteps } from '../../src/domain/gate/gate-table.ts'
import { renderTable } from './markdown-table.ts'

/** Which state may follow which, by event. */
export function renderGatePage(): string {
  const rows = [
    ...Object.entries(gateTable).map(([kind, row]) => ({ event: kind.replaceAll('_', ' '), ...row })),
    { event: '*any, of other tasks*', ...otherSteps },
  ]
  return `# The gate

<!-- Made by \`npm run docs\` from src/domain/gate/gate-table.ts. Changes made here are lost. -->

What may happen to a task and its CHECK, by event ([rules](specification/003-workflow.md#4-the-gate)). Staying in a state is always allowed; anything else that isn't here is refused, and changes nothing. Which of several steps is taken depends on limits, tests and who may judge.

${renderTable(
  ['event', 'task', 'CHECK'],
  rows.map(({ event, action, check }) => [event, renderSteps(action), renderSteps(check)]),
)}

A plan that is stopped or replaced cancels what isn't DONE; approved again, it starts over as PENDING.
`
}

/** Those that lead to the same state in one line. */
function renderSteps(steps: readonly string[]): string {
  const ends = Map.groupBy(steps, (step) => step.split(' → ')[1] ?? '')
  const lines = [...ends].map(([end, some]) => `${some.map((step) => step.split(' → ')[0]).join(', ')} → ${end}`)
  return lines.join('<br>')
}
