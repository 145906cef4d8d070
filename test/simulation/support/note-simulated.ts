import type { FaultKind } from '../../e2e/faults/support/fault-kinds.ts'
import { noteFault } from '../../e2e/faults/support/chains/note-fault.ts'
import type { Played } from './play-seed.ts'

/** Rows of the table in docs/reliability.md by what the simulation calls them. */
const rows: Record<string, { fault: FaultKind; where: string }> = {
  crash: { fault: 'simulated: process killed', where: 'before, during or after any call' },
  still: {
    fault: 'simulated: process that stands still past its lease, and goes on',
    where: 'before or during any call',
  },
  before: { fault: 'simulated: call fails, not done', where: 'GitHub, git, database' },
  after: { fault: 'simulated: call fails, done', where: 'GitHub, database' },
  hang: { fault: 'simulated: no answer for minutes', where: 'GitHub, git, database' },
  stale: { fault: 'simulated: read shows what was true seconds ago', where: "GitHub's GraphQL" },
  overtaken: { fault: 'simulated: another worker commits in between', where: 'the workflow branch' },
  outage: { fault: 'simulated: GitHub out of reach for 2 to 60 minutes', where: 'one process or several' },
  'webhook lost': { fault: 'simulated: webhook lost', where: 'never sent, and in no list' },
  'webhook failed': { fault: 'simulated: webhook sent and not taken', where: 'sent again by the sweep' },
  'webhook doubled': { fault: 'simulated: webhook doubled', where: 'under the same delivery id' },
  'webhook replayed': { fault: 'simulated: webhook doubled', where: 'under another delivery id' },
  'webhook late': { fault: 'simulated: webhook late', where: 'up to 40 minutes, in any order' },
}

/** Keeps how often each fault was brought about in all seeds; a seed that failed lost its issue to every fault it met. */
export async function noteSimulated(tried: Readonly<Record<string, number>>, failed: readonly Played[]): Promise<void> {
  for (const [kind, times] of Object.entries(tried)) {
    const row = rows[kind]
    if (row === undefined) throw new Error(`what is "${kind}" in the table of faults?`)
    await noteFault({ ...row, tried: times, lost: failed.filter((one) => (one.tried[kind] ?? 0) > 0).length })
  }
}
