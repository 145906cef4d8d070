import { stringify } from 'yaml'
import type { Artifact } from '../../domain/records/artifact.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { Review } from '../../domain/records/review.ts'
import { describeUndone } from '../../domain/gate/draft/version-criteria.ts'
import { renderBytes, renderScore } from '../text/amounts.ts'
import {
  isRejectedAsWhole,
  pairResults,
  renderHoldingAtLast,
  renderResult,
  showsScore,
  type JudgedCriterion,
} from '../task/criteria-results.ts'
import { removeHidden } from '../markdown/hidden-characters.ts'
import { codeFence, inlineCode, neutraliseBlock, neutraliseInline } from '../markdown/neutralise.ts'
import { listOpinion } from './opinion.ts'
import { renderSaidLines } from '../text/said-lines.ts'
import { renderName, renderReviewer } from '../text/person.ts'
import { renderModelUse } from '../text/model-use.ts'
import { getReviewedTask } from './review-body.ts'
import { renderCheckMethod } from '../task/task-words.ts'
import { renderTime } from '../text/time.ts'

interface Input {
  review: Review
  plan: Plan
  artifact: Artifact
}

/** `APPROVED.md` or `REJECTED.md`: scalars for machines, then the same for people; same input, same bytes (spec 003 §1.2). */
export function renderVerdictFile({ review, plan, artifact }: Input): string {
  const task = getReviewedTask(plan, review.task)
  const judged = pairResults(task, artifact, review.criteria)
  const score = showsScore(review, judged) ? `**Score ${renderScore(review.score)}**, ` : ''
  const asWhole = isRejectedAsWhole(review, judged) ? '; it was rejected as a whole' : ''
  const parts = [
    `---\n${renderFrontMatter(review)}---`,
    `# ${review.verdict === 'APPROVED' ? 'Approved' : 'Rejected'}: ${review.task} version ${review.version}`,
    neutraliseBlock(task.title),
    `${score}${renderHoldingAtLast(judged)}${asWhole}. Reviewed by ${renderReviewer(review.reviewer)}, ${renderTime(review.submitted_at)}.`,
    renderSpent(review.spent),
    renderSection('Grounds', review.why, 'None were given.'),
    renderFailures(judged),
    renderSection('What to change', review.to_change, 'Nothing.'),
    renderOpinion(review),
    `## Criteria\n\n${judged.map(renderCriterion).join('\n\n')}`,
    `## What was reviewed\n\nCommit \`${artifact.commit_sha}\`, tree \`${artifact.tree_sha}\`, of plan \`${plan.id}\` (\`${review.plan_hash.slice(0, 7)}\`).\n\n${renderFiles(artifact)}${renderOrdered(artifact)}`,
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function renderFrontMatter(review: Review): string {
  const { review_id, check_task_id, task_id, reviewed_artifact_id, version, commit_sha, tree_sha, plan_hash } = review
  const { verdict, score, reviewer, submitted_at, spent } = review
  const criteria = review.criteria.map(({ id, result, evidence }) => ({ id, result, evidence: removeHidden(evidence) }))
  const ids = { review_id, check_task_id, task_id, reviewed_artifact_id, version, commit_sha, tree_sha, plan_hash }
  // A hash of digits, or of digits and one e, must stay a string for every reader of YAML.
  return stringify(
    { ...ids, verdict, score, reviewer, submitted_at, ...(spent === undefined ? {} : { spent }), criteria },
    {
      lineWidth: 0,
      doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
      defaultStringType: 'QUOTE_DOUBLE',
      defaultKeyType: 'PLAIN',
    },
  )
}

function renderSection(head: string, sentences: readonly string[], none: string): string {
  if (sentences.length === 0) return `## ${head}\n\n${none}`
  return `## ${head}\n\n${renderSaidLines(sentences, neutraliseInline)}`
}

function renderOpinion({ opinion }: Review): string {
  if (opinion === undefined) return ''
  const said = listOpinion(opinion).map((sentence) => `- ${neutraliseInline(sentence)}`)
  return [`## What ${neutraliseInline(opinion.by)} thinks of it`, ...(said.length > 0 ? [said.join('\n')] : [])].join(
    '\n\n',
  )
}

function renderSpent(spent: Review['spent']): string {
  const parts = [
    ['the version', spent?.version ?? null] as const,
    ['the review', spent?.review ?? null] as const,
  ].flatMap(([what, use]) =>
    use === null || use.calls === 0
      ? []
      : [`${what} ${renderModelUse(use)} (${use.models.map(inlineCode).join(', ')})`],
  )
  return parts.length === 0 ? '' : `Asked of models: ${parts.join('; ')}.`
}

function renderFailures(judged: readonly JudgedCriterion[]): string {
  const failed = judged.filter(({ found }) => found?.result === 'fail')
  if (failed.length === 0) return ''
  const lines = failed.map(
    ({ criterion }) => `- **${criterion.id}** (${criterion.severity}): ${neutraliseInline(criterion.statement)}`,
  )
  return `## What failed\n\n${lines.join('\n')}`
}

function renderCriterion({ criterion, found }: JudgedCriterion): string {
  const judged = found?.result === 'waived' ? 'waived' : 'judged'
  const judge = found?.judge === undefined ? '' : `, ${judged} by ${renderName(found.judge)}`
  const evidence = removeHidden(found?.evidence ?? '').trim()
  return [
    `### ${criterion.id} ${renderResult(criterion, found)}`,
    neutraliseInline(criterion.statement),
    `Weight ${criterion.severity}; checked by: ${renderCheckMethod(criterion)}${judge}.`,
    evidence === '' ? 'No evidence was recorded.' : codeFence(evidence),
  ].join('\n\n')
}

/** What takes no word, as the plan orders it. What a version undoes else is a criterion. */
function renderOrdered({ undoes }: Artifact): string {
  const ordered = undoes.filter((one) => one.by_plan)
  if (ordered.length === 0) return ''
  const tasks = [...new Set(ordered.map((one) => one.task))].join(', ')
  return `\n\nIt changes approved work of ${tasks}, which its task depends on: ${neutraliseInline(describeUndone(ordered))}.`
}

function renderFiles(artifact: Artifact): string {
  // No table: a hash doesn't break in one, and a phone would cut it off.
  return artifact.files.map(renderFile).join('\n')
}

/** `- \`src/a.ts\`, modified, 1.9 kB, sha256 \`9f2c…\``. */
function renderFile({ path, status, previous_path: from, size, sha256 }: Artifact['files'][number]): string {
  const parts = [
    inlineCode(path),
    from === null ? status : `${status} from ${inlineCode(from)}`,
    ...(size === null ? [] : [renderBytes(size)]),
    ...(sha256 === null ? [] : [`sha256 \`${sha256}\``]),
  ]
  return `- ${parts.join(', ')}`
}
