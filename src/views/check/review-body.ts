import type { ModelUse } from '../../domain/models/model-use.ts'
import type { Artifact } from '../../domain/records/artifact.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { Review } from '../../domain/records/review.ts'
import type { Task } from '../../domain/plan/task.ts'
import { renderScore } from '../text/amounts.ts'
import {
  isRejectedAsWhole,
  pairResults,
  renderHoldingAtLast,
  renderLongEvidence,
  renderResultTable,
  showsScore,
  type JudgedCriterion,
} from '../task/criteria-results.ts'
import { renderDetails } from '../markdown/details.ts'
import { block, commentLimit, fitBlocks, type Block } from '../markdown/fit.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { inlineCode, neutraliseInline } from '../markdown/neutralise.ts'
import { listOpinion } from './opinion.ts'
import { listSaid, renderSaidLines } from '../text/said-lines.ts'
import { renderName, renderReviewer } from '../text/person.ts'
import { shorten } from '../markdown/shorten.ts'
import { renderModelUse } from '../text/model-use.ts'
import { renderTime } from '../text/time.ts'
import { t } from '../language/t.ts'
import { translate } from '../language/translate.ts'

const evidenceInTable = 160

interface Input {
  review: Review
  plan: Plan
  artifact: Artifact
  links: Links
}

/** The verdict on a version as a pull request review (design 8.3). */
export function renderReviewBody(input: Input): string {
  const { review, links } = input
  const note = renderShortened(review, links)
  return fitBlocks([block(`### ${renderVerdictTitle(input)}`), ...renderVerdictBlocks(input)], commentLimit, note)
}

/** Where what had no room is. */
export function renderShortened(review: Review, links: Links): string {
  return `\n${t('Shortened; everything is in the {file}.', { file: linkTo(t('verdict file'), links.verdictFile(review)) })}`
}

/** `✅ Approved: 3 of 4 criteria hold, 1 waived · score 1.00 · version 1 of T1`; of a rejection the score where it decided. */
export function renderVerdictTitle({ review, plan, artifact }: Omit<Input, 'links'>): string {
  const judged = pairResults(getReviewedTask(plan, review.task), artifact, review.criteria)
  const score = showsScore(review, judged) ? [t('score {score}', { score: renderScore(review.score) })] : []
  return [
    renderVerdictWord(review, judged),
    ...score,
    t('version {n} of {task}', { n: review.version, task: review.task }),
  ].join(' · ')
}

function renderVerdictWord(review: Review, judged: readonly JudgedCriterion[]): string {
  const criteria = renderHoldingAtLast(judged)
  if (review.verdict === 'APPROVED') return `✅ ${t('Approved: {criteria}', { criteria })}`
  return `❌ ${isRejectedAsWhole(review, judged) ? t('Rejected as a whole: {criteria}', { criteria }) : t('Rejected: {criteria}', { criteria })}`
}

/** Everything under the title: why and what to change first, then each criterion, then what the version was. */
export function renderVerdictBlocks({ review, plan, artifact, links }: Input): Block[] {
  const judged = pairResults(getReviewedTask(plan, review.task), artifact, review.criteria)
  // A person's own words are both, and are said once.
  const toChange = review.to_change.filter((sentence) => !review.why.includes(sentence))
  return [
    block(renderSentences(t('Why'), review.why, 12), renderSentences(t('Why'), review.why, 3)),
    block(renderSentences(t('To change'), toChange, 12), renderSentences(t('To change'), toChange, 3)),
    block(
      `\n${renderResultTable(judged, evidenceInTable, true)}`,
      `\n${renderResultTable(judged.slice(0, 20), 40, true)}`,
    ),
    ...renderEvidenceBlocks(judged),
    block(renderOpinion(review, 10), renderOpinion(review, 2), ''),
    block(renderVersionLine(review, artifact, links)),
  ]
}

function renderOpinion({ opinion }: Review, limit: number): string {
  return opinion === undefined
    ? ''
    : renderSentences(t('What {who} thinks of it', { who: neutraliseInline(opinion.by) }), listOpinion(opinion), limit)
}

/** Evidence too long for the table, folded; shorter and shorter where room is scarce. */
export function renderEvidenceBlocks(judged: readonly JudgedCriterion[]): Block[] {
  const folded = (limit: number) => {
    const long = renderLongEvidence(judged, evidenceInTable, limit)
    return long === '' ? '' : `\n${renderDetails(t('Evidence in full'), long)}`
  }
  return [block(folded(8_000), folded(800), '')]
}

/** Which bytes were looked at, by whom, and where the verdict is kept. */
function renderVersionLine(review: Review, artifact: Artifact, links: Links): string {
  const commit = linkTo(inlineCode(artifact.commit_sha.slice(0, 7)), links.commit(artifact.commit_sha))
  const file = linkTo(`${review.verdict}.md`, links.verdictFile(review))
  const author = artifact.by.kind === 'person' ? artifact.by.login : artifact.by.name
  const words = [
    `${t('Version {n} by {who}, commit {commit}', { n: review.version, who: renderName(author), commit })}${renderUseBehind(review.spent?.version)}`,
    `${t('reviewed by {who}, {at}', { who: renderReviewer(review.reviewer), at: renderTime(review.submitted_at) })}${renderUseBehind(review.spent?.review)}`,
    t('kept as {file}', { file }),
  ]
  return `\n<sub>${words.join(' · ')}</sub>`
}

function renderUseBehind(use: ModelUse | null | undefined): string {
  const words = renderModelUse(use ?? null)
  return words === '' ? '' : t(', {use}', { use: words })
}

function renderSentences(head: string, said: readonly string[], limit: number): string {
  const sentences = listSaid(said)
  const render = (sentence: string) => neutraliseInline(shorten(translate(sentence), 600))
  const whole = renderSaidLines(said, render)
  if (sentences.length <= limit && whole.includes('\n```')) return `\n**${head}**\n\n${whole}`
  const shown = sentences.slice(0, limit).map(render)
  if (shown.length === 0) return ''
  if (shown.length === 1 && sentences.length === 1)
    return `\n${t('**{head}:** {words}', { head, words: shown[0] ?? '' })}`
  const more =
    sentences.length > limit ? [`- ${t('{n} more in the verdict file', { n: sentences.length - limit })}`] : []
  return `\n**${head}**\n\n${[...shown.map((sentence) => `- ${sentence}`), ...more].join('\n')}`
}

/** The ACTION that was reviewed; a review of a task that its plan lacks is a fault. */
export function getReviewedTask(plan: Plan, id: string): Task {
  const task = plan.tasks.find((candidate) => candidate.id === id)
  if (task === undefined) throw new Error(`${plan.id} has no task ${id}`)
  return task
}
