import type { AcceptanceCriterion } from '../../plan/acceptance-criterion.ts'
import type { Artifact, Undone } from '../../records/artifact.ts'
import { judgedCriteria } from '../../plan/assemble/delivery.ts'
import type { Task } from '../../plan/task.ts'

/** What a version has to meet: its deliverable and its task's criteria, and a person's word for each task whose approved work it undoes. */
export function criteriaOf(task: Task, version: Pick<Artifact, 'undoes'>): AcceptanceCriterion[] {
  return [...judgedCriteria(task), ...undoingCriteria(version)]
}

function undoingCriteria({ undoes }: Pick<Artifact, 'undoes'>): AcceptanceCriterion[] {
  const asked = undoes.filter(needsWord)
  return [...new Set(asked.map((one) => one.task))].map((task) => ({
    id: undoesId(task),
    type: 'quality',
    statement: `This version may undo approved work of ${task}: ${describeUndone(asked.filter((one) => one.task === task))}`,
    check_method: 'manual_review',
    severity: 'blocker',
  }))
}

const undoesPrefix = 'UNDOES-'

/** The criterion by which a version may undo approved work of that task. */
export function undoesId(task: string): string {
  return `${undoesPrefix}${task}`
}

/** The task that such a criterion is about; undefined for any other. */
export function undoneTask(criterion: string): string | undefined {
  return criterion.startsWith(undoesPrefix) ? criterion.slice(undoesPrefix.length) : undefined
}

/** Rewriting part of what one depends on is what the plan orders; to be rid of it is not. */
function needsWord({ by_plan: byPlan, how }: Undone): boolean {
  return !byPlan || how !== 'partly'
}

const mostNamed = 5

/** `readme.md (part of version 1 is gone: - Say hello)`, of each path. */
export function describeUndone(undoes: readonly Undone[]): string {
  const named = undoes.slice(0, mostNamed).map((one) => `\`${one.path}\` (${howWords(one)}${showLines(one)})`)
  const more = undoes.length - named.length
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}

/** As a diff has them: whoever is asked should not have to look for what would be lost. */
function showLines({ lines = [] }: Undone): string {
  return lines.length === 0 ? '' : `: ${lines.map((line) => `\`${line.replaceAll('`', "'")}\``).join(', ')}`
}

function howWords({ how, version }: Undone): string {
  switch (how) {
    case 'deleted':
      return `deletes what version ${version} has there`
    case 'reverted':
      return `as it was before version ${version}`
    case 'lost':
      return `nothing of version ${version} is left`
    case 'partly':
      return `part of version ${version} is gone`
  }
}
