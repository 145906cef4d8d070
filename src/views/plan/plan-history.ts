import type { IssRecord } from '../../domain/records/iss-record.ts'
import { writePersonDays } from '../../domain/plan/assemble/person-days.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { Feasibility, PlanRound, TaskSplit } from '../../domain/plan/plan-round.ts'
import { renderCount } from '../language/t.ts'
import { renderDetails } from '../markdown/details.ts'
import { neutraliseHtml, neutraliseInline } from '../markdown/neutralise.ts'
import { listWords, renderName } from '../text/person.ts'
import { renderPlanChanges } from './plan-changes.ts'
import { shorten } from '../markdown/shorten.ts'

/** What differs from the plan before, folded; '' for a first plan. */
export function renderRevision(record: IssRecord, plan: Plan, limit: number): string {
  const revision = record.revisions.find((one) => one.to_hash === plan.hash)
  if (revision === undefined) return ''
  const { changes, from_hash: from, by, why } = revision
  const count = changes.length === 0 ? 'nothing to read again' : renderCount(changes.length, 'change')
  const [first = '', ...more] = why.trim().split('\n')
  const words = shorten(more.length === 0 ? first : `${first} …`, 160)
  const asked = `${renderName(by)} asked for it: ${neutraliseInline(words)}`
  const body = changes.length === 0 ? asked : `${asked}\n\n${renderPlanChanges(changes, limit)}`
  return renderDetails(`Since plan <code>${neutraliseHtml(from.slice(0, 7))}</code>: ${count}`, body)
}

/** Tasks whose approved work of the plan before is taken over; '' where none is. */
export function renderCarried(record: IssRecord): string {
  const tasks = record.carryable.map((one) => one.task)
  if (tasks.length === 0) return ''
  const names = tasks.length > 8 ? [...tasks.slice(0, 7), `${tasks.length - 7} more`] : tasks
  const are = tasks.length === 1 ? 'is taken over' : 'are taken over'
  return `${listWords(names.map(neutraliseInline), 'and')} ${are} from the plan before, the same bytes, and reviewed anew. What a person found to hold there isn't asked again of the same person, and what was waived stays waived.`
}

/** How the plan came to be: what a second reader found, what was split and which estimates were changed, folded; '' where it stands as it was drafted. */
export function renderRounds(plan: Plan, limit: number): string {
  const splits = lastOfEach(plan.rounds.flatMap((round) => round.splits))
  const estimates = lastOfEach(
    plan.rounds.flatMap((round) => round.feasibility.filter((one) => one.person_days !== one.person_days_before)),
  )
  const readings = plan.rounds.flatMap(renderRoundReading)
  const lines = [...readings, ...splits.map(renderSplit), ...estimates.map(renderEstimate)]
  if (lines.length === 0) return ''
  const shown = lines.slice(0, limit).map((line) => `- ${line}`)
  const more = lines.length > limit ? [`- … ${lines.length - limit} more in the plan file`] : []
  const what = [
    ...(readings.length > 0 ? ['read again by a model'] : []),
    ...(splits.length > 0
      ? [
          `${listWords(
            splits.slice(0, 5).map(({ task }) => task),
            'and',
          )} split`,
        ]
      : []),
    ...(estimates.length > 0 ? [`${renderCount(estimates.length, 'estimate')} computed`] : []),
  ]
  return renderDetails(`How it came to be: ${neutraliseHtml(what.join(', '))}`, [...shown, ...more].join('\n'))
}

/** A draft that a second reader sent back was estimated and cut, too. */
function lastOfEach<T extends { task: string }>(all: readonly T[]): T[] {
  return [...new Map(all.map((one) => [one.task, one])).values()]
}

const cutNames: Record<TaskSplit['along'], string> = {
  deliverables: 'its deliverables',
  files: 'its files',
  modification_points: 'its places to change',
}

function renderSplit({ task, into, along, by }: TaskSplit): string {
  const where = by === undefined ? `along ${cutNames[along]}` : `where ${neutraliseInline(by)} said`
  return `**${neutraliseInline(task)}** is cut ${where} into ${listWords(into.map(neutraliseInline), 'and')}`
}

/** A model's words stay its own, and short. */
function renderRoundReading({ number, reading }: PlanRound): string[] {
  if (reading === undefined) return []
  const by = `Round ${number}, read by ${neutraliseInline(reading.by)}`
  if (reading.findings.length === 0) return [`${by}: nothing found`]
  return reading.findings.map(({ nodes, message }) => {
    const place = nodes.length === 0 ? '' : `**${nodes.map(neutraliseInline).join(', ')}**: `
    return `${by}: ${place}${neutraliseInline(shorten(message, 300))}`
  })
}

function renderEstimate({ task, person_days: days, person_days_before: before, why }: Feasibility): string {
  const reason = neutraliseInline(shorten(why, 240))
  // The built-in estimate's reason begins with its number.
  const isNamed = [before, days].some((one) => why.startsWith(`${writePersonDays(one)} `))
  const numbers = isNamed ? '' : `${writePersonDays(before)} → ${writePersonDays(days)}. `
  return `**${neutraliseInline(task)}**: ${numbers}${reason}`
}
