import type { AcceptanceCriterion } from '../acceptance-criterion.ts'
import { assembleCriteria } from '../assemble/assemble-criteria.ts'
import type { CriterionDraft } from '../assemble/infer-criterion.ts'
import type { Task } from '../task.ts'
import { workPaths } from '../work-paths.ts'
import type { Part } from './cut-task.ts'
import { isOpenPath } from '../estimate/touched-files.ts'

export interface HandedDown {
  /** Numbered anew, for each part. */
  criteria: AcceptanceCriterion[][]
  /** Part of each criterion of the task, and its id there. */
  to: { part: number; id: string }[]
  /** Whether some of them are about the whole, so that the last part must come after the others. */
  aboutWhole: boolean
}

/**
 * Every criterion goes to one part: to the one whose file it is about, else, as one about the whole, to the last. A part
 * that gets none has "exists" for each of its paths, or that they are gone.
 */
export function handDownCriteria(task: Task, parts: readonly Part[]): HandedDown {
  const criteria: AcceptanceCriterion[][] = parts.map(() => [])
  const places = task.acceptance_criteria.map((criterion) => findPartFor(criterion, parts))
  const to = places.map((place, index) => {
    const part = place ?? parts.length - 1
    const list = criteria[part] ?? []
    const id = `AC-${list.length + 1}`
    const given = task.acceptance_criteria[index]
    if (given !== undefined) list.push({ ...given, id })
    return { part, id }
  })
  for (const [index, list] of criteria.entries()) {
    const part = parts[index]
    if (list.length === 0 && part !== undefined) list.push(...criteriaOfPaths(task, part))
  }
  return { criteria, to, aboutWhole: places.includes(undefined) }
}

/** The part that a criterion is about; undefined is the whole. A command looks at the whole. */
function findPartFor(criterion: AcceptanceCriterion, parts: readonly Part[]): number | undefined {
  switch (criterion.check_method) {
    case 'run_smoke_test':
    case 'ci_check':
      return undefined
    case 'static_check':
      return findHolder(parts, (path) => path === criterion.target)
    case 'model_review':
    case 'manual_review':
      return criterion.target === undefined
        ? findHolder(parts, (path) => criterion.statement.includes(`\`${path}\``))
        : findHolder(parts, (path) => path === criterion.target)
  }
}

/** Of parts that change the same file one after the other, the last. */
function findHolder(parts: readonly Part[], isMeant: (path: string) => boolean): number | undefined {
  const meant = new Set(parts.flatMap((part) => part.paths.filter(isMeant)))
  if (meant.size === 0) return undefined
  const holder = parts.findLastIndex((part) => [...meant].every((path) => part.paths.includes(path)))
  return holder === -1 ? undefined : holder
}

function criteriaOfPaths(task: Task, part: Part): AcceptanceCriterion[] {
  const written = new Set(workPaths(part.work))
  const kept = new Set(assembleCriteria({ id: '', title: '', work: part.work }).map((criterion) => criterion.target))
  const drafts = part.paths.map((path) => {
    const gone = !isOpenPath(path) && (written.has(path) ? !kept.has(path) : task.action === 'Remove')
    return gone ? criterionOfAbsence(path) : criterionOfPath(path)
  })
  const [first] = part.points
  if (drafts.length === 0) drafts.push(judged(first === undefined ? task.title : `${first.target}: ${first.change}`))
  return drafts.map((draft, index) => ({ id: `AC-${index + 1}`, ...draft }))
}

function criterionOfPath(path: string): CriterionDraft {
  return {
    type: 'structure',
    statement: `\`${path}\` exists`,
    check_method: 'static_check',
    severity: 'blocker',
    target: path,
    check: 'exists',
  }
}

function criterionOfAbsence(path: string): CriterionDraft {
  return judged(`\`${path}\` is removed, and nothing names it any more`)
}

function judged(statement: string): CriterionDraft {
  return { type: 'functional', statement, check_method: 'manual_review', severity: 'major' }
}
