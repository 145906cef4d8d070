import type { AcceptanceCriterion } from '../../domain/plan/acceptance-criterion.ts'
import { reviewerLogin } from '../../domain/plan/check-reviewer.ts'
import type { IssRecord } from '../../domain/records/iss-record.ts'
import { writeBeside, writePersonDays } from '../../domain/plan/assemble/person-days.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import { findCuttableTask } from '../../domain/plan/split/find-cuttable-task.ts'
import { findDeciding, isOptional } from '../../domain/gate/check/optional-criteria.ts'
import { isForeseen, isStopping } from '../../domain/rules/foresee-obstacles.ts'
import { isMisfitNote } from '../../domain/work/draft/note-executors.ts'
import { renderCount, t } from '../language/t.ts'
import { translate } from '../language/translate.ts'
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
      return record.plan_hash === null
        ? t('Replaced by a newer plan. Kept for the record; nothing of it runs any more.')
        : t('Replaced by plan {hash}. Kept for the record; nothing of it runs any more.', {
            hash: `\`${record.plan_hash.slice(0, 7)}\``,
          })
    case 'stopped':
      if (record.current_sha256 !== record.frozen.sha256)
        return `⏹️ ${t('Stopped by {who}. The issue was edited since; `/replan` makes a new plan from the text as it is now.', { who: renderName(record.stopped?.by ?? '') })}`
      return `⏹️ ${t('Stopped by {who}. {approve} starts it again.', { who: renderName(record.stopped?.by ?? ''), approve })}`
    case 'approved':
      return renderApproved(input)
    case 'stale':
      return `⚠️ ${t('**The issue was edited after this plan was made**, so it can no longer be approved. `/replan` makes a new one from the text as it is now.')}`
    case 'proposed':
      return `${renderWait(plan, approve)} ${renderOtherWays(input)}`
  }
}

function renderWait({ notes }: Plan, approve: string): string {
  const isStopped = notes.some(isStopping)
  if (notes.some(isMisfitNote))
    return `🙋 ${t(
      isStopped
        ? '**Waits for `/assign`:** not every task has somebody who can do it, and the repository stops the work, see below. Once both are mended, {approve} starts it.'
        : '**Waits for `/assign`:** not every task has somebody who can do it, see below. Then {approve} starts the work.',
      { approve },
    )}`
  return isStopped
    ? `⚠️ ${t('**Waits for approval by somebody with write access**, and the repository stops the work, see below. Once that is changed, {approve} starts it.', { approve })}`
    : t('**Waits for approval by somebody with write access:** {approve} starts the work.', { approve })
}

/** A split is offered only where there is something to cut. */
function renderOtherWays({ plan, record }: Input): string {
  const task = findCuttableTask(plan, record.repository)
  return task === undefined
    ? t('`/replan <what to change>` makes another, `/stop` drops it.')
    : t('`/replan <what to change>` makes another, `/split {task}` cuts a task, `/stop` drops it.', { task })
}

function renderApproved({ record, plan, links }: Input): string {
  const comment = record.status_comment?.plan_id === plan.id ? record.status_comment : null
  const edited = record.current_sha256 !== record.frozen.sha256
  const changed = edited
    ? ` ${t('The issue was edited since; the work goes on with its text as approved. `/replan` makes a plan from the new one.')}`
    : ''
  const { by, at } = record.approved ?? { by: '', at: '' }
  const approval = { who: renderName(by), at: renderTime(at) }
  const words =
    comment === null
      ? t('Approved by {who}, {at}.', approval)
      : t('Approved by {who}, {at}. {status}.', { ...approval, status: linkTo(t('Status'), links.comment(comment.id)) })
  return `✅ ${words}${changed}`
}

/** What a reader should know before approving; '' when there is nothing, or nothing to approve any more. */
export function renderPlanWarnings(input: Input, limit: number): string {
  const { plan } = input
  const kind = decidePlanKind(input)
  if (kind === 'superseded' || kind === 'stale') return ''
  const notes = Map.groupBy(plan.notes, (note) => isMisfitNote(note) || isForeseen(note))
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
  const more = lines.length > limit ? [`- ${t('{n} more in the plan file', { n: lines.length - limit })}`] : []
  const head = t(kind === 'approved' ? 'Known when it was approved' : 'Before you approve')
  return `\n**${head}**\n\n${[...lines.slice(0, limit).map((line) => `- ${line}`), ...more].join('\n')}`
}

