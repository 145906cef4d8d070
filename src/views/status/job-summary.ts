import type { NodeState } from '../../domain/records/node-state.ts'
import type { Work } from '../../domain/records/work.ts'
import { renderCount } from '../language/t.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { renderJob } from '../task/run-progress.ts'
import { describeStandings } from '../task/task-standing.ts'
import { renderTitle } from '../task/task-words.ts'
import { renderNeeds } from './needs-you.ts'
import { decideStatusKind, renderStatusLead } from './status-lead.ts'
import { renderTrailEntry } from './trail-entry.ts'

const mostEntries = 50

export interface JobSummary {
  work: Work
  links: Links
  /** When the job began, ISO 8601: what stands in the trail since then is its doing. */
  since: string
  now: string
}

/** One issue on the page of a job that was the bot: what was done, how it stands, what waits; '' where it isn't registered. */
export function renderJobSummary({ work, links, since, now }: JobSummary): string {
  const { record, plan, execution, loop } = work
  if (record === null) return ''
  const done = record.trail.filter(({ at }) => at >= since)
  const title = linkTo(`#${record.number} ${renderTitle(record.frozen.title, 80)}`, links.issue())
  const parts = [`## ${title}`]
  if (plan === null) parts.push('There is no plan yet.')
  else {
    const standings = describeStandings(plan, execution)
    const input = { record, plan, execution, loop, links, now }
    parts.push(renderStatusLead(input, decideStatusKind(input, standings), standings))
    const needs =
      record.phase === 'working' ? renderNeeds(standings, links, execution ?? { reviews: [], receipts: [] }) : []
    if (needs.length > 0)
      parts.push(`**Needs you**\n\n${needs.map((need) => `- ${need.replaceAll('\n', '\n  ')}`).join('\n')}`)
  }
  const jobs = Object.values(execution?.nodes ?? {}).flatMap(listJob)
  if (jobs.length > 0) parts.push(jobs.join('\n'))
  const shown = done.slice(0, mostEntries).map(renderTrailEntry)
  const more = done.length > mostEntries ? [`- ${done.length - mostEntries} more`] : []
  parts.push(done.length === 0 ? 'This job changed nothing.' : `**${renderCount(done.length, 'event')} in this job**`)
  if (shown.length > 0) parts.push([...shown, ...more].join('\n'))
  return `${parts.join('\n\n')}\n`
}

function listJob(node: NodeState): string[] {
  const job = node.kind === 'ACTION' && node.run?.progress !== undefined ? renderJob(node.run.progress) : ''
  return job === '' ? [] : [`- ${node.id} ${job}`]
}
