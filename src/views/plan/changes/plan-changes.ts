import type { MessageKey } from '../../../domain/language/message.ts'
import type { PlanChange } from '../../../domain/plan/difference/plan-difference.ts'
import { t } from '../../language/t.ts'
import { inlineCode, neutraliseInline } from '../../markdown/neutralise.ts'
import { shorten } from '../../markdown/shorten.ts'
import { namePart, sayPart } from './part-names.ts'
import { listWords } from '../../text/person.ts'

/** Differences between two plans as a list, one line each, in their order. */
export function renderPlanChanges(changes: readonly PlanChange[], limit = 30): string {
  const lines = changes.slice(0, limit).map((change) => `- ${renderChange(change)}`)
  return [...lines, ...(changes.length > limit ? [`- … ${t('{n} more', { n: changes.length - limit })}`] : [])].join(
    '\n',
  )
}

const mostTasks = 8

/** `T2 is new, T1 changed`: which tasks a reader has to look at again; '' where none. */
export function nameChangedTasks(changes: readonly PlanChange[]): string {
  const tasks = (wanted: (change: PlanChange) => boolean): string[] => [
    ...new Set(changes.flatMap((change) => (change.task !== null && wanted(change) ? [change.task] : []))),
  ]
  const isWhole = ({ what }: PlanChange): boolean => what === 'task'
  const parts = [
    { ids: tasks((one) => isWhole(one) && one.kind === 'added'), one: '{tasks} is new', many: '{tasks} are new' },
    { ids: tasks((one) => isWhole(one) && one.kind === 'removed'), one: '{tasks} is gone', many: '{tasks} are gone' },
    { ids: tasks((one) => !isWhole(one)), one: '{tasks} changed', many: '{tasks} changed' },
  ] as const
  return parts
    .filter(({ ids }) => ids.length > 0)
    .map(({ ids, one, many }) => t(ids.length === 1 ? one : many, { tasks: nameTasks(ids) }))
    .join(t(', '))
}

function nameTasks(ids: readonly string[]): string {
  const named = ids.slice(0, mostTasks).map((id) => neutraliseInline(shorten(id, 40)))
  return ids.length > mostTasks
    ? `${named.join(t(', '))}${t(' and {n} more', { n: ids.length - mostTasks })}`
    : listWords(named)
}

function renderChange({ kind, task, what, before, after }: PlanChange): string {
  const of = task === null ? t('The plan') : `**${neutraliseInline(shorten(task, 40))}**`
  if (what === 'task') {
    const title = neutraliseInline(shorten(after ?? before ?? '', 120))
    return kind === 'added'
      ? `➕ ${t('{of} is new: {title}', { of, title })}`
      : `➖ ${t('{of} is gone: {title}', { of, title })}`
  }
  const change = {
    of,
    from: codeOrNothing(what, before),
    to: codeOrNothing(what, after),
    isNew: before === null,
    isGone: after === null,
  }
  if (/^AC-\d+$/.test(what)) return sayCriterion(what, change)
  const { from, to } = change
  const verb = verbs[what]
  if (verb !== undefined) return sayChange(t(verb), change)
  const part = neutraliseInline(shorten(namePart(what), 60))
  if (change.isNew) return t('{of}, {part} added: {to}', { of, part, to })
  if (change.isGone) return t('{of}, {part} removed: {from}', { of, part, from })
  return t('{of}, {part}: {from} → {to}', { of, part, from, to })
}

/** What a change is told with. */
interface ToldChange {
  of: string
  from: string
  to: string
  isNew: boolean
  isGone: boolean
}

type Verb = Extract<
  MessageKey,
  | 'is called'
  | 'may touch'
  | 'delivers'
  | 'waits for'
  | 'is estimated at'
  | 'is done by'
  | 'is judged by'
  | 'is tested by'
  | 'does by itself'
>

/** What a task's part says of it, so that it reads as a sentence. */
const verbs: Readonly<Record<string, Verb>> = {
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

function sayChange(verb: string, { of, from, to, isNew, isGone }: ToldChange): string {
  if (isGone) return t('{of} no longer {verb} {from}', { of, verb, from })
  return isNew
    ? t('{of} now {verb} {to}', { of, verb, to })
    : t('{of} now {verb} {to}, no longer {from}', { of, verb, to, from })
}

function sayCriterion(id: string, { of, from, to, isNew, isGone }: ToldChange): string {
  if (isNew) return t('{of} must also hold ({id}): {to}', { of, id, to })
  if (isGone) return t('{of} need no longer hold ({id}): {from}', { of, id, from })
  return t('{of} must hold ({id}): {to}, no longer {from}', { of, id, to, from })
}

function codeOrNothing(what: string, text: string | null): string {
  return inlineCode(shorten(sayPart(what, text ?? '').replaceAll(/(?<!\s)\s*\n\s*/g, ' · '), 160))
}
