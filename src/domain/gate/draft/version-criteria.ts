import type { AcceptanceCriterion } from '../../plan/acceptance-criterion.ts'
import type { Artifact, Undone } from '../../records/artifact.ts'
import { judgedCriteria } from '../../plan/assemble/delivery.ts'
import type { Task } from '../../plan/task.ts'
import { recordText, type RecordMessage } from '../../language/message.ts'

/** What a version has to meet: its deliverable and its task's criteria, and a person's word for each task whose approved work it undoes. */
export function criteriaOf(task: Task, version: Pick<Artifact, 'undoes'>): AcceptanceCriterion[] {
  return [...judgedCriteria(task), ...undoingCriteria(version)]
}

function undoingCriteria({ undoes }: Pick<Artifact, 'undoes'>): AcceptanceCriterion[] {
  const asked = undoes.filter(needsWord)
  return [...new Set(asked.map((one) => one.task))].map((task) => ({
    id: undoesId(task),
    type: 'quality',
    statement: recordText('This version may undo approved work of {task}: {what}', {
      task,
      what: describeUndone(asked.filter((one) => one.task === task)),
    }),
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

/**
 * Rewriting part of what one depends on is what the plan orders; to be rid of it is not. Lines rewritten where a conflict is
 * settled are asked about, too: that they hold the same words shows nothing of what they do (decision 173).
 */
function needsWord({ by_plan: byPlan, how }: Undone): boolean {
  return !byPlan || how !== 'partly'
}

const mostNamed = 5

/** `readme.md (part of version 1 is gone: - Say hello)`, of each path. */
export function describeUndone(undoes: readonly Undone[]): string {
  const named = undoes.slice(0, mostNamed).map(describeOne)
  const more = undoes.length - named.length
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}

/** With the lines as a diff has them: whoever is asked should not have to look for what would be lost. */
function describeOne({ path: file, how, version: n, lines = [] }: Undone): string {
  const path = `\`${file}\``
  const [said, withLines] = howWords[how]
  if (lines.length === 0) return recordText(said, { path, n })
  const shown = lines.map((line) => `\`${line.replaceAll('`', "'")}\``).join(', ')
  return recordText(withLines, { path, n, lines: shown })
}

const howWords = {
  deleted: ['{path} (deletes what version {n} has there)', '{path} (deletes what version {n} has there: {lines})'],
  reverted: ['{path} (as it was before version {n})', '{path} (as it was before version {n}: {lines})'],
  lost: ['{path} (nothing of version {n} is left)', '{path} (nothing of version {n} is left: {lines})'],
  partly: ['{path} (part of version {n} is gone)', '{path} (part of version {n} is gone: {lines})'],
  rewritten: ['{path} (lines of version {n} are rewritten)', '{path} (lines of version {n} are rewritten: {lines})'],
} as const satisfies Record<Undone['how'], readonly [RecordMessage, RecordMessage]>
