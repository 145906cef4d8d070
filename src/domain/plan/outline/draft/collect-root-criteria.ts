import type { PlanDraft, TaskDraft } from '../../plan-draft.ts'
import { coverRootCriteria } from './cover-root-criteria.ts'
import type { IssueOutline } from '../read/task-outline.ts'

/** More would tell a reader nothing and let a hostile issue grow its plan with the square of its length. */
const maxNamed = 20

/**
 * A root criterion for every acceptance and checklist item of the issue, by line (spec 003 §1.1). An item that is a
 * task or one of its steps is covered by that task's criteria, one that is a criterion by itself.
 */
export function collectRootCriteria(
  outline: IssueOutline,
  tasks: readonly TaskDraft[],
): NonNullable<PlanDraft['root_criteria']> {
  const byId = new Map(tasks.map((task) => [task.id, indexBySource(task)]))
  const boxes = outline.boxes.map((box) => {
    const criteria = byId.get(box.task.id)
    const names = criteria?.get(`issue:${box.line}`) ?? criteria?.get('') ?? []
    return { statement: box.text, source_line: box.line, covered_by: names }
  })
  return [...coverRootCriteria(outline.acceptance, tasks), ...boxes]
    .filter((item) => item.statement.trim() !== '')
    .toSorted((a, b) => a.source_line - b.source_line)
}

/** Names of a task's criteria by the issue line they come from; under '' the first of all. */
function indexBySource(task: TaskDraft): Map<string, string[]> {
  const index = new Map<string, string[]>([['', []]])
  for (const { id, source } of task.acceptance_criteria ?? []) {
    if (id === undefined) continue
    const name = `${task.id}/${id}`
    if (source !== undefined) index.set(source, [...(index.get(source) ?? []), name])
    const all = index.get('')
    if (all !== undefined && all.length < maxNamed) all.push(name)
  }
  return index
}
