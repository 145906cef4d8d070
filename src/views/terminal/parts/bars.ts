import type { IssueStatus } from '../../../domain/records/status-report.ts'
import { renderCount, t } from '../../language/t.ts'
import { renderVerdicts } from '../../loop-progress/hypothesis-verdicts.ts'
import type { Terminal } from '../plan-text.ts'
import { drawBar } from '../../text/progress-bar.ts'
import { wrapColumns } from './wrap-columns.ts'

const barWidth = 20
const indent = ' '.repeat(11)

/** Bars as in the status comment: the whole and each phase once a test ran, before that the tasks alone. */
export function renderBars(status: IssueStatus, { width }: Pick<Terminal, 'width'>): string {
  const { progress, tests, debug, tasks_approved: approved, tasks_total: total } = status
  const row = (name: string, percent: number, words: string) => renderBar(name, percent, words, width)
  const tasks = `${approved} of ${renderCount(total, 'task')} approved`
  if (progress === null) return row('tasks', total === 0 ? 0 : (approved / total) * 100, tasks)
  return [
    row('overall', progress.overall, tasks),
    row('develop', progress.develop, ''),
    row('validate', progress.validate, describeNewestTests(tests)),
    row('debug', progress.debug, describeNewestDebugging(debug)),
  ].join('')
}

/** Where the words have no room beside the bar they stand below it. */
function renderBar(name: string, percent: number, words: string, width: number): string {
  const bar = `  ${name.padEnd(8)} ${drawBar(percent / 100, barWidth)} ${String(Math.floor(percent)).padStart(3)} %`
  if (words === '') return `${bar}\n`
  if (bar.length + words.length + 2 <= width) return `${bar}  ${words}\n`
  const below = wrapColumns(words, Math.max(20, width - indent.length))
  return `${bar}\n${below.map((line) => `${indent}${line}\n`).join('')}`
}

/** `41 of 41 tests passed, 93 % covered`; '' before any ran. */
export function describeNewestTests(tests: IssueStatus['tests']): string {
  if (tests === null) return ''
  const covered = tests.coverage === null ? '' : t(', {n} % covered', { n: Math.floor(tests.coverage) })
  return (
    t('{n} of {tests} passed', { n: tests.passed, tests: renderCount(tests.passed + tests.failed, 'test') }) + covered
  )
}

/** What the newest debugging came to. */
export function describeNewestDebugging(debug: IssueStatus['debug']): string {
  if (debug === null) return t('nothing to debug')
  const found = debug.hypotheses.find(({ status }) => status === 'confirmed')
  if (found !== undefined) return t('{id} is the cause', { id: found.id })
  if (debug.flaky) return t('flaky, no change to blame')
  return renderVerdicts(debug.hypotheses)
}
