import type { ExecutionRecord } from '../../domain/records/execution-record.ts'
import { isFlaky } from '../../domain/records/loop/analysis.ts'
import { debugCompleted, developProgress, overallProgress } from '../../domain/loop/derived-progress.ts'
import { sumNewestTests } from '../../domain/loop/project-validate.ts'
import type { Hypothesis, LoopState, SkillState } from '../../domain/records/loop/loop-state.ts'
import { renderCount, t } from '../language/t.ts'
import { renderDetails } from '../markdown/details.ts'
import { renderVerdicts } from './hypothesis-verdicts.ts'
import { inlineCode, neutraliseInline } from '../markdown/neutralise.ts'
import { renderProgressBar } from '../text/progress-bar.ts'
import { shorten } from '../markdown/shorten.ts'
import { renderTable } from '../markdown/table.ts'
import { translate } from '../language/translate.ts'

const maxShown = 5

/** Bars of the loop, overall and by phase. Where no test ran yet only tasks are counted. */
export function renderLoopProgress(loop: LoopState | null, execution: ExecutionRecord | null): string | null {
  const skill = loop?.skill_state
  const tests = execution === null ? null : sumNewestTests(execution)
  if (loop == null || skill === undefined || tests === null) return null
  const { develop, validate } = skill
  const { passed, failed } = tests.totals
  const ran = t('{n} of {all}', { n: passed, all: renderCount(passed + failed, 'test') })
  const rows = [
    [t('overall'), bar(overallProgress(loop)), renderIteration(loop)],
    [
      t('develop'),
      bar(developProgress(develop)),
      t('{n} of {all}', { n: develop.completed, all: renderCount(develop.total, 'task') }),
    ],
    [t('validate'), bar(validate.pass_rate), `${ran}${renderCoverage(validate)}`],
    [t('debug'), bar(debugCompleted(skill) ? 100 : 0), describeDebug(skill)],
  ]
  return renderTable([{ head: t('loop') }, { head: '' }, { head: '' }], rows)
}

/** The round that a person is asked after is the last that is allowed, not one more. */
function renderIteration({ current_iteration: current, max_iterations: most }: LoopState): string {
  return t('iteration {n} of {most}', { n: Math.min(current, most), most })
}

// Beside two other columns a phone has room for no more.
const barWidth = 10

/** Where the column is too narrow the number goes below its bar, and the sign with it. */
function bar(percent: number): string {
  return renderProgressBar(percent, 100, barWidth).replace(' %', '\u00a0%')
}

function renderCoverage({ coverage }: SkillState['validate']): string {
  return coverage === undefined ? '' : t(', {percent} % covered', { percent: Math.floor(coverage) })
}

function describeDebug({ debug }: SkillState): string {
  if (debug.hypotheses.length === 0) return t('nothing to debug')
  if (debug.confirmed_hypothesis !== null) return t('{id} is the cause', { id: debug.confirmed_hypothesis })
  if (isFlaky(debug)) return t('flaky, no change to blame')
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
  const none = isFlaky(newest) ? t('flaky, no change is to blame') : t('no cause confirmed')
  const lead = found === undefined ? none : t('{id} is the cause', { id: found.id })
  const before = leftOut + analyses.length - 1
  const earlier =
    before === 0
      ? []
      : [
          `\n${t('{debuggings} in `debug.log`.', { debuggings: renderCount(before, 'earlier debugging', 'earlier debuggings') })}`,
        ]
  const lines = [
    ...failing,
    ...(more > 0 ? [`- ${t('and {n} more', { n: more })}`] : []),
    '',
    ...newest.hypotheses.map(renderHypothesis),
    ...earlier,
  ]
  return renderDetails(
    newest.task === null
      ? t('Debug of the plan, iteration {n}: {lead}', { n: newest.iteration, lead })
      : t('Debug of {task}, iteration {n}: {lead}', { task: newest.task, n: newest.iteration, lead }),
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
  const where = /[./]/.test(place) ? inlineCode(shorten(place, 160)) : text(translate(place), 160)
  const said = t('**{id}** {description} ({place})', {
    id,
    description: text(translate(description), 240),
    place: where,
  })
  const word = status === 'pending' ? t('pending') : t(status)
  const untold = status === 'pending' ? t('not tried') : word
  const verdict = why === null ? untold : t('{status}: {why}', { status: word, why: text(translate(why), 240) })
  return status === 'rejected' ? `1. ~~${said}~~ → ${verdict}` : `1. ${said} → ${verdict}`
}

function text(words: string, limit: number): string {
  return neutraliseInline(shorten(words, limit))
}
