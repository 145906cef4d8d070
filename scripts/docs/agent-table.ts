import type { NotedBehaviour } from '../../test/support/agents/real/note-behaviour.ts'
import { renderTable } from './markdown-table.ts'

const start = '<!-- agents: written by `node scripts/update-agent-table.ts` from what their tests played -->'
const end = '<!-- end of the agents -->'

/** docs/agents.md with what each agent came to, behaviour by agent, between its markers: the seconds that a run took. */
export function replaceAgentTable(page: string, noted: readonly NotedBehaviour[], day: string): string {
  const from = page.indexOf(start)
  const to = page.indexOf(end)
  if (from < 0 || to < from) throw new Error('the markers of the table of agents are gone')
  const agents = [...new Set(noted.map(({ agent }) => agent))].toSorted()
  const versions = agents.map((agent) => `${agent} ${noted.findLast((one) => one.agent === agent)?.version ?? ''}`)
  const rows = [...Map.groupBy(noted, ({ behaviour }) => behaviour)].map(([behaviour, all]) => {
    const [usual = ''] = all.map(({ outcome }) => outcome)
    const cells = agents.map((agent) => {
      const one = all.find((played) => played.agent === agent)
      if (one === undefined) return 'not played'
      return one.outcome === usual ? `${one.seconds}` : `${one.outcome}, ${one.seconds}`
    })
    return [behaviour, usual, ...cells]
  })
  const sum = `By ${day}, with ${versions.join(', ')}; seconds until the run had ended, on a machine that was busy with other things:`
  return `${page.slice(0, from + start.length)}\n${sum}\n\n${renderTable(['the agent', 'what came of it', ...agents], rows)}\n${page.slice(to)}`
}
