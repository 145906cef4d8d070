import { recordText } from '../../language/message.ts'
import { type AssigneeFacts, findMisfit, listWriters } from '../../plan/assignee.ts'
import { assignedTask } from '../../records/assigned-task.ts'
import { carryOver } from './carry-over.ts'
import { listExecutors, isKnownExecutor } from '../../configuration/executor-names.ts'
import { refuse } from '../../gate/draft/gate-draft.ts'
import type { Refusal } from '../../gate/draft/gate-event.ts'
import { autoExecutor, chooseExecutor, type ChosenExecutor } from '../../plan/assemble/choose-executor.ts'
import type { Plan } from '../../plan/plan.ts'
import type { FileSizes } from '../../plan/estimate/file-sizes.ts'
import { reissuePlan } from '../../plan/split/reissue-plan.ts'
import { splitOnDemand } from '../../plan/split/split-on-demand.ts'
import { taskId } from '../../plan/task-id.ts'
import type { Task } from '../../plan/task.ts'
import { noteExecutors } from '../draft/note-executors.ts'
import { isStale } from './issue-text.ts'
import { keepRevision, supersede } from './propose-plan.ts'
import { refusePlanless } from '../draft/refuse-planless.ts'
import { applyGate, note, type WorkDraft } from '../draft/work-draft.ts'
import type { WorkEventOf } from '../draft/work-event.ts'

/**
 * `/split T2`: a proposed plan is revised and keeps its id; of a plan that is worked on, another one follows that
 * carries the approved work over. Either way the new hash needs approval.
 */
export function splitPlannedTask(
  draft: WorkDraft,
  id: string,
  event: WorkEventOf<'commands_given'>,
): Refusal | undefined {
  const { record, plan } = draft
  if (plan === null) return refusePlanless(record)
  if (record.replanning !== null) return refuse(recordText('another plan is being made'), recordText('wait for it'))
  if (record.final_pull_request?.state === 'merged')
    return refuse(recordText('its final pull request is merged'), recordText('open an issue for what is left'))
  if (isStale(draft))
    return refuse(recordText('the issue was edited since'), recordText('`/replan` makes a plan from it as it is now'))
  if (draft.execution?.nodes[id]?.state === 'DONE')
    return refuse(
      recordText('{task} is approved and merged', { task: id }),
      recordText('`/replan <what to change>` makes another plan'),
    )
  const begun = draft.execution !== null
  const planId = begun ? `SOL-${record.id}-${record.plan_count + 1}` : plan.id
  const nodeId = (node: string): string => taskId(record.repository, planId, node)
  const current = begun ? reissuePlan(asAssigned(plan, draft.execution), planId, draft.at, nodeId) : plan
  const next = revise(current, id, nodeId, draft, event.fileSizes ?? new Map())
  if ('why' in next) return next
  if (begun) {
    const { frozen, comment_ids, guidance } = record
    record.replanning = { plan_id: planId, frozen, comment_ids, guidance, fresh: false, by: event.by.login }
    note(draft, recordText('{task} to be split', { task: id }), event.by.login)
    supersede(draft, next, `/split ${id}`)
    return undefined
  }
  keepRevision(draft, plan, next, event.by.login, `/split ${id}`)
  draft.plan = next
  record.carryable = carryOver(next, record.carryable)
  record.plan_hash = next.hash
  note(
    draft,
    recordText('{task} split, plan `{hash}` proposed', { task: id, hash: next.hash.slice(0, 7) }),
    event.by.login,
  )
  draft.effects.push({ kind: 'show_plan', plan_id: plan.id })
  return undefined
}

/** Who was given a task since the plan was approved keeps it. */
function asAssigned(plan: Plan, execution: WorkDraft['execution']): Plan {
  return { ...plan, tasks: plan.tasks.map((task) => assignedTask(task, execution?.nodes[task.id])) }
}

