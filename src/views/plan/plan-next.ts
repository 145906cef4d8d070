import type { AcceptanceCriterion } from '../../domain/plan/acceptance-criterion.ts'
import { reviewerLogin } from '../../domain/plan/check-reviewer.ts'
import type { IssRecord } from '../../domain/records/iss-record.ts'
import { writeBeside, writePersonDays } from '../../domain/plan/assemble/person-days.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import { findCuttableTask } from '../../domain/plan/split/find-cuttable-task.ts'
import { findDeciding, isOptional } from '../../domain/gate/check/optional-criteria.ts'
import { isMisfitNote } from '../../domain/work/draft/note-executors.ts'
import { renderCount } from '../language/t.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { neutraliseInline } from '../markdown/neutralise.ts'
import { listWords, renderName } from '../text/person.ts'
import { renderCarried } from './plan-history.ts'
import { renderJobTokenLimits } from '../text/job-token-limits.ts'
import { shorten } from '../markdown/shorten.ts'
import { renderTime } from '../text/time.ts'

interface Input {
  record: IssRecord
  plan: Plan
  links: Links
  actsAs?: 'job_token' | undefined
}

/** What became of a plan. */
type PlanKind = 'superseded' | 'stopped' | 'approved' | 'stale' | 'proposed'

function decidePlanKind({ record, plan }: Input): PlanKind {
  if (record.plan_id !== null && record.plan_id !== plan.id) return 'superseded'
  if (record.stopped !== null) return 'stopped'
  if (record.approved?.hash === plan.hash) return 'approved'
  return record.current_sha256 === record.frozen.sha256 ? 'proposed' : 'stale'
}

/** Where the plan stands and what its reader can do now. */
export function renderPlanNext(input: Input): string {
  const { record, plan } = input
  const approve = `\`/approve plan@${plan.hash.slice(0, 7)}\``
  switch (decidePlanKind(input)) {
    case 'superseded':
      return `Replaced by ${record.plan_hash === null ? 'a newer plan' : `plan \`${record.plan_hash.slice(0, 7)}\``}. Kept for the record; nothing of it runs any more.`
    case 'stopped':
      return `⏹️ Stopped by ${renderName(record.stopped?.by ?? '')}. ${approve} starts it again.`
    case 'approved':
      return renderApproved(input)
    case 'stale':
      return '⚠️ **The issue was edited after this plan was made**, so it can no longer be approved. `/replan` makes a new one from the text as it is now.'
    case 'proposed':
      return `${renderWait(plan)} ${approve} starts the work. \`/replan <what to change>\` makes another, ${renderSplit(input)}\`/stop\` drops it.`
  }
}

function renderWait({ notes }: Plan): string {
  return notes.some(isMisfitNote)
    ? '🙋 **Waits for `/assign`:** not every task has somebody who can do it, see below. Then'
    : '**Waits for approval by somebody with write access:**'
}

/** Offered only where there is something to cut. */
function renderSplit({ plan, record }: Input): string {
  const task = findCuttableTask(plan, record.repository)
  return task === undefined ? '' : `\`/split ${task}\` cuts a task, `
}

function renderApproved({ record, plan, links }: Input): string {
  const comment = record.status_comment?.plan_id === plan.id ? record.status_comment : null
  const status = comment === null ? '' : ` ${linkTo('Status', links.comment(comment.id))}.`
  const edited = record.current_sha256 !== record.frozen.sha256
  const changed = edited
    ? ' The issue was edited since; the work goes on with its text as approved. `/replan` makes a plan from the new one.'
    : ''
  const { by, at } = record.approved ?? { by: '', at: '' }
  return `✅ Approved by ${renderName(by)}, ${renderTime(at)}.${status}${changed}`
}

/** What a reader should know before approving; '' when there is nothing, or nothing to approve any more. */
export function renderPlanWarnings(input: Input, limit: number): string {
  const { plan } = input
  const kind = decidePlanKind(input)
  if (kind === 'superseded' || kind === 'stale') return ''
  const notes = Map.groupBy(plan.notes, isMisfitNote)
  const lines = [
    ...(notes.get(true) ?? []).map(renderNote),
    ...judgementWarnings(plan),
    ...(input.actsAs === 'job_token' && kind === 'proposed' ? renderJobTokenLimits(plan) : []),
    ...reviewerNotes(plan),
    ...commandWarnings(plan),
    ...doubtedEstimates(plan),
    ...removedWarning(plan),
    ...carriedNote(input.record),
    ...(notes.get(false) ?? []).map(renderNote),
  ]
  if (lines.length === 0) return ''
  const more = lines.length > limit ? [`- ${lines.length - limit} more in the plan file`] : []
  const head = kind === 'approved' ? 'Known when it was approved' : 'Before you approve'
  return `\n**${head}**\n\n${[...lines.slice(0, limit).map((line) => `- ${line}`), ...more].join('\n')}`
}

function renderNote(note: string): string {
  return neutraliseInline(shorten(note, 400))
}

