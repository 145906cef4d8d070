import type { MessageKey } from '../../domain/language/message.ts'
import type { IssRecord } from '../../domain/records/iss-record.ts'
import { writePersonDays } from '../../domain/plan/assemble/person-days.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { Feasibility, PlanRound, TaskSplit } from '../../domain/plan/plan-round.ts'
import { renderCount, t } from '../language/t.ts'
import { translate } from '../language/translate.ts'
import { renderDetails } from '../markdown/details.ts'
import { inlineCode, neutraliseHtml, neutraliseInline } from '../markdown/neutralise.ts'
import { listWords, renderName } from '../text/person.ts'
import { renderPlanChanges } from './changes/plan-changes.ts'
import { shorten } from '../markdown/shorten.ts'

/** What differs from the plan before, folded; '' for a first plan. */
export function renderRevision(record: IssRecord, plan: Plan, limit: number): string {
  const revision = record.revisions.find((one) => one.to_hash === plan.hash)
  if (revision === undefined) return ''
  const { changes, from_hash: from, by, why } = revision
  const count = changes.length === 0 ? t('nothing to read again') : renderCount(changes.length, 'change')
  const [first = '', ...more] = translate(why.trim()).split('\n')
  const words = shorten(more.length === 0 ? first : `${first} …`, 160)
  const asked = t('{who} asked for it: {words}', { who: renderName(by), words: neutraliseInline(words) })
  const body = changes.length === 0 ? asked : `${asked}\n\n${renderPlanChanges(changes, limit)}`
  const hash = `<code>${neutraliseHtml(from.slice(0, 7))}</code>`
  return renderDetails(t('Since plan {hash}: {count}', { hash, count }), body)
}

/** Tasks whose approved work of the plan before is taken over, and those where that is known not to be so; '' where none is. */
export function renderCarried({ carryable, default_branch: branch }: IssRecord): string {
  const anew = new Set<string>()
  // Tasks stand behind what they build on, but need not.
  for (let known = -1; known !== anew.size;) {
    known = anew.size
    for (const { task, depends_on: inputs, conflicts } of carryable)
      if (conflicts === true || inputs.some((id) => anew.has(id))) anew.add(task)
  }
  const taken = carryable.map((one) => one.task).filter((id) => !anew.has(id))
  return [renderTaken(taken), renderAnew([...anew], branch)].filter((text) => text !== '').join(' ')
}

function renderTaken(tasks: readonly string[]): string {
  if (tasks.length === 0) return ''
  return t(
    tasks.length === 1
      ? "{tasks} is taken over from the plan before, the same bytes, unless somebody has changed its files since, and reviewed anew. What a person found to hold there isn't asked again of the same person, and what was waived stays waived."
      : "{tasks} are taken over from the plan before, the same bytes, unless somebody has changed their files since, and reviewed anew. What a person found to hold there isn't asked again of the same person, and what was waived stays waived.",
    { tasks: nameTasks(tasks) },
  )
}

function renderAnew(tasks: readonly string[], branch: string): string {
  if (tasks.length === 0) return ''
  const told = { tasks: nameTasks(tasks), branch: inlineCode(branch) }
  return tasks.length === 1
    ? t('{tasks} is done anew, as {branch} has changed the same lines; what was approved before is at hand.', told)
    : t(
        '{tasks} are done anew, as {branch} has changed the same lines, or those of what they build on; what was approved before is at hand.',
        told,
      )
}

function nameTasks(tasks: readonly string[]): string {
  const names = tasks.length > 8 ? [...tasks.slice(0, 7), t('{n} more', { n: tasks.length - 7 })] : tasks
  return listWords(names.map(neutraliseInline), 'and')
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
  const more = lines.length > limit ? [`- … ${t('{n} more in the plan file', { n: lines.length - limit })}`] : []
  const what = [
    ...(readings.length > 0 ? [t('read again by a model')] : []),
    ...(splits.length > 0
      ? [
          t('{tasks} split', {
            tasks: listWords(
              splits.slice(0, 5).map(({ task }) => task),
              'and',
            ),
          }),
        ]
      : []),
    ...(estimates.length > 0
      ? [t('{estimates} computed', { estimates: renderCount(estimates.length, 'estimate') })]
      : []),
  ]
  return renderDetails(
    t('How it came to be: {what}', { what: neutraliseHtml(what.join(t(', '))) }),
    [...shown, ...more].join('\n'),
  )
}

/** A draft that a second reader sent back was estimated and cut, too. */
function lastOfEach<T extends { task: string }>(all: readonly T[]): T[] {
  return [...new Map(all.map((one) => [one.task, one])).values()]
}

const cutNames = {
  deliverables: 'its deliverables',
  files: 'its files',
  modification_points: 'its places to change',
} as const satisfies Record<TaskSplit['along'], MessageKey>

function renderSplit({ task, into, along, by }: TaskSplit): string {
  const cut = { task: `**${neutraliseInline(task)}**`, parts: listWords(into.map(neutraliseInline), 'and') }
  return by === undefined
    ? t('{task} is cut along {along} into {parts}', { ...cut, along: t(cutNames[along]) })
    : t('{task} is cut where {by} said into {parts}', { ...cut, by: neutraliseInline(by) })
}

/** A model's words stay its own, and short. */
function renderRoundReading({ number, reading }: PlanRound): string[] {
  if (reading === undefined) return []
  const by = t('Round {n}, read by {who}', { n: number, who: neutraliseInline(reading.by) })
  if (reading.findings.length === 0) return [`${by}${t(': ')}${t('nothing found')}`]
  return reading.findings.map(({ nodes, message }) => {
    const place = nodes.length === 0 ? '' : `**${nodes.map(neutraliseInline).join(t(', '))}**${t(': ')}`
    return `${by}${t(': ')}${place}${neutraliseInline(shorten(message, 300))}`
  })
}

function renderEstimate({ task, person_days: days, person_days_before: before, why }: Feasibility): string {
  const reason = neutraliseInline(shorten(translate(why), 240))
  // The built-in estimate's reason begins with its number.
  const isNamed = [before, days].some((one) => why.startsWith(`${writePersonDays(one)} `))
  const numbers = isNamed ? '' : `${translate(writePersonDays(before))} → ${translate(writePersonDays(days))}${t('. ')}`
  return `**${neutraliseInline(task)}**${t(': ')}${numbers}${reason}`
}
