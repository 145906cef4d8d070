import type { TestFindings } from '../../domain/records/loop/validation.ts'
import type { TestResult } from '../../domain/records/loop/loop-state.ts'
import { renderCount, t } from '../language/t.ts'
import { renderDetails } from '../markdown/details.ts'
import { renderDuration } from '../text/duration.ts'
import { block, type Block } from '../markdown/fit.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { inlineCode, neutraliseInline } from '../markdown/neutralise.ts'
import { shorten } from '../markdown/shorten.ts'
import { renderTable } from '../markdown/table.ts'

/** Where what was tested can be looked at. */
export interface TestedAt {
  commit: string
  links: Links
}

/** `3 of 4 tests passed (75 %), 1 skipped, 82 % of lines covered`. */
export function renderTestTotals({ totals, coverage }: Pick<TestFindings, 'totals' | 'coverage'>): string {
  const { passed, failed, skipped } = totals
  const ran = passed + failed
  const share =
    ran === 0
      ? t('no test ran')
      : t('{passed} of {tests} passed ({percent} %)', {
          passed,
          tests: renderCount(ran, 'test'),
          percent: percent(passed, ran),
        })
  const covered =
    coverage === null || coverage.lines === 0
      ? []
      : [t('{percent} % of lines covered', { percent: percent(coverage.covered, coverage.lines) })]
  return [share, ...(skipped === 0 ? [] : [t('{n} skipped', { n: skipped })]), ...covered].join(t(', '))
}

function renderElapsed(ms: number): string {
  const words = ms >= 1_000 ? renderDuration(ms) : ms < 1 ? '< 1 ms' : `${Math.round(ms)} ms`
  return words.replaceAll(' ', '&nbsp;')
}

/** Never rounded up: 999 of 1,000 is not 100 %. */
function percent(part: number, whole: number): number {
  return Math.floor((100 * part) / whole)
}

/** A row for each of these tests: how it ended, where it stands, the first line of what it said, its time. */
export function renderTestTable(
  results: readonly TestResult[],
  findings: Pick<TestFindings, 'places' | 'flaky_tests'>,
  at: TestedAt,
): string {
  const places = new Map(findings.places.toReversed().map((one) => [one.test, one]))
  const flaky = new Set(findings.flaky_tests)
  return renderTable(
    [{ head: t('result') }, { head: t('test') }, { head: t('time'), align: 'right' }],
    results.map((one) => {
      const name = nameTest(one)
      const place = places.get(name)
      const said = neutraliseInline(shorten(firstLine(one.error_message ?? ''), 200))
      const title = [neutraliseInline(shorten(name, 200)), ...(place === undefined ? [] : [renderTestPlace(place, at)])]
      return [
        renderStatus(one, flaky.has(name)),
        // Below the name and not beside: a phone would cut it off.
        `${title.join(' ')}${said === '' ? '' : `<br>${said}`}`,
        one.status === 'skipped' ? '' : renderElapsed(one.duration_ms),
      ]
    }),
  )
}

export function nameTest({ suite, test_name: name }: Pick<TestResult, 'suite' | 'test_name'>): string {
  return suite === '' ? name : `${suite} › ${name}`
}

function renderStatus({ status }: TestResult, isFlaky: boolean): string {
  switch (status) {
    case 'passed':
      return '✓'
    case 'failed':
      return isFlaky ? `✗ ${t('flaky')}` : '✗'
    case 'skipped':
      return t('skipped')
  }
}

function renderTestPlace({ path, line }: TestFindings['places'][number], { commit, links }: TestedAt): string {
  const url = links.blob(commit, path)
  return linkTo(inlineCode(line === null ? path : `${path}:${line}`), line === null ? url : `${url}#L${line}`)
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? ''
}

/** The tests of a version whose CHECK the page is about, folded; nothing where it has none. */
export function renderTestBlocks(findings: TestFindings | null, at: TestedAt): Block[] {
  if (findings === null || findings.results.length === 0) return []
  const fold = (count: number) => {
    const shown = findings.results.slice(0, count)
    const { passed, failed, skipped } = findings.totals
    const left = passed + failed + skipped - shown.length
    const rest = left > 0 ? `\n\n${t('and {n} more', { n: left.toLocaleString('en-US') })}` : ''
    const title = t('Its own tests: {totals}', { totals: renderTestTotals(findings) })
    return `\n${renderDetails(title, `${renderTestTable(shown, findings, at)}${rest}`)}`
  }
  return [block(fold(findings.results.length), fold(20), '')]
}
