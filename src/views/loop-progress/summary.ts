import type { ExecutionRecord } from '../../domain/records/execution-record.ts'
import { isFlaky } from '../../domain/records/loop/analysis.ts'
import { debugCompleted, developProgress, overallProgress } from '../../domain/loop/derived-progress.ts'
import { sumNewestTests } from '../../domain/loop/project-validate.ts'
import type { Hypothesis, LoopState, SkillState } from '../../domain/records/loop/loop-state.ts'
import { renderCount } from '../language/t.ts'
import { renderDetails } from '../markdown/details.ts'
import { renderVerdicts } from './hypothesis-verdicts.ts'
import { inlineCode, neutraliseInline } from '../markdown/neutralise.ts'
import { renderProgressBar } from '../text/progress-bar.ts'
import { shorten } from '../markdown/shorten.ts'
import { renderTable } from '../markdown/table.ts'

const maxShown = 5

/** Bars of the loop, overall and by phase. Where no test ran yet only tasks are counted. */
export function renderLoopProgress(loop: LoopState | null, execution: ExecutionRecord | null): string | null {
  const skill = loop?.skill_state
  const tests = execution === null ? null : sumNewestTests(execution)
  if (loop == null || skill === undefined || tests === null) return null
  const { develop, validate } = skill
  const { passed, failed } = tests.totals
  const ran = `${passed} of ${renderCount(passed + failed, 'test')}`
  const rows = [
    ['overall', bar(overallProgress(loop)), renderIteration(loop)],
    ['develop', bar(developProgress(develop)), `${develop.completed} of ${renderCount(develop.total, 'task')}`],
    ['validate', bar(validate.pass_rate), `${ran}${renderCoverage(validate)}`],
    ['debug', bar(debugCompleted(skill) ? 100 : 0), describeDebug(skill)],
  ]
  return renderTable([{ head: 'loop' }, { head: '' }, { head: '' }], rows)
}

/** The round that a person is asked after is the last that is allowed, not one more. */
function renderIteration({ current_iteration: current, max_iterations: most }: LoopState): string {
  return `iteration ${Math.min(current, most)} of ${most}`
}

// Beside two other columns a phone has room for no more.
const barWidth = 10

/** Where the column is too narrow the number goes below its bar, and the sign with it. */
function bar(percent: number): string {
  return renderProgressBar(percent, 100, barWidth).replace(' %', '\u00a0%')
}

function renderCoverage({ coverage }: SkillState['validate']): string {
  return coverage === undefined ? '' : `, ${Math.floor(coverage)} % covered`
}

function describeDebug({ debug }: SkillState): string {
  if (debug.hypotheses.length === 0) return 'nothing to debug'
  if (debug.confirmed_hypothesis !== null) return `${debug.confirmed_hypothesis} is the cause`
  if (isFlaky(debug)) return 'flaky, no change to blame'
  return renderVerdicts(debug.hypotheses)
}

/** The newest debugging, folded: what failed, what was suspected, the rejected struck through. */
export function renderDebugTrail({
  analyses,
  analyses_left_out: leftOut,
}: Pick<ExecutionRecord, 'analyses' | 'analyses_left_out'>): string | null {
  const newest = analyses.at(-1)
  if (newest === undefined) return null
  const failing = newest.failing_tests.slice(0, maxShown).map((name) => `- ✗ ${text(name, 160)}`)
  const more = newest.failing_tests.length - failing.length
  const found = newest.hypotheses.find(({ status }) => status === 'confirmed')
  const none = isFlaky(newest) ? 'flaky, no change is to blame' : 'no cause confirmed'
  const lead = found === undefined ? none : `${found.id} is the cause`
  const before = leftOut + analyses.length - 1
  const earlier =
    before === 0 ? [] : [`\n${renderCount(before, 'earlier debugging', 'earlier debuggings')} in \`debug.log\`.`]
  const lines = [
    ...failing,
    ...(more > 0 ? [`- and ${more} more`] : []),
    '',
    ...newest.hypotheses.map(renderHypothesis),
    ...earlier,
  ]
  return renderDetails(
    `Debug of ${newest.task ?? 'the plan'}, iteration ${newest.iteration}: ${lead}`,
    lines.join('\n'),
  )
}

/** One suspicion with its place and verdict, an item of a numbered list; struck through where it was rejected. */
export function renderHypothesis({
  id,
  description,
  logging_point: place,
  status,
  verdict_reason: why,
}: Hypothesis): string {
  // `src/a.ts:3`, or words where no place is known.
  const where = /[./]/.test(place) ? inlineCode(shorten(place, 160)) : text(place, 160)
  const said = `**${id}** ${text(description, 240)} (${where})`
  const verdict = why === null ? (status === 'pending' ? 'not tried' : status) : `${status}: ${text(why, 240)}`
  return status === 'rejected' ? `1. ~~${said}~~ → ${verdict}` : `1. ${said} → ${verdict}`
}

function text(words: string, limit: number): string {
  return neutraliseInline(shorten(words, limit))
}
