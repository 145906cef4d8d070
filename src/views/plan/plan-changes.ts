import type { PlanChange } from '../../domain/plan/difference/plan-difference.ts'
import { inlineCode, neutraliseInline } from '../markdown/neutralise.ts'
import { shorten } from '../markdown/shorten.ts'
import { listWords } from '../text/person.ts'

/** Differences between two plans as a list, one line each, in their order. */
export function renderPlanChanges(changes: readonly PlanChange[], limit = 30): string {
  const lines = changes.slice(0, limit).map((change) => `- ${renderChange(change)}`)
  return [...lines, ...(changes.length > limit ? [`- … ${changes.length - limit} more`] : [])].join('\n')
}

const mostTasks = 8

/** `T2 is new, T1 changed`: which tasks a reader has to look at again; '' where none. */
export function nameChangedTasks(changes: readonly PlanChange[]): string {
  const tasks = (wanted: (change: PlanChange) => boolean): string[] => [
    ...new Set(changes.flatMap((change) => (change.task !== null && wanted(change) ? [change.task] : []))),
  ]
  const isWhole = ({ what }: PlanChange): boolean => what === 'task'
  const parts = [
    { ids: tasks((one) => isWhole(one) && one.kind === 'added'), says: ['is new', 'are new'] },
    { ids: tasks((one) => isWhole(one) && one.kind === 'removed'), says: ['is gone', 'are gone'] },
    { ids: tasks((one) => !isWhole(one)), says: ['changed', 'changed'] },
  ]
  return parts
    .filter(({ ids }) => ids.length > 0)
    .map(({ ids, says }) => `${nameTasks(ids)} ${ids.length === 1 ? says[0] : says[1]}`)
    .join(', ')
}

function nameTasks(ids: readonly string[]): string {
  const named = ids.slice(0, mostTasks).map((id) => neutraliseInline(shorten(id, 40)))
  return ids.length > mostTasks ? `${named.join(', ')} and ${ids.length - mostTasks} more` : listWords(named)
}

function renderChange({ kind, task, what, before, after }: PlanChange): string {
  const of = task === null ? 'The plan' : `**${neutraliseInline(shorten(task, 40))}**`
  if (what === 'task') {
    const title = neutraliseInline(shorten(after ?? before ?? '', 120))
    return kind === 'added' ? `➕ ${of} is new: ${title}` : `➖ ${of} is gone: ${title}`
  }
  const said = /^AC-\d+$/.test(what) ? sayCriterion(what, before, after) : sayPart(what, before, after)
  if (said !== undefined) return `${of} ${said}`
  const name = neutraliseInline(shorten(what, 60))
  if (before === null) return `${of}, ${name} added: ${codeOrNothing(after)}`
  if (after === null) return `${of}, ${name} removed: ${codeOrNothing(before)}`
  return `${of}, ${name}: ${codeOrNothing(before)} → ${codeOrNothing(after)}`
}

/** What a task's part says of it, so that it reads as a sentence. */
const verbs: Readonly<Record<string, string>> = {
  title: 'is called',
  'may write': 'may touch',
  delivers: 'delivers',
  'comes after': 'waits for',
  estimate: 'is estimated at',
  'done by': 'is done by',
  'judged by': 'is judged by',
  tests: 'is tested by',
  work: 'does by itself',
}

function sayPart(what: string, before: string | null, after: string | null): string | undefined {
  const verb = verbs[what]
  if (verb === undefined) return undefined
  if (after === null) return `no longer ${verb} ${codeOrNothing(before)}`
  const was = before === null ? '' : `, no longer ${codeOrNothing(before)}`
  return `now ${verb} ${codeOrNothing(after)}${was}`
}

function sayCriterion(id: string, before: string | null, after: string | null): string {
  if (before === null) return `must also hold (${id}): ${codeOrNothing(after)}`
  if (after === null) return `need no longer hold (${id}): ${codeOrNothing(before)}`
  return `must hold (${id}): ${codeOrNothing(after)}, no longer ${codeOrNothing(before)}`
}

function codeOrNothing(text: string | null): string {
  return inlineCode(shorten((text ?? '').replaceAll(/(?<!\s)\s*\n\s*/g, ' · '), 160))
}
