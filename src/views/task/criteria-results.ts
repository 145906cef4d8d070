import type { AcceptanceCriterion } from '../../domain/plan/acceptance-criterion.ts'
import type { Artifact } from '../../domain/records/artifact.ts'
import type { CriterionResult, Review } from '../../domain/records/review.ts'
import type { Task } from '../../domain/plan/task.ts'
import { criteriaOf } from '../../domain/gate/draft/version-criteria.ts'
import { t } from '../language/t.ts'
import { translate } from '../language/translate.ts'
import { removeHidden } from '../markdown/hidden-characters.ts'
import { codeFence, neutraliseInline } from '../markdown/neutralise.ts'
import { mention, renderName } from '../text/person.ts'
import { shorten } from '../markdown/shorten.ts'
import { renderTable } from '../markdown/table.ts'
import { renderCheckMethod, renderStatement } from './task-words.ts'

/** A criterion with what was found for it; `found` is null while nothing was. */
export interface JudgedCriterion {
  criterion: AcceptanceCriterion
  found: CriterionResult | null
}

/** Every criterion of a version in its order, with its result. */
export function pairResults(
  task: Task,
  version: Pick<Artifact, 'undoes'>,
  results: readonly CriterionResult[],
): JudgedCriterion[] {
  const byId = new Map(results.map((result) => [result.id, result]))
  return criteriaOf(task, version).map((criterion) => ({ criterion, found: byId.get(criterion.id) ?? null }))
}

/** The table of a review: which criterion, what it says, whether it holds, and what shows it. `isOver`: nothing waits any more. */
export function renderResultTable(judged: readonly JudgedCriterion[], evidenceLimit: number, isOver: boolean): string {
  return renderTable(
    [{ head: t('result') }, { head: t('criterion') }],
    judged.map(({ criterion, found }) => {
      const evidence = renderCriterionEvidence({ criterion, found }, evidenceLimit, isOver)
      // Below and not beside: paths stand in both, and a phone would cut a third column off.
      return [
        isOver || isJudged(found) ? renderResult(criterion, found) : t('open'),
        `**${criterion.id}** ${renderStatement(criterion, 240)}${evidence === '' ? '' : `<br>${evidence}`}`,
      ]
    }),
  )
}

function isJudged(found: CriterionResult | null): boolean {
  return found !== null && found.result !== 'none'
}

/** `✓`, `✗ blocker`, `waived` or `not judged`, once there is a verdict. */
export function renderResult(criterion: AcceptanceCriterion, found: CriterionResult | null): string {
  switch (found?.result) {
    case 'pass':
      return '✓'
    case 'fail':
      return `✗ ${t(criterion.severity)}`
    case 'waived':
      return t('waived')
    case 'none':
    case undefined:
      return t('not judged')
  }
}

function renderCriterionEvidence({ criterion, found }: JudgedCriterion, limit: number, isOver: boolean): string {
  if (found === null || found.result === 'none') {
    if (found !== null && found.evidence !== '') return cell(found.evidence, limit)
    return isOver ? '' : t('waits: {method}', { method: renderCheckMethod(criterion) })
  }
  if (found.judge === undefined) return cell(found.evidence, limit)
  const why = cell(withoutJudge(found.evidence, found.judge), limit)
  if (why !== '') return `${renderName(found.judge)}${t(': ')}${why}`
  return t(found.result === 'waived' ? 'waived by {who}' : 'judged by {who}', { who: renderName(found.judge) })
}

/** The evidence names its judge for whoever reads it alone; here the name stands before it. */
function withoutJudge(evidence: string, judge: string): string {
  for (const said of [`judged by @${judge}`, `waived by @${judge}`]) {
    if (evidence === said) return ''
    if (evidence.startsWith(`${said}: `)) return evidence.slice(said.length + 2)
  }
  return evidence
}

function cell(evidence: string, limit: number): string {
  // A first line that ends so says nothing without what follows.
  const [first = '', ...rest] = translate(evidence)
    .trim()
    .replace(/:\n\s*/, ': ')
    .split('\n', 2)
  return neutraliseInline(rest.length === 0 ? shorten(first, limit) : `${shorten(first, limit - 2)} …`)
}

/** Evidence that the table can't hold, each in a fence; '' when the table holds all. */
export function renderLongEvidence(judged: readonly JudgedCriterion[], tableLimit: number, limit: number): string {
  return judged
    .flatMap(({ criterion, found }) => {
      const text = removeHidden(translate(found?.evidence ?? '')).trim()
      if (text.length <= tableLimit && !text.includes('\n')) return []
      return [`**${criterion.id}**\n\n${codeFence(shorten(text, limit))}`]
    })
    .join('\n\n')
}

/** `2 of 4 criteria hold so far, 1 waived`: what was waived doesn't hold, it is let go. */
export function renderHoldingSoFar(judged: readonly JudgedCriterion[]): string {
  return renderHolding(judged, true)
}

/** `1 of 4 criteria hold, 1 waived, 1 not judged`, once there is a verdict. */
export function renderHoldingAtLast(judged: readonly JudgedCriterion[]): string {
  const open = judged.filter(({ found }) => !isJudged(found)).length
  return `${renderHolding(judged, false)}${open === 0 ? '' : t(', {n} not judged', { n: open })}`
}

function renderHolding(judged: readonly JudgedCriterion[], isSoFar: boolean): string {
  const count = (result: CriterionResult['result']) => judged.filter(({ found }) => found?.result === result).length
  const [n, all] = [count('pass'), judged.length]
  const holding =
    all === 1
      ? t(isSoFar ? '{n} of 1 criterion holds so far' : '{n} of 1 criterion holds', { n })
      : t(isSoFar ? '{n} of {all} criteria hold so far' : '{n} of {all} criteria hold', { n, all })
  return `${holding}${count('waived') === 0 ? '' : t(', {n} waived', { n: count('waived') })}`
}

/** A person rejected it though no criterion failed. */
export function isRejectedAsWhole({ verdict }: Pick<Review, 'verdict'>, judged: readonly JudgedCriterion[]): boolean {
  return verdict === 'REJECTED' && judged.every(({ found }) => found?.result !== 'fail')
}

/** Of what is rejected over a blocker, a major or as a whole the score tells nothing: it would be rejected at any. */
export function showsScore(review: Pick<Review, 'verdict'>, judged: readonly JudgedCriterion[]): boolean {
  if (review.verdict === 'APPROVED') return true
  const failed = judged.filter(({ found }) => found?.result === 'fail')
  return failed.length > 0 && failed.every(({ criterion }) => criterion.severity === 'minor')
}

/** People asked to judge, notified by it. */
export function renderJudges(who: readonly string[]): string {
  return who.length === 0 ? t('a person with write access') : who.slice(0, 6).map(mention).join(t(', '))
}
