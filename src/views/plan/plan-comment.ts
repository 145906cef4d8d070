import type { IssRecord } from '../../domain/records/iss-record.ts'
import { findUnitEstimate, writeBeside, writeSum } from '../../domain/plan/assemble/person-days.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { Task } from '../../domain/plan/task.ts'
import { renderScore as renderShare } from '../text/amounts.ts'
import { renderCount, t } from '../language/t.ts'
import { translate } from '../language/translate.ts'
import { renderDetails } from '../markdown/details.ts'
import { renderExploration } from './exploration.ts'
import { renderFinalDeliverable } from './final-deliverable.ts'
import { block, commentLimit, fitBlocks, type Block } from '../markdown/fit.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { renderPlanDescription } from './plan-description.ts'
import { renderGraph } from '../markdown/mermaid.ts'
import { neutraliseInline } from '../markdown/neutralise.ts'
import { listWords, renderDoer, renderExecutor, renderName } from '../text/person.ts'
import { planFilePath } from '../task/plan-file.ts'
import { renderPlanNext, renderPlanWarnings } from './plan-next.ts'
import { renderRevision, renderRounds } from './plan-history.ts'
import { listCovers } from '../task/root-results.ts'
import { renderScoreTable } from './score-table.ts'
import { renderShownCode } from './shown-code.ts'
import { shorten } from '../markdown/shorten.ts'
import { renderTableHead, renderTableRow } from '../markdown/table.ts'
import { foldTask } from '../task/task-details.ts'
import { renderDeliverableCell, renderTitle } from '../task/task-words.ts'
import { renderTime } from '../text/time.ts'
import { finalPersonCover } from '../../domain/plan/whole-cover.ts'
import { nameIssue } from '../text/issue-name.ts'
import { renderDiagnosis } from './skill-diagnosis.ts'
import type { TuningState } from '../../domain/tuning/state/tuning-state.ts'

interface Input {
  record: IssRecord
  plan: Plan
  links: Links
  /** Of a plan that mends a skill. */
  tuning?: TuningState | null | undefined
  /** What the bot can do less than an App, people are told before they approve. */
  actsAs?: 'job_token' | undefined
}

/** The plan as people approve it: what, the tasks, what to look at first, the commands that come next (design 8.1). */
export function renderPlanComment(input: Input): string {
  const { plan, links } = input
  const graph = plan.tasks.length > 1 ? renderGraph(plan.tasks) : ''
  const blocks: Block[] = [
    block(renderHeading(input)),
    block(`\n${renderPlanNext(input)}`),
    block(lead(renderRevision(input.record, plan, 40)), lead(renderRevision(input.record, plan, 10)), ''),
    block(renderPlanDescription(plan.description, input.record.frozen.title)),
    ...renderDiagnosis(input),
    ...renderTaskRows(plan.tasks),
    block(renderPlanWarnings(input, 12), renderPlanWarnings(input, 3)),
    block(graph === '' ? '' : `\n${graph}\n`, ''),
    ...plan.tasks.map((task) => foldTask(task, plan.tasks.length === 1, plan.description)),
    renderShownCode(input.record.frozen.body, plan),
    block(renderExploration(plan), ''),
    block(renderFinal(plan), ''),
    block(renderCoverage(plan), ''),
    block(renderScoreLine(plan), ''),
    block(renderRounds(plan, 30), renderRounds(plan, 8), ''),
    block(renderFooter(input)),
  ]
  const file = linkTo(t('plan file'), links.workflowFile(planFilePath(input.record, plan)))
  return fitBlocks(
    blocks,
    commentLimit,
    `\n${t('Shortened to what a comment holds; everything is in the {file}.', { file })}`,
  )
}

/** On a line of its own below text. */
function lead(text: string): string {
  return text === '' ? '' : `\n${text}`
}

