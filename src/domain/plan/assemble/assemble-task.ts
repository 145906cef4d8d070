import { recordText } from '../../language/message.ts'
import type { AcceptanceCriterion } from '../acceptance-criterion.ts'
import { assembleCriteria } from './assemble-criteria.ts'
import { assembleDeliverable } from './assemble-deliverable.ts'
import { autoExecutor, chooseExecutor, type ChosenExecutor } from './choose-executor.ts'
import { draftFromRoot } from './from-root.ts'
import { deliverablePath, type DeliverableSpec } from '../deliverable-spec.ts'
import type { TaskDraft } from '../plan-draft.ts'
import type { Task, WorkItem } from '../task.ts'
import { workPaths } from '../work-paths.ts'

export const minutesPerDay = 480

/** Where nobody gave an estimate and one is not demanded; the plan says so. (A plan in YAML must name its estimates.) */
export const assumedPersonDays = 0.5

/** Who works where nobody is named. */
export interface ExecutorFacts {
  defaultExecutor: string
  /** Executors that can work on this server, in its order: whom `auto` chooses among. */
  able?: readonly string[]
}

/**
 * A task with everything spec 000 §2 and spec 003 §3.1 want. Defaults: description = title; action Create where whole files are
 * spelled out, else Modify; scope = the paths of its work and places to change, else of its deliverable; steps = its
 * places to change, else its work, else its title; priority 1; executor `shell` where it has commands, `patch` where
 * it has files or diffs, else `defaultExecutor`; `auto` is chosen among those that are `able` to work. An estimate in minutes gives days at 8 h and the other way round;
 * without both it is 0, which is a fault.
 */
export function assembleTask(given: TaskDraft, taskId: string, { defaultExecutor, able = [] }: ExecutorFacts): Task {
  const draft = draftFromRoot(given)
  const work = draft.work ?? []
  const criteria = assembleCriteria(draft)
  const deliverable = assembleDeliverable(draft, draft.title)
  const scope = draft.scope ?? inferScope(draft, deliverable)
  const estimate = completeEstimate(draft)
  const executor = draft.executor ?? inferExecutor(work, defaultExecutor)
  const chosen: ChosenExecutor =
    executor === autoExecutor
      ? chooseExecutor({ scope, personDays: estimate.estimated_person_days }, able)
      : { executor }
  return {
    id: draft.id,
    task_id: taskId,
    title: draft.title,
    action: draft.action ?? (work.some((item) => item.kind === 'file') ? 'Create' : 'Modify'),
    scope,
    description: draft.description ?? draft.title,
    modification_points: draft.modification_points ?? [],
    implementation: draft.implementation?.length ? draft.implementation : inferSteps(draft),
    test: {
      commands: draft.test?.commands ?? [],
      unit: draft.test?.unit ?? [],
      integration: draft.test?.integration ?? [],
    },
    acceptance: {
      criteria: criteria.map((criterion) => criterion.statement),
      verification: draft.acceptance?.verification ?? criteria.map((criterion) => describeVerification(criterion)),
    },
    acceptance_criteria: criteria,
    deliverable_spec: deliverable,
    delivery_check: draft.delivery_check ?? (declaresDelivery(draft) ? 'each' : 'some'),
    depends_on: draft.depends_on ?? [],
    ...estimate,
    priority: draft.priority ?? 1,
    executor: chosen.executor,
    ...(chosen.why === undefined ? {} : { executor_why: chosen.why }),
    one_shot_pass: null,
    feasibility_note: null,
    work,
  }
}

/** The deliverable was said, or is the work itself; else it is only where the work may or should take place. */
function declaresDelivery({ deliverable_spec: spec, work }: TaskDraft): boolean {
  return spec?.filename !== undefined || spec?.files !== undefined || workPaths(work ?? []).length > 0
}

function inferScope(draft: TaskDraft, deliverable: DeliverableSpec): string {
  const paths = [...workPaths(draft.work ?? []), ...(draft.modification_points ?? []).map((point) => point.file)]
  const delivered = deliverable.single_file ? [deliverablePath(deliverable)] : (deliverable.files ?? [])
  return [...new Set([...paths, ...delivered])].join(', ')
}

function inferSteps(draft: TaskDraft): string[] {
  const changes = (draft.modification_points ?? []).map((point) => `${point.file}: ${point.change}`)
  if (changes.length > 0) return changes
  const steps = (draft.work ?? []).map((item) => describeWork(item))
  return steps.length > 0 ? steps : [draft.title]
}

function describeWork(item: WorkItem): string {
  switch (item.kind) {
    case 'file':
      return recordText('Write `{path}` as given', { path: item.path })
    case 'diff':
      return recordText('Apply the diff to {paths}', {
        paths: workPaths([item])
          .map((path) => `\`${path}\``)
          .join(', '),
      })
    case 'run':
      return describeCommand(item.command.split('\n').length)
  }
}

function describeCommand(n: number): string {
  return n === 1 ? recordText('Run the command as given') : recordText('Run the command of {n} lines as given', { n })
}

/** How a criterion is verified, where nobody says it in other words. */
export function describeVerification(criterion: AcceptanceCriterion): string {
  switch (criterion.check_method) {
    case 'run_smoke_test':
      return `Run: ${criterion.command ?? ''}`
    case 'ci_check':
      return `CI: ${(criterion.checks ?? []).join(', ')}`
    case 'static_check':
      return `Look: ${criterion.check ?? 'exists'} ${criterion.target ?? ''}`.trim()
    case 'model_review':
      return `Read: ${criterion.statement}`
    case 'manual_review':
      return `Manual: ${criterion.statement}`
  }
}

function completeEstimate(
  draft: TaskDraft,
): Pick<Task, 'estimated_minutes' | 'estimated_person_days' | 'estimate_from'> {
  const { estimated_minutes: minutes, estimated_person_days: days } = draft
  return {
    estimated_minutes: minutes ?? (days ?? 0) * minutesPerDay,
    estimated_person_days: days ?? (minutes ?? 0) / minutesPerDay,
    estimate_from: draft.estimate_from ?? 'plan',
  }
}

function inferExecutor(work: readonly WorkItem[], defaultExecutor: string): string {
  if (work.some((item) => item.kind === 'run')) return 'shell'
  return work.length > 0 ? 'patch' : defaultExecutor
}