/** The task split as planning would split it. */
function revise(
  plan: Plan,
  id: string,
  nodeId: (node: string) => string,
  draft: WorkDraft,
  sizes: FileSizes,
): Plan | Refusal {
  if (!plan.tasks.some((task) => task.id === id)) {
    const tasks = plan.tasks.slice(0, 20).map((task) => task.id)
    const parts = tasks.filter((one) => one.startsWith(`${id}.`))
    if (parts.length > 0)
      return refuse(
        recordText('{task} is split already', { task: id }),
        recordText('its parts are {tasks}', { tasks: parts.join(', ') }),
      )
    return refuse(
      recordText('there is no task {task}', { task: id }),
      recordText('this plan has {tasks}', { tasks: tasks.join(', ') }),
    )
  }
  const outcome = splitOnDemand(plan, id, { configuration: draft.context.configuration, sizes, nodeId })
  return outcome.kind === 'split' ? outcome.plan : refuse(outcome.why, outcome.next)
}

/** `/assign`: on a proposed plan the plan's executor, which its hash doesn't cover; on a working one the task's. */
export function assignPlannedTask(
  draft: WorkDraft,
  id: string,
  named: string,
  { by, assignees }: Pick<WorkEventOf<'commands_given'>, 'by' | 'assignees'>,
): Refusal | undefined {
  const { plan, record } = draft
  const { executor, why } = settleExecutor(draft, id, named)
  const unfit = refuseMisfit(draft, id, executor, assignees)
  if (unfit !== undefined) return unfit
  if (plan === null || record.phase !== 'proposed')
    return applyGate(draft, { kind: 'assigned', task: id, executor, by: { login: by.login, id: by.id } })
  if (!plan.tasks.some((task) => task.id === id))
    return refuse(recordText('there is no task {task}', { task: id }), recordText('`/status` shows the tasks'))
  const tasks = plan.tasks.map((task) => (task.id === id ? reassign(task, executor, why) : task))
  draft.plan = noteExecutors({ ...plan, tasks }, draft.context, assignees)
  const given =
    why === undefined
      ? recordText('given to {executor}', { executor })
      : recordText('given to {executor} ({why})', { executor, why })
  note(draft, `${id}: ${given}`, by.login)
  draft.effects.push({ kind: 'show_plan', plan_id: plan.id })
  return undefined
}

/** `auto` is settled when it is said. */
function settleExecutor({ plan, context }: WorkDraft, id: string, named: string): ChosenExecutor {
  const task = plan?.tasks.find((one) => one.id === id)
  if (named !== autoExecutor || task === undefined) return { executor: named }
  const able = context.executors.filter((name) => context.lacking?.[name] === undefined)
  return chooseExecutor({ scope: task.scope, personDays: task.estimated_person_days }, able)
}

function reassign({ executor_why: _old, ...task }: Task, executor: string, why: string | undefined): Task {
  return { ...task, executor, ...(why === undefined ? {} : { executor_why: why }) }
}

/** At once, and not after three runs that come to nothing. */
function refuseMisfit(
  { plan, context }: WorkDraft,
  id: string,
  executor: string,
  facts: AssigneeFacts | undefined,
): Refusal | undefined {
  if (!isKnownExecutor(executor, context.executors))
    return refuse(recordText('`{who}` is no executor here', { who: executor }), listExecutors(context))
  const task = plan?.tasks.find((one) => one.id === id)
  const why = task === undefined ? undefined : findMisfit(task, executor, context, facts)
  if (why === undefined) return undefined
  if (executor.startsWith('@'))
    return refuse(
      why,
      listWriters(facts) || recordText('`/assign {task} @login` names somebody who may push here', { task: id }),
    )
  if (context.lacking?.[executor] !== undefined)
    return refuse(
      why,
      recordText('`/assign {task} …` gives it to another: {executors}', {
        task: id,
        executors: listExecutors(context),
      }),
    )
  return refuse(
    why,
    recordText('spell them out in the issue and say `/replan`, or give it to a person with `/assign {task} @login`', {
      task: id,
    }),
  )
}
