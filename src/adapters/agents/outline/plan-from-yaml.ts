import type { PlanAnswer } from '../../../application/ports/planner.ts'
import { assembleCriteria } from '../../../domain/assemble-criteria.ts'
import { scopePaths } from '../../../domain/assemble-deliverable.ts'
import type { PlanDraft, TaskDraft } from '../../../domain/plan-draft.ts'
import { collectRootCriteria } from './collect-root-criteria.ts'
import { addAcceptanceItems } from './cover-root-criteria.ts'
import { findYamlBlocks } from './find-yaml-block.ts'
import { parseOutline } from './parse-outline.ts'
import { parseYamlPlan } from './parse-yaml-plan.ts'
import { placeWork, type WorkOwner } from './place-work.ts'
import { readOutline } from './read-outline.ts'

/**
 * The plan of a `yaml countersign` block, with the work of the fences around it and the issue's acceptance items;
 * undefined where there is no such block. Nothing that spec 003 demands is filled in: what is missing is a fault.
 */
export function planFromYaml(title: string, body: string): PlanAnswer | undefined {
  const [block, second] = findYamlBlocks(body)
  if (block === undefined) return undefined
  if (second !== undefined) {
    return {
      kind: 'needs_input',
      lacks: [`Line ${second.line}: a second YAML plan; an issue may hold one (the first is on line ${block.line}).`],
    }
  }
  const parsed = parseYamlPlan(block)
  if (parsed.kind === 'faults') return { kind: 'needs_input', lacks: parsed.faults }
  return addIssueText(title, body, parsed.draft)
}

function addIssueText(title: string, body: string, plan: PlanDraft): PlanAnswer {
  const outline = readOutline(parseOutline(body))
  const tasks: TaskDraft[] = plan.tasks.map((task) => ({ ...task, work: [...(task.work ?? [])] }))
  const problems = [
    ...outline.problems,
    ...placeWork(
      outline.fences,
      tasks.map((task) => makeOwner(task)),
    ),
  ]
  if (problems.length > 0) return { kind: 'needs_input', lacks: problems }
  addAcceptanceItems(outline.acceptance, tasks)
  const numbered = tasks.map((task) => {
    const criteria = assembleCriteria(task)
    return criteria.length > 0 ? { ...task, acceptance_criteria: criteria } : task
  })
  const own = plan.root_criteria ?? []
  const ownLines = new Set(own.map((item) => item.source_line))
  const fromText = collectRootCriteria(outline, numbered).filter((item) => !ownLines.has(item.source_line))
  const draft = {
    ...plan,
    description: plan.description ?? title,
    tasks: numbered,
    root_criteria: [...own, ...fromText],
  }
  return { kind: 'draft', draft }
}

function makeOwner(task: TaskDraft): WorkOwner {
  const spec = task.deliverable_spec
  const delivered = spec?.filename === undefined ? [] : [(spec.output_dir ?? '') + spec.filename]
  task.work ??= []
  return { id: task.id, paths: [...scopePaths(task.scope ?? ''), ...delivered], work: task.work }
}
