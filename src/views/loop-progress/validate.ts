import { notMeasured } from '../../domain/loop/progress/parse-validate-page.ts'
import type { SkillState, TestResult } from '../../domain/records/loop/loop-state.ts'
import { emptyCell, noneCell } from '../../domain/loop/progress/parse-cell.ts'
import { renderCount } from '../language/t.ts'
import { renderDetails } from '../markdown/details.ts'
import { renderTable } from '../markdown/table.ts'
import { renderProse } from './cell.ts'
import { renderNumber } from './evidence.ts'
import { renderBlockText, renderCodeOrNone, renderFacts, renderPage } from './page.ts'

interface Placed {
  /** Place among all results, from 1. */
  place: number
  result: TestResult
}

/** `validate.md`: failed tests first, with message and stack; the others folded. Reads back exactly (spec 002 §6). */
export function renderValidatePage({ validate }: SkillState): string {
  const placed = validate.test_results.map((result, index): Placed => ({ place: index + 1, result }))
  const loud = placed.filter(({ result }) => isLoud(result))
  const quiet = placed.filter(({ result }) => !isLoud(result))
  return renderPage([
    `# Validate: ${renderLead(validate)}`,
    renderFacts('validation', [
      ['passed', validate.passed ? 'yes' : 'no'],
      ['pass rate', `${renderNumber(validate.pass_rate)} %`],
      ['coverage', validate.coverage === undefined ? notMeasured : `${renderNumber(validate.coverage)} %`],
      ['tests', String(validate.test_results.length)],
      ['last run', renderCodeOrNone(validate.last_run_at)],
    ]),
    '## Failed tests',
    validate.failed_tests.length === 0
      ? noneCell
      : renderTable(
          [{ head: 'failed' }],
          validate.failed_tests.map((name) => [renderProse(name)]),
        ),
    ...loud.map(renderLoud),
    '## Other tests',
    quiet.length === 0 ? noneCell : renderQuiet(quiet),
  ])
}

/** Has more to say than a row holds. */
function isLoud(result: TestResult): boolean {
  return result.status === 'failed' || result.error_message !== null || result.stack_trace !== null
}

function renderLead({ passed, test_results: results, last_run_at: ranAt }: SkillState['validate']): string {
  const failed = results.filter((result) => result.status === 'failed').length
  if (failed > 0) return `${failed} of ${renderCount(results.length, 'test')} failed`
  if (results.length === 0) return ranAt === null ? 'nothing was run so far' : 'no test ran'
  return passed ? 'passed' : `${renderCount(results.length, 'test')}, none failed`
}

function renderLoud({ place, result }: Placed): string {
  return [
    `## Test ${place}: ${renderProse(result.test_name)}`,
    renderTable(
      [{ head: 'suite' }, { head: 'status' }, { head: 'ms', align: 'right' }],
      [[renderProse(result.suite), result.status, renderNumber(result.duration_ms)]],
    ),
    renderLong('Message', result.error_message),
    renderLong('Stack', result.stack_trace),
  ].join('\n\n')
}

function renderLong(what: string, text: string | null): string {
  if (text === null) return `**${what}:** ${noneCell}`
  return text === '' ? `**${what}:** ${emptyCell}` : `**${what}:**\n\n${renderBlockText(text)}`
}

function renderQuiet(tests: readonly Placed[]): string {
  const columns = [
    { head: 'no', align: 'right' as const },
    { head: 'test' },
    { head: 'suite' },
    { head: 'status' },
    { head: 'ms', align: 'right' as const },
  ]
  const rows = tests.map(({ place, result }) => [
    String(place),
    renderProse(result.test_name),
    renderProse(result.suite),
    result.status,
    renderNumber(result.duration_ms),
  ])
  return renderDetails(renderCount(tests.length, 'other test'), renderTable(columns, rows))
}
