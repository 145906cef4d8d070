import pc from 'picocolors'
import type { IssueStatus, StatusReport } from '../../domain/records/status-report.ts'
import { renderCount } from '../language/t.ts'
import { listWords } from '../text/person.ts'
import type { Colours, Terminal } from './plan-text.ts'
import { decideAppearance } from './phase-appearance.ts'
import { plain } from './parts/plain.ts'
import { renderTextTable, type TextCell } from './parts/text-table.ts'
import { wrapColumns } from './parts/wrap-columns.ts'
import { nameIssue } from '../text/issue-name.ts'

/** `countersign status`: a line for each issue. */
export function renderListText(issues: readonly IssueStatus[], { colours: isColoured, width }: Terminal): string {
  if (issues.length === 0) return ''
  const colours = pc.createColors(isColoured)
  const rows = issues.map((issue) => describeRow(issue, colours))
  const table = renderTextTable(['issue', 'what', 'stands', 'tasks', 'waits for'], rows, width)
  return table ?? issues.map((issue) => renderLines(issue, width, colours)).join('')
}

function describeRow(issue: IssueStatus, colours: Colours): TextCell[] {
  const sight = decideAppearance(issue.phase, colours)
  return [
    { text: nameIssue(issue.id), colour: colours.bold },
    { text: plain(issue.title, 120) },
    { text: `${sight.mark} ${sight.words}`, colour: sight.colour },
    { text: describeTasks(issue) },
    { text: describeWaits(issue), colour: colours.yellow },
  ]
}

function renderLines(issue: IssueStatus, width: number, colours: Colours): string {
  const sight = decideAppearance(issue.phase, colours)
  const waits = describeWaits(issue)
  const tasks = describeTasks(issue)
  const facts = [tasks === '' ? '' : `${tasks} tasks approved`, waits === '' ? '' : `waits for ${waits}`].filter(
    (fact) => fact !== '',
  )
  const title = wrapColumns(`${nameIssue(issue.id)} ${plain(issue.title, 120)}`, Math.max(10, width)).map(colours.bold)
  const told = [`  ${sight.colour(`${sight.mark} ${sight.words}`)}`]
  const rest = facts.flatMap((fact) => wrapColumns(fact, Math.max(10, width - 4)).map((line) => `    ${line}`))
  return [...title, ...told, ...rest].map((line) => `${line}\n`).join('')
}

function describeTasks({ tasks_approved: approved, tasks_total: total }: IssueStatus): string {
  return total === 0 ? '' : `${approved} of ${total}`
}

/** People by name; where anybody may, what is asked for. */
function describeWaits({ needs }: IssueStatus): string {
  const waits = needs.map(({ who, what, task }) => {
    if (who.length === 0) return task === null ? plain(what, 60) : `somebody (${plain(task, 20)})`
    const names = listWords(
      who.slice(0, 3).map((name) => plain(name, 40)),
      'or',
    )
    return task === null ? names : `${names} (${plain(task, 20)})`
  })
  return [...waits.slice(0, 3), ...(waits.length > 3 ? [renderCount(waits.length - 3, 'more', 'more')] : [])].join('; ')
}

/** Issues with a file that can't be read. */
export function renderUnreadable(unreadable: StatusReport['unreadable'], { colours }: Terminal): string {
  const { red } = pc.createColors(colours)
  return unreadable
    .map(({ id, what, details, next }) =>
      [
        `${red('✗')} ${nameIssue(id)} can’t be read: ${plain(what, 300)}`,
        ...(details === '' ? [] : [`  ${plain(details, 600)}`]),
        `  ${plain(next, 300)}`,
      ]
        .map((line) => `${line}\n`)
        .join(''),
    )
    .join('')
}