const howMachines = 'A machine judges what is worded like `` `docs/a.md` exists `` or `` `npm test` passes ``.'

/** What waits for a person, and what may but need not be said by one. */
function judgementWarnings(plan: Plan): string[] {
  const { review_min_score: least } = plan
  const deciding = listDeciding(plan)
  const manual = plan.tasks.flatMap((task) =>
    task.acceptance_criteria.flatMap((criterion) =>
      criterion.check_method === 'manual_review' ? [{ task: task.id, criterion }] : [],
    ),
  )
  const needed = manual.filter(({ criterion }) => !isOptional(criterion))
  const minor = Map.groupBy(
    manual.filter(({ criterion }) => isOptional(criterion)),
    ({ task, criterion }) => deciding.has(`${task}/${criterion.id}`),
  )
  const [decides, optional] = [minor.get(true) ?? [], minor.get(false) ?? []]
  const without =
    decides.length === 1
      ? 'it is minor, but without it its task scores'
      : 'they are minor, but without them each task scores'
  const unless = least === undefined ? ', unless its score would then be too low to be approved' : ''
  return [
    ...(needed.length === 0 ? [] : [`A person must judge: ${listCriteria(needed)}. ${howMachines}`]),
    ...(decides.length === 0
      ? []
      : [
          `A person must judge${needed.length === 0 ? '' : ', too'}: ${listCriteria(decides)}; ${without} less than the ${least} that a version needs.`,
        ]),
    ...(optional.length === 0
      ? []
      : [
          `Optional: a person may judge ${listCriteria(optional)}. Nobody has to: the work is merged without it${unless}.`,
        ]),
  ]
}

/** `T1/AC-2`: the minor ones that are waited for all the same. Nothing is known of plans from before that was kept. */
function listDeciding({ tasks, review_min_score: least }: Plan): Set<string> {
  if (least === undefined) return new Set()
  return new Set(
    tasks.flatMap(({ id, acceptance_criteria: criteria }) =>
      [...findDeciding(criteria, least)].map((criterion) => `${id}/${criterion}`),
    ),
  )
}

/** `T1 “The page reads well” (AC-3)`: an id alone says nothing. */
function listCriteria(named: readonly { task: string; criterion: AcceptanceCriterion }[]): string {
  const shown = named
    .slice(0, named.length > 6 ? 5 : 6)
    .map(({ task, criterion: { id, statement } }) => `${task} “${neutraliseInline(shorten(statement, 120))}” (${id})`)
  return listWords(named.length > shown.length ? [...shown, `${named.length - shown.length} more`] : shown, 'and')
}

/** Whom the plan names for what people judge. */
function reviewerNotes({ checks, tasks }: Plan): string[] {
  const ids = new Map(tasks.map((task) => [task.task_id, task.id]))
  const named = checks.filter((check) => reviewerLogin(check.reviewer) !== undefined)
  const notes = named
    .slice(0, 5)
    .map((check) => `${ids.get(check.review_target_task_id) ?? check.id} by ${renderName(check.reviewer)}`)
  if (notes.length === 0) return []
  return [`Asked to judge: ${listWords(named.length > 5 ? [...notes, `${named.length - 5} more`] : notes)}.`]
}

function commandWarnings(plan: Plan): string[] {
  const running = plan.tasks.filter((task) => task.work.some((item) => item.kind === 'run'))
  const commands = running.flatMap((task) => task.work.filter((item) => item.kind === 'run'))
  if (commands.length === 0) return []
  const tasks = listWords(
    running.length > 6
      ? [...running.slice(0, 5).map(({ id }) => id), `${running.length - 5} more`]
      : running.map(({ id }) => id),
  )
  return [`${renderCount(commands.length, 'command')} from the issue will be run (${tasks}), as shown with the task.`]
}

/** The author's number holds; whoever approves should know that it looks low. */
function doubtedEstimates({ tasks }: Plan): string[] {
  const doubted = tasks.flatMap(({ id, estimated_person_days: stated, doubted_person_days: computed }) =>
    computed === undefined ? [] : [`${id} (${writePersonDays(stated)}, rather ${writeBeside(computed, stated)})`],
  )
  if (doubted.length === 0) return []
  const shown = doubted.length > 6 ? [...doubted.slice(0, 5), `${doubted.length - 5} more`] : doubted
  const looks = doubted.length === 1 ? 'estimate looks low' : 'estimates look low'
  return [
    `The issue's ${looks} for what is to be touched, and ${doubted.length === 1 ? 'holds' : 'hold'}: ${listWords(shown, 'and')}.`,
  ]
}

function carriedNote(record: IssRecord): string[] {
  const carried = renderCarried(record)
  return carried === '' ? [] : [carried]
}

function removedWarning(plan: Plan): string[] {
  const { removed } = plan.source
  if (removed === 0) return []
  const were = removed === 1 ? 'was' : 'were'
  return [
    `${renderCount(removed, 'hidden character or comment', 'hidden characters and comments')} ${were} taken out of the issue text before it was read.`,
  ]
}
