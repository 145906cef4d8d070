import { formatOf } from './assemble-deliverable.ts'
import { folderFromRoot, pathFromRoot } from './from-root.ts'
import { assembleTask, type ExecutorFacts } from './assemble-task.ts'
import { type DeliverableSpec, deliverablePath } from '../deliverable-spec.ts'
import type { PlanDraft } from '../plan-draft.ts'
import { hashPlan } from '../plan-hash.ts'
import type { Check, Edge, Goal, Plan } from '../plan.ts'
import { taskId } from '../task-id.ts'
import type { Task } from '../task.ts'
import { recordText } from '../../language/message.ts'

/** What a draft can't know. */
export interface PlanFacts extends ExecutorFacts {
  planId: string
  issId: string
  issueNumber: number
  /** `owner/name`. */
  repository: string
  createdAt: string
  textSha256: string
  commentIds: readonly number[]
  /** Hidden characters and comments taken out of the frozen text. */
  removed: number
  planner: string
  reviewer: string
}

export const rootGoalId = 'G0'

/**
 * The plan of a draft, however faulty: `findPlanFaults` judges it. Defaults: strategy bugfix or refactor where all tasks
 * are Fix or Refactor, else feature; risk, impact and complexity medium; one CHECK for each ACTION unless the draft
 * names CHECKs, then exactly those; edges likewise; the final deliverable passes all tasks' through (spec 003 §1.4); no score yet.
 */
export function assemblePlan(draft: PlanDraft, facts: PlanFacts): Plan {
  const nodeId = createNodeIds(facts)
  const tasks = draft.tasks.map((task) => assembleTask(task, nodeId(task.id), facts))
  const plan: Omit<Plan, 'hash'> = {
    schema_version: 1,
    id: facts.planId,
    issue_id: facts.issId,
    description: draft.description ?? '',
    strategy_type: draft.strategy_type ?? inferStrategy(tasks),
    created_at: facts.createdAt,
    exploration_context: {
      relevant_files: draft.exploration_context?.relevant_files ?? relevantFiles(tasks),
      patterns: draft.exploration_context?.patterns ?? '',
      integration_points: draft.exploration_context?.integration_points ?? '',
    },
    analysis: {
      risk: draft.analysis?.risk ?? 'medium',
      impact: draft.analysis?.impact ?? 'medium',
      complexity: draft.analysis?.complexity ?? 'medium',
    },
    score: null,
    score_parts: [],
    is_bound: false,
    tasks,
    goals: [assembleRoot(draft, tasks, facts, nodeId(rootGoalId))],
    checks: assembleChecks(draft, facts.reviewer, nodeId),
    edges: assembleEdges(tasks, draft.edges),
    source: {
      issue_number: facts.issueNumber,
      text_sha256: facts.textSha256,
      comment_ids: [...facts.commentIds],
      removed: facts.removed,
    },
    planner: facts.planner,
    rounds: [],
    notes: draft.notes ?? [],
  }
  return { ...plan, hash: hashPlan(plan) }
}

/** A task's id is asked for by the task and by its CHECK; making it is a fifth of the work of assembling. */
function createNodeIds({ repository, planId }: PlanFacts): (id: string) => string {
  const known = new Map<string, string>()
  return (id) => {
    const made = known.get(id) ?? taskId(repository, planId, id)
    known.set(id, made)
    return made
  }
}

/** Id of the CHECK that reviews a task where the planner named none: `C3.1` of `T3.1`. */
export function checkId(task: string): string {
  return task.startsWith('T') ? `C${task.slice(1)}` : `C-${task}`
}

function assembleChecks(draft: PlanDraft, reviewer: string, nodeId: (id: string) => string): Check[] {
  const named = draft.checks ?? draft.tasks.map((task) => ({ id: checkId(task.id), target: task.id, reviewer }))
  return named.map((check) => ({
    id: check.id,
    task_id: nodeId(check.id),
    review_target_task_id: nodeId(check.target),
    review_output_spec: 'APPROVED.md|REJECTED.md',
    reviewer: check.reviewer ?? reviewer,
  }))
}

/** The tree is drawn where the planner draws none; its dependencies stand as it gave them. */
function assembleEdges(tasks: readonly Task[], given: readonly Edge[] | undefined): Edge[] {
  const parts = tasks.map((task): Edge => ({ type: 'DECOMPOSE', from: rootGoalId, to: task.id }))
  const orders = tasks.flatMap((task) =>
    task.depends_on.map((from): Edge => ({ type: 'DEPENDS_ON', from, to: task.id })),
  )
  if (given === undefined) return [...parts, ...orders]
  return given.some((edge) => edge.type === 'DECOMPOSE') ? [...given] : [...parts, ...given]
}

function assembleRoot(draft: PlanDraft, tasks: readonly Task[], facts: PlanFacts, rootTaskId: string): Goal {
  const criteria = draft.root_criteria ?? []
  return {
    id: rootGoalId,
    task_id: rootTaskId,
    title: (draft.description ?? facts.issId).split('\n')[0] ?? facts.issId,
    root_acceptance_criteria: criteria.map((criterion, index) => ({ id: `RC-${index + 1}`, ...criterion })),
    final_deliverable_spec: assembleFinalSpec(draft, tasks, facts.planId),
  }
}

function assembleFinalSpec(
  draft: PlanDraft,
  tasks: readonly Task[],
  planId: string,
): NonNullable<Goal['final_deliverable_spec']> {
  const all = tasks.map((task) => task.id)
  const assembling = draft.final?.assemble_task_id
  if (draft.final?.mode === 'ASSEMBLE') {
    const output = tasks.find((task) => task.id === assembling)?.deliverable_spec
    return {
      mode: 'ASSEMBLE',
      include_children: draft.final.include_children ?? all.filter((id) => id !== assembling),
      assemble_task_id: assembling ?? null,
      output: declareOutput(draft.final.output) ?? output ?? bundleSpec(planId),
    }
  }
  return {
    mode: 'PASS_THROUGH',
    include_children: draft.final?.include_children ?? all,
    assemble_task_id: null,
    output: declareOutput(draft.final?.output) ?? bundleSpec(planId),
  }
}

function declareOutput(output: NonNullable<PlanDraft['final']>['output']): DeliverableSpec | undefined {
  if (output === undefined) return undefined
  const place = { filename: pathFromRoot(output.filename), output_dir: folderFromRoot(output.output_dir ?? '') }
  return {
    ...place,
    format: output.format ?? formatOf(deliverablePath(place)),
    single_file: true,
    bundle_mode: 'NONE',
    description: output.description ?? '',
  }
}

/** The directory that export writes (spec 003 §3.2). */
function bundleSpec(planId: string): DeliverableSpec {
  return {
    format: 'files',
    filename: 'bundle',
    output_dir: `workspace/deliverables/${planId}/`,
    single_file: false,
    bundle_mode: 'MANIFEST',
    files: ['**'],
    description: recordText('The approved version of each included task, with a manifest'),
  }
}

function inferStrategy(tasks: readonly Task[]): Plan['strategy_type'] {
  if (tasks.length > 0 && tasks.every((task) => task.action === 'Fix')) return 'bugfix'
  if (tasks.length > 0 && tasks.every((task) => task.action === 'Refactor')) return 'refactor'
  return 'feature'
}

function relevantFiles(tasks: readonly Task[]): string[] {
  return [...new Set(tasks.flatMap((task) => task.modification_points.map((point) => point.file)))]
}
