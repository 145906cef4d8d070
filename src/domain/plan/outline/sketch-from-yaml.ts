import { recordText } from '../../language/message.ts'
import type { PlanDraft, TaskDraft } from '../plan-draft.ts'
import { findYamlBlocks } from './yaml/find-yaml-block.ts'
import { parseOutline } from './read/parse-outline.ts'
import { parseYamlPlan } from './yaml/parse-yaml-plan.ts'
import { ownWork, placeWork } from './draft/place-work.ts'
import type { SketchAnswer } from './draft/plan-sketch.ts'
import { readOutline } from './read/read-outline.ts'

/**
 * The plan of a `yaml countersign` block, with the work of the fences around it and the issue's acceptance items;
 * undefined where there is no such block. Of what spec 003 §3.1 demands only an estimate is filled in, and noted: what else is
 * missing is a fault.
 */
export function sketchFromYaml(title: string, body: string): SketchAnswer | undefined {
  const [block, second] = findYamlBlocks(body)
  if (block === undefined) return undefined
  if (second !== undefined) {
    return {
      kind: 'needs_input',
      lacks: [
        recordText('Line {n}: a second YAML plan; an issue may hold one (the first is on line {line_number}).', {
          n: second.line,
          line_number: block.line,
        }),
      ],
    }
  }
  const parsed = parseYamlPlan(block)
  if (parsed.kind === 'faults')
    return { kind: 'needs_input', lacks: [...parsed.faults, ...readOutline(parseOutline(body)).problems] }
  return addIssueText(title, body, parsed.draft)
}

function addIssueText(title: string, body: string, draft: PlanDraft): SketchAnswer {
  const outline = readOutline(parseOutline(body))
  const { tasks: given, ...plan } = draft
  const tasks: TaskDraft[] = given.map((task) => ({ ...task, work: [...(task.work ?? [])] }))
  const placed = placeWork(
    outline.fences,
    tasks.map((task) => ownWork(task)),
  )
  const problems = [...outline.problems, ...placed.problems]
  if (problems.length > 0) return { kind: 'needs_input', lacks: problems }
  return {
    kind: 'sketch',
    plan: { ...plan, description: plan.description ?? title, notes: [...(plan.notes ?? []), ...placed.notes] },
    tasks,
    lines: new Map(),
    outline,
    lineCount: body.split('\n').length,
    strict: true,
    spare: null,
    empty: { kind: 'needs_input', lacks: [recordText('The plan in YAML has no task.')] },
  }
}
