import pc from 'picocolors'
import type { IssueStatus, Need, TaskStatus } from '../../domain/records/status-report.ts'
import { renderCount } from '../language/t.ts'
import { listWords } from '../text/person.ts'
import type { Colours, Terminal } from './plan-text.ts'
import { findReason } from '../text/reason.ts'
import { renderTime } from '../text/time.ts'
import { renderBars } from './parts/bars.ts'
import { renderDebugText } from './debug-text.ts'
import { decideAppearance } from './phase-appearance.ts'
import { plain } from './parts/plain.ts'
import { describeExecutor, describeTaskState, describeVersions, describeWait } from './task-state-words.ts'
import { renderTextTable, type TextCell } from './parts/text-table.ts'
import { wrapColumns } from './parts/wrap-columns.ts'
import { nameIssue } from '../text/issue-name.ts'

const maxNeeds = 20

/** `countersign status 7`: what the status comment says, for a terminal. */
export function renderIssueText(status: IssueStatus, terminal: Terminal): string {
  const colours = pc.createColors(terminal.colours)
  const parts = [
    renderHead(status, terminal, colours),
    ...(status.plan === null ? [] : [renderBars(status, terminal), renderTasks(status.tasks, terminal, colours)]),
    renderNeedsText(status.needs, terminal, colours),
    ...(status.debug === null ? [] : [renderDebugText(status.debug, terminal)]),
  ]
  return parts.filter((part) => part !== '').join('\n')
}

function renderHead(status: IssueStatus, { width }: Terminal, colours: Colours): string {
  const sight = decideAppearance(status.phase, colours)
  const facts = [
    ...(status.iteration === null ? [] : [`iteration ${status.iteration.current} of ${status.iteration.most}`]),
    ...(status.plan === null ? [] : [`plan ${status.plan.hash.slice(0, 7)}`]),
    ...describeFinal(status),
  ]
  const title = wrapColumns(`${nameIssue(status.id)} ${plain(status.title, 200)}`, Math.max(20, width))
  const stands = `${sight.mark} ${sight.words}`
  const [first = '', ...rest] = wrapColumns([stands, ...facts].join(' · '), Math.max(20, width - 2))
  const told = first.startsWith(stands) ? `${sight.colour(stands)}${first.slice(stands.length)}` : first
  const below = [...rest.map((line) => `  ${line}`), ...describeSince(status, width)]
  return [...title.map(colours.bold), told, ...below].map((line) => `${line}\n`).join('')
}

function describeSince({ since }: IssueStatus, width: number): string[] {
  if (since === null) return []
  const why = plain(findReason(since), 300)
  const said = `by ${plain(since.by, 60)} since ${renderTime(plain(since.at, 40))}${why === '' ? '' : `: ${why}`}`
  return wrapColumns(said, Math.max(20, width - 2)).map((line) => `  ${line}`)
}

function describeFinal({ final_pull_request: final, released }: IssueStatus): string[] {
  const words = { open: 'is open', draft: 'is a draft', merged: 'is merged', closed: 'was closed without a merge' }
  return [
    ...(final === null
      ? []
      : [`#${final.number} ${final.state === 'open' && final.conflict ? 'conflicts' : words[final.state]}`]),
    ...(released === null ? [] : [`released as ${plain(released, 100)}`]),
  ]
}

/** A table; where the terminal is too narrow for one, a few lines for each task. */
function renderTasks(tasks: readonly TaskStatus[], { width }: Terminal, colours: Colours): string {
  const rows = tasks.map((task): TextCell[] => [
    { text: plain(task.id, 20), colour: colours.bold },
    { text: plain(task.title, 200) },
    { text: describeTaskState(task), colour: decideTaskColour(task, colours) },
    { text: describeVersions(task) },
    { text: describeExecutor(task) },
    { text: describeWait(task), ...(task.waits_for === null ? {} : { colour: colours.yellow }) },
  ])
  const table = renderTextTable(['task', 'what', 'state', 'version', 'by', 'waits for'], rows, width)
  if (table !== undefined) return table
  return tasks.map((task) => renderTaskLines(task, width, colours)).join('')
}

function renderTaskLines(task: TaskStatus, width: number, colours: Colours): string {
  const wait = describeWait(task)
  const facts = [
    ...[describeVersions(task), describeExecutor(task)].filter((fact) => fact !== ''),
    ...(wait === '' ? [] : [`waits for ${wait}`]),
  ]
  const colour = decideTaskColour(task, colours)
  const state = describeTaskState(task)
  const lines = wrapColumns(`${state} · ${facts.join(' · ')}`, Math.max(10, width - 2))
  const [first = '', ...rest] = lines
  const told = first.startsWith(state) ? `${colour(state)}${first.slice(state.length)}` : first
  const title = wrapColumns(`${plain(task.id, 20)} ${plain(task.title, 200)}`, Math.max(10, width))
  return [...title.map(colours.bold), `  ${told}`, ...rest.map((line) => `  ${line}`)]
    .map((line) => `${line}\n`)
    .join('')
}

function decideTaskColour(task: TaskStatus, { green, cyan, yellow, red, dim }: Colours): (text: string) => string {
  if (task.waits_for !== null) return yellow
  switch (task.state) {
    case 'PENDING':
    case 'READY':
    case 'CANCELLED':
      return dim
    case 'RUNNING':
      return cyan
    case 'READY_TO_CHECK':
      return task.merging ? green : cyan
    case 'TO_BE_MODIFY':
      return red
    case 'WAITING_EXTERNAL':
      return yellow
    case 'DONE':
      return task.stale ? yellow : green
  }
}

function renderNeedsText(needs: readonly Need[], { width }: Terminal, { bold, yellow }: Colours): string {
  if (needs.length === 0) return ''
  const lines = needs.slice(0, maxNeeds).flatMap((need) => {
    const [first = '', ...rest] = wrapColumns(describeNeed(need), Math.max(20, width - 4))
    return [`  ${yellow('!')} ${first}`, ...rest.map((line) => `    ${line}`)]
  })
  const more = needs.length > maxNeeds ? [`  and ${needs.length - maxNeeds} more`] : []
  return `${[bold(`Waits for ${renderCount(needs.length, 'thing')}`), ...lines, ...more].join('\n')}\n`
}

/** `ada or grace: T3: say which limit. How: /retry T3 …`; a task that the words name isn't named twice. */
function describeNeed({ task, who, what, how }: Need): string {
  const asked =
    who.length === 0
      ? 'anybody with write access'
      : listWords(
          who.slice(0, 6).map((name) => plain(name, 60)),
          'or',
        )
  const said = plain(what, 400).replace(/(?<![.\s])[.\s]+$/, '')
  const isNamed = task === null || said.split(/[\s:,]+/).includes(task)
  return `${asked}: ${isNamed ? '' : `${plain(task, 20)}: `}${said}. How: ${plain(how, 200)}`
}