function renderNote(note: string): string {
  const words = neutraliseInline(shorten(translate(note), 400))
  return /[.!?…。！？]$/.test(words) ? words : `${words}${t('.')}`
}

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
  const must = t(needed.length === 0 ? 'A person must judge: {criteria}' : 'A person must judge, too: {criteria}', {
    criteria: listCriteria(decides),
  })
  return [
    ...(needed.length === 0
      ? []
      : [
          `${t('A person must judge: {criteria}', { criteria: listCriteria(needed) })}${t('. ')}${t('A machine judges what is worded like `` `docs/a.md` exists `` or `` `npm test` passes ``.')}`,
        ]),
    ...(decides.length === 0
      ? []
      : [
          t(
            decides.length === 1
              ? '{must}; it is minor, but without it its task scores less than the {least} that a version needs.'
              : '{must}; they are minor, but without them each task scores less than the {least} that a version needs.',
            { must, least: least ?? '' },
          ),
        ]),
    ...(optional.length === 0
      ? []
      : [
          t(
            least === undefined
              ? 'Optional: a person may judge {criteria}. Nobody has to: the work is merged without it, unless its score would then be too low to be approved.'
              : 'Optional: a person may judge {criteria}. Nobody has to: the work is merged without it.',
            { criteria: listCriteria(optional) },
          ),
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
    .map(({ task, criterion: { id, statement } }) =>
      t('{task} “{statement}” ({id})', { task, statement: neutraliseInline(shorten(statement, 120)), id }),
    )
  const left = named.length - shown.length
  return listWords(left > 0 ? [...shown, t('{n} more', { n: left })] : shown, 'and')
}

/** Whom the plan names for what people judge. */
function reviewerNotes({ checks, tasks }: Plan): string[] {
  const ids = new Map(tasks.map((task) => [task.task_id, task.id]))
  const named = checks.filter((check) => reviewerLogin(check.reviewer) !== undefined)
  const notes = named.slice(0, 5).map((check) =>
    t('{task} by {who}', {
      task: ids.get(check.review_target_task_id) ?? check.id,
      who: renderName(check.reviewer),
    }),
  )
  if (notes.length === 0) return []
  const all = listWords(named.length > 5 ? [...notes, t('{n} more', { n: named.length - 5 })] : notes)
  return [t('Asked to judge: {tasks}.', { tasks: all })]
}

function commandWarnings(plan: Plan): string[] {
  const running = plan.tasks.filter((task) => task.work.some((item) => item.kind === 'run'))
  const commands = running.flatMap((task) => task.work.filter((item) => item.kind === 'run'))
  if (commands.length === 0) return []
  const tasks = listWords(
    running.length > 6
      ? [...running.slice(0, 5).map(({ id }) => id), t('{n} more', { n: running.length - 5 })]
      : running.map(({ id }) => id),
  )
  return [
    t('{commands} from the issue will be run ({tasks}), as shown with the task.', {
      commands: renderCount(commands.length, 'command'),
      tasks,
    }),
  ]
}

/** The author's number holds; whoever approves should know that it looks low. */
function doubtedEstimates({ tasks }: Plan): string[] {
  const doubted = tasks.flatMap(({ id, estimated_person_days: stated, doubted_person_days: computed }) =>
    computed === undefined
      ? []
      : [
          t('{task} ({stated}, rather {computed})', {
            task: id,
            stated: translate(writePersonDays(stated)),
            computed: translate(writeBeside(computed, stated)),
          }),
        ],
  )
  if (doubted.length === 0) return []
  const shown = doubted.length > 6 ? [...doubted.slice(0, 5), t('{n} more', { n: doubted.length - 5 })] : doubted
  return [
    t(
      doubted.length === 1
        ? "The issue's estimate looks low for what is to be touched, and holds: {tasks}."
        : "The issue's estimates look low for what is to be touched, and hold: {tasks}.",
      { tasks: listWords(shown, 'and') },
    ),
  ]
}

function carriedNote(record: IssRecord): string[] {
  const carried = renderCarried(record)
  return carried === '' ? [] : [carried]
}

function removedWarning(plan: Plan): string[] {
  const { removed } = plan.source
  if (removed === 0) return []
  return [
    t(
      removed === 1
        ? '{things} was taken out of the issue text before it was read.'
        : '{things} were taken out of the issue text before it was read.',
      { things: renderCount(removed, 'hidden character or comment', 'hidden characters and comments') },
    ),
  ]
}
