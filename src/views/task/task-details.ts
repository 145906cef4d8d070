import type { AcceptanceCriterion } from '../../domain/plan/acceptance-criterion.ts'
import { deliveryId, judgedCriteria } from '../../domain/plan/assemble/delivery.ts'
import type { Task, WorkItem } from '../../domain/plan/task.ts'
import { renderCount, t } from '../language/t.ts'
import { translate } from '../language/translate.ts'
import { renderCheckInputs } from './check-inputs.ts'
import { renderDetails } from '../markdown/details.ts'
import { toOneLine } from '../markdown/hidden-characters.ts'
import { block, type Block } from '../markdown/fit.ts'
import { codeFence, inlineCode, neutraliseBlock, neutraliseHtml, neutraliseInline } from '../markdown/neutralise.ts'
import { shorten } from '../markdown/shorten.ts'
import { shortenTitle } from '../markdown/shorten-title.ts'
import { renderTable } from '../markdown/table.ts'
import { renderCheckMethod, renderDeliverable, renderStatement } from './task-words.ts'

const diffLineLimit = 60

/**
 * A task folded: in full, with its criteria only, or left out. Of the `only` one the title stands right above; so may what
 * it is about (`above`), which isn't told twice.
 */
export function foldTask(task: Task, only: boolean, above: string): Block {
  const fold = (text: string) => {
    const title = only ? t('in full') : neutraliseHtml(shortenTitle(toOneLine(task.title), 90))
    const criteria = renderCount(judgedCriteria(task).length, 'criterion', 'criteria')
    return renderDetails(`<b>${task.id}</b> ${title}${t(': ')}${criteria}`, text)
  }
  return block(
    () => fold(renderTaskBody(isToldBy(above, task) ? { ...task, description: task.title } : task)),
    () => fold(renderCriteriaList(task, 120)),
    '',
  )
}

function isToldBy(above: string, { description }: Task): boolean {
  return above.trim().endsWith(description.trim())
}

/** Everything about a task that its reader approves. */
export function renderTaskBody(task: Task): string {
  return renderParts(task, [renderCriteriaList(task, 240), renderCheckInputs(task)])
}

/** The same without its criteria, for where they stand above. */
export function renderTaskWork(task: Task): string {
  return renderParts(task, [])
}

/** What only says the title again, above which it stands, is left out. */
function renderParts(task: Task, criteria: readonly string[]): string {
  const said = (text: string) => text.trim() === task.title.trim()
  const steps = task.implementation.every(said) ? [] : task.implementation.slice(0, 20).map(translate)
  const parts = [
    said(task.description) ? '' : neutraliseBlock(shorten(task.description, 1_200)),
    `${t('Delivers {what}', { what: renderDeliverable(task) })}${said(task.deliverable_spec.description) ? '' : `${t(': ')}${neutraliseInline(shorten(task.deliverable_spec.description, 200))}`}`,
    ...criteria,
    renderList(t('Steps'), steps, renderSentence),
    renderList(t('Places to change'), task.modification_points.slice(0, 20), renderModificationPoint),
    renderList(t('Its tests'), task.test.commands.slice(0, 20), renderCommand),
    renderList(t('Unit tests should show'), task.test.unit.slice(0, 20), renderSentence),
    renderList(t('Integration tests should show'), task.test.integration.slice(0, 20), renderSentence),
    renderList(t('Work in the plan'), task.work.slice(0, 20), renderWorkItem),
    renderEstimate(task),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** The criteria of a task as a table: what must hold, how it is checked, how much it weighs. */
export function renderCriteriaList(task: Task, statementLimit: number): string {
  const criteria = judgedCriteria(task)
  if (criteria.length === 0) return ''
  const columns = [{ head: t('must hold') }, { head: t('checked by') }, { head: t('weight') }]
  const table = renderTable(
    columns,
    criteria
      .slice(0, 40)
      .map((criterion) => [
        `**${criterion.id}** ${renderStatement(criterion, statementLimit)}`,
        renderMethod(criterion),
        severityWord(criterion),
      ]),
  )
  return `${table}\n\n<sub>${explainCriteria(criteria)}</sub>`
}

/** What the table's words come to, of those that are in it. */
function explainCriteria(criteria: readonly AcceptanceCriterion[]): string {
  const has = (weight: AcceptanceCriterion['severity']) => criteria.some(({ severity }) => severity === weight)
  const must = has('blocker')
    ? has('major')
      ? [t('a blocker or a major must hold')]
      : [t('a blocker must hold')]
    : has('major')
      ? [t('a major must hold')]
      : []
  const parts = [
    ...(criteria.some(({ id }) => id === deliveryId)
      ? [t('{id} comes with every task: it delivers what it is to deliver', { id: deliveryId })]
      : []),
    ...must,
    ...(has('minor') ? [t('a minor counts in the score alone')] : []),
  ]
  return `${parts.join(t('; '))}${t('.')}`.replace(/^./, (first) => first.toUpperCase())
}

/** The check, unless it would only repeat the statement. */
function renderMethod(criterion: AcceptanceCriterion): string {
  const method = renderCheckMethod(criterion)
  return method === neutraliseInline(criterion.statement) ? t('a machine') : method
}

function severityWord(criterion: AcceptanceCriterion): string {
  return criterion.severity === 'blocker' ? `**${t('blocker')}**` : t(criterion.severity)
}

function renderList<T>(head: string, items: readonly T[], render: (item: T) => string): string {
  if (items.length === 0) return ''
  return `**${head}**\n\n${items.map((item) => `- ${render(item)}`).join('\n')}`
}

function renderSentence(text: string): string {
  return neutraliseInline(shorten(text, 240))
}

function renderModificationPoint(point: Task['modification_points'][number]): string {
  const target = point.target === '' ? '' : `${t(', ')}${neutraliseInline(shorten(point.target, 100))}`
  return `${inlineCode(shorten(point.file, 120))}${target}${t(': ')}${neutraliseInline(shorten(point.change, 200))}`
}

function renderWorkItem(item: WorkItem): string {
  switch (item.kind) {
    case 'file': {
      const values = {
        path: inlineCode(shorten(item.path, 120)),
        lines: renderCount(countLines(item.content), 'line'),
      }
      return item.mode === '100755'
        ? t('writes {path} ({lines}, executable)', values)
        : t('writes {path} ({lines})', values)
    }
    case 'diff': {
      const lines = countLines(item.diff)
      if (lines > diffLineLimit || item.diff.length > 6_000)
        return t('applies a diff of {lines}', { lines: renderCount(lines, 'line') })
      return `${t('applies')}\n${indent(codeFence(item.diff, 'diff'))}`
    }
    case 'run':
      return renderCommand(item.command)
  }
}

function renderCommand(command: string): string {
  return `${t('runs')}\n${indent(codeFence(shorten(command, 1_000), 'sh'))}`
}

function renderEstimate(task: Task): string {
  return task.feasibility_note === null
    ? ''
    : t('**Why this estimate:** {why}', { why: neutraliseInline(shorten(translate(task.feasibility_note), 400)) })
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ')
}

function countLines(text: string): number {
  return text.replace(/\n$/, '').split('\n').length
}
