import type { Artifact } from '../../domain/records/artifact.ts'
import type { ExecutionRecord } from '../../domain/records/execution-record.ts'
import type { IssRecord } from '../../domain/records/iss-record.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { Review } from '../../domain/records/review.ts'
import { judgeRootCriteria } from '../../domain/bundle/root-results.ts'
import type { Task } from '../../domain/plan/task.ts'
import { renderScore } from '../text/amounts.ts'
import { renderCount, t } from '../language/t.ts'
import { pairResults, renderResult, showsScore } from '../task/criteria-results.ts'
import { renderDetails } from '../markdown/details.ts'
import { renderEffort } from '../plan/effort.ts'
import { renderFinalDeliverable } from '../plan/final-deliverable.ts'
import { toOneLine } from '../markdown/hidden-characters.ts'
import { block, commentLimit, fitBlocks, type Block } from '../markdown/fit.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { renderPlanDescription } from '../plan/plan-description.ts'
import { inlineCode, neutraliseHtml, neutraliseInline, neutralisePlain } from '../markdown/neutralise.ts'
import { neutraliseSkipping } from '../markdown/neutralise-skipping.ts'
import { renderName, renderReviewer } from '../text/person.ts'
import { planFilePath } from '../task/plan-file.ts'
import { linkToPlan } from '../task/plan-link.ts'
import { renderPlanTests } from '../plan/plan-tests.ts'
import { listSaid } from '../text/said-lines.ts'
import { shorten } from '../markdown/shorten.ts'
import { renderRootResults } from '../task/root-results.ts'
import { renderTable, renderTableHead, renderTableRow } from '../markdown/table.ts'
import { renderDeliverableCell, renderTitle } from '../task/task-words.ts'
import { renderTime } from '../text/time.ts'
import { renderTuningSides } from '../tuning/tuning-sides.ts'
import { tuningDir } from '../../domain/paths/solution-paths.ts'
import { translate } from '../language/translate.ts'

/** Of a rejection, in the trace of a version. */
const mostReasons = 5

interface Input {
  record: IssRecord
  plan: Plan
  execution: ExecutionRecord
  links: Links
}

/** The pull request to the default branch with the whole trace. Title: plain text, at most 200 characters. */
export function renderFinalPullRequest(input: Input): { title: string; body: string } {
  const { record, plan, execution, links } = input
  const file = linkTo(t('workflow branch'), links.workflowFile(planFilePath(record, plan)))
  const blocks: Block[] = [
    block(renderLead(input)),
    block(renderPlanDescription(plan.description, record.frozen.title)),
    block(renderTuned(input)),
    ...renderRows(input),
    block(`\n${t('The final deliverable is {deliverable}.', { deliverable: renderFinalDeliverable(plan) })}`, ''),
    block(renderRootResults(judgeRootCriteria(plan, execution)), ''),
    ...plan.tasks.map((task) => block(renderTrace(task, execution, links), '')),
    block(`\n<sub>${renderFooter(execution, record)}</sub>`),
  ]
  return {
    title: `${shorten(neutralisePlain(shorten(toOneLine(record.frozen.title), 400)), 180)} (#${record.number})`,
    // A squash takes it for the commit's message.
    body: neutraliseSkipping(
      fitBlocks(
        blocks,
        commentLimit,
        `\n${t('Shortened to what a pull request holds; everything is on the {branch}.', { branch: file })}`,
      ),
    ),
  }
}

function renderLead({ record, plan, execution, links }: Input): string {
  const reviews = renderCount(execution.reviews.length, 'review')
  const rejected = execution.reviews.filter((review) => review.verdict === 'REJECTED').length
  const rejections =
    rejected === 0
      ? t('no rejection')
      : rejected === 1
        ? t('1 of them a rejection')
        : t('{n} of them rejections', { n: rejected })
  const approved =
    record.approved === null
      ? ''
      : t(', approved by {who} on {at}', { who: renderName(record.approved.by), at: renderTime(record.approved.at) })
  return [
    `Closes #${record.number}`,
    '',
    t(
      'Everything in here was reviewed: {tasks} of plan {plan}; {reviews}, {rejections}. Merging is up to you: nothing merges to {branch} by itself.',
      {
        tasks: renderCount(plan.tasks.length, 'task'),
        plan: `${linkToPlan(record, plan, links)}${approved}`,
        reviews,
        rejections,
        branch: inlineCode(record.default_branch),
      },
    ),
    '',
    renderPlanTests(execution, links),
    ...renderIssueEdited(record),
  ].join('\n')
}

/** Whoever merges should know that the issue says something else by now. */
function renderIssueEdited(record: IssRecord): string[] {
  if (record.current_sha256 === record.frozen.sha256) return []
  return ['', `⚠️ ${t('The issue was edited after this plan was made; this is the work for its text as approved.')}`]
}

/** Of a plan that mends a skill: what it was, and what the second diagnosis says. */
function renderTuned({ record: { tuning }, links, record }: Input): string {
  if (tuning === undefined) return ''
  const report = linkTo(
    t('tuning report'),
    links.workflowFile(`${tuningDir(record.session_id, record.id)}/tuning-report.md`),
  )
  const told =
    tuning.after === null
      ? `⚠️ ${t('The second diagnosis of {path} could not be made: look at it before you merge.', { path: inlineCode(tuning.path) })}`
      : t('The skill {path} was diagnosed again on this branch; what is left is in the {report}.', {
          path: inlineCode(tuning.path),
          report,
        })
  return `\n${told}\n\n${renderTuningSides(tuning.before, tuning.after)}\n`
}