function renderHeading({ plan }: Input): string {
  const parts = [
    `### ${t('Plan {hash} for {issue}', { hash: `\`${plan.hash.slice(0, 7)}\``, issue: nameIssue(plan.issue_id) })}`,
    renderCount(plan.tasks.length, 'task'),
    translate(writeSum(plan.tasks.map((task) => task.estimated_person_days))),
  ]
  return [...parts, ...(plan.score === null ? [] : [t('score {score}', { score: renderShare(plan.score) })])].join(
    ' · ',
  )
}

function renderTaskRows(tasks: readonly Task[]): Block[] {
  const head = renderTableHead([{ head: t('task') }, { head: t('delivers') }])
  const beside = findUnitEstimate(tasks.map((task) => task.estimated_person_days))
  const rows = tasks.map((task) =>
    block(
      () => renderTaskRow(task, beside, 100),
      () => renderTaskRow(task, beside, 40),
      '',
    ),
  )
  return [block(`\n${head}`), ...rows]
}

function renderTaskRow(task: Task, beside: number, titleLimit: number): string {
  return renderTableRow([
    // Below the title and not beside: a phone cuts a third column off.
    `**${task.id}** ${renderTitle(task.title, titleLimit)}<br><sub>${renderTerms(task, beside)}</sub>`,
    renderDeliverableCell(task),
  ])
}

/** `0.5 days by codex (code of more than half a day), after T1 and T2`. */
function renderTerms(task: Task, beside: number): string {
  const { executor, executor_why: why, depends_on: needed, estimated_person_days: days } = task
  const shown = needed.slice(0, 8).map(neutraliseInline)
  const doer = renderDoer(executor, renderExecutor)
  const terms = {
    days: translate(writeBeside(days, beside, 'day')),
    who: why === undefined ? doer : t('{who} ({why})', { who: doer, why: neutraliseInline(translate(why)) }),
  }
  if (needed.length === 0) return t('{days} by {who}', terms)
  const tasks = needed.length > 8 ? [...shown, '…'].join(t(', ')) : listWords(shown)
  return t('{days} by {who}, after {tasks}', { ...terms, tasks })
}

function renderScoreLine(plan: Plan): string {
  if (plan.score === null || plan.score_parts.length === 0) return ''
  return renderDetails(t('Score {score}', { score: renderShare(plan.score) }), renderScoreTable(plan.score_parts))
}

function renderCoverage(plan: Plan): string {
  const criteria = plan.goals.flatMap((goal) => goal.root_acceptance_criteria ?? [])
  if (criteria.length === 0 || isSaidByTask(criteria, plan.tasks)) return ''
  const forPerson = criteria.filter(({ covered_by: [cover] }) => cover === finalPersonCover).length
  const covered = criteria.filter((criterion) => criterion.covered_by.length > 0).length - forPerson
  const rows = criteria.map((criterion) => {
    const by = criterion.covered_by.length === 0 ? `**${t('nothing')}**` : listCovers(criterion.covered_by)
    const where =
      criterion.source === undefined ? t('Line {line}', { line: criterion.source_line }) : t('Said in the thread')
    return `- ${where}${t(': ')}${neutraliseInline(shorten(criterion.statement, 200))} → ${by}`
  })
  const points = renderCount(criteria.length, 'point')
  const left = forPerson === 0 ? '' : t(', {n} left to whoever merges', { n: forPerson })
  const head = t('{covered} of {points} from the issue covered by criteria', { covered, points })
  return renderDetails(`${head}${left}`, rows.join('\n'))
}

/** The only task's criteria are the issue's own words: they need not be told once more. */
function isSaidByTask(criteria: readonly { statement: string }[], [task, ...others]: readonly Task[]): boolean {
  const own = new Set(task?.acceptance_criteria.map(({ statement }) => statement))
  return others.length === 0 && criteria.every(({ statement }) => own.has(statement))
}

function renderFinal(plan: Plan): string {
  const final = renderFinalDeliverable(plan)
  return final === '' ? '' : `\n${t('**Final deliverable:** {what}.', { what: final })}\n`
}

function renderFooter({ record, plan, links }: Input): string {
  const comments = plan.source.comment_ids.length
  const docs = links.docs('planning.md')
  const help = docs === null ? '' : ` · ${linkTo(t('what this means'), docs)}`
  // Those that come with Countersign, and go by rules.
  const by =
    plan.planner === 'outline' || plan.planner === 'tuner'
      ? t('planned without a model')
      : t('planned by {who}', { who: renderName(plan.planner) })
  const from = { issue: linkTo(t('the issue'), links.issue()), at: renderTime(record.frozen.at), by }
  const words =
    comments === 0
      ? t('From {issue} as of {at}, {by}', from)
      : t('From {issue} as of {at} and {comments}, {by}', { ...from, comments: renderCount(comments, 'comment') })
  return `\n<sub>${words}${help}</sub>`
}