function renderRows({ plan, execution, links }: Input): Block[] {
  const head = renderTableHead([{ head: t('task') }, { head: t('delivers') }])
  return [block(`\n${head}`), ...plan.tasks.map((task) => block(renderApprovedRow(task, execution, links), ''))]
}

function renderApprovedRow(task: Task, execution: ExecutionRecord, links: Links): string {
  const node = Object.values(execution.nodes).find(
    (candidate) => candidate.kind === 'ACTION' && candidate.id === task.id,
  )
  const action = node?.kind === 'ACTION' ? node : null
  const approval = execution.reviews.findLast(
    (review) => review.verdict === 'APPROVED' && review.reviewed_artifact_id === action?.approved_artifact_id,
  )
  const rejected = execution.reviews.filter((review) => review.task === task.id && review.verdict === 'REJECTED')
  const pull = action?.pull_request ?? null
  const earlier = rejected.slice(-4).map((review) => linkTo(`v${review.version}`, links.verdictFile(review)))
  const before = earlier.length === 0 ? '' : ` · ${t('{versions} rejected', { versions: earlier.join(t(', ')) })}`
  const version = approval === undefined ? '' : linkTo(`v${approval.version}`, links.verdictFile(approval))
  const by =
    approval === undefined
      ? ''
      : t(', approved by {who}, score {score}', {
          who: renderReviewer(approval.reviewer),
          score: renderScore(approval.score),
        })
  const told = `${version}${pull === null ? '' : t(' in {pull}', { pull: linkTo(`#${pull.number}`, links.pull(pull.number)) })}${by}${before}`
  return renderTableRow([
    // Below the title and not beside: a phone cuts a third column off.
    `**${task.id}** ${renderTitle(task.title, 80)}${told === '' ? '' : `<br><sub>${told.trim()}</sub>`}`,
    renderDeliverableCell(task),
  ])
}

/** Every version of one task with its verdict and results, oldest first, folded. */
function renderTrace(task: Task, execution: ExecutionRecord, links: Links): string {
  const artifacts = execution.artifacts.filter((artifact) => artifact.task === task.id)
  if (artifacts.length === 0) return ''
  const parts = artifacts.map((artifact) =>
    renderVersion(
      task,
      artifact,
      execution.reviews.filter((review) => review.reviewed_artifact_id === artifact.artifact_id),
      links,
    ),
  )
  const title = neutraliseHtml(shorten(toOneLine(task.title), 90))
  return renderDetails(
    t('<b>{task}</b> {title}: {versions}', {
      task: task.id,
      title,
      versions: renderCount(artifacts.length, 'version'),
    }),
    parts.join('\n\n'),
  )
}

function renderVersion(task: Task, artifact: Artifact, reviews: readonly Review[], links: Links): string {
  const author = artifact.by.kind === 'person' ? artifact.by.login : artifact.by.name
  const commit = linkTo(inlineCode(artifact.commit_sha.slice(0, 7)), links.commit(artifact.commit_sha))
  const head = t('**Version {n}** by {who}, {at}, commit {commit}', {
    n: artifact.version,
    who: renderName(author),
    at: renderTime(artifact.created_at),
    commit,
  })
  if (reviews.length === 0) return t('{version}: no verdict.', { version: head })
  return [head, ...reviews.map((review) => renderTaskVerdict(task, artifact, review, links))].join('\n\n')
}

function renderTaskVerdict(task: Task, artifact: Artifact, review: Review, links: Links): string {
  const word = review.verdict === 'APPROVED' ? '✅' : '❌'
  const judged = pairResults(task, artifact, review.criteria)
  const score = showsScore(review, judged) ? t(', score {score}', { score: renderScore(review.score) }) : ''
  const by = t('{verdict} by {who}', {
    verdict: linkTo(review.verdict, links.verdictFile(review)),
    who: renderReviewer(review.reviewer),
  })
  const line = `${word} ${by}${score}`
  const rows = judged.map(({ criterion, found }) => [
    renderResult(criterion, found),
    `**${criterion.id}** ${neutraliseInline(shorten(translate(criterion.statement), 120))}`,
  ])
  const reason = review.verdict === 'REJECTED' ? renderWhy(review) : ''
  return `${line}${reason}\n\n${renderTable([{ head: t('result') }, { head: t('criterion') }], rows)}`
}

/** A list in a person's words stays one, a line each. */
function renderWhy(review: Review): string {
  const said = listSaid(review.why)
  const shown = said.slice(0, mostReasons).map((sentence) => neutraliseInline(shorten(translate(sentence), 300)))
  if (said.length > mostReasons) shown.push(t('{n} more in its verdict', { n: said.length - mostReasons }))
  const mark = shown.length > 1 ? '> - ' : '> '
  return shown.length === 0 ? '' : `\n\n${shown.map((sentence) => `${mark}${sentence}`).join('\n')}`
}

function renderFooter(execution: ExecutionRecord, record: IssRecord): string {
  const versions = renderCount(execution.artifacts.length, 'version')
  return [versions, ...renderEffort(execution, record.planning_use ?? null)].join(' · ')
}
