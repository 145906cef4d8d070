import type { TaskFacts } from './parse-task-text.ts'
import type { FinalLine, StatedItem, TaskOutline, WorkPlace } from './task-outline.ts'

/** Stands in guidance where the words of another comment begin. */
export const newComment = '\f'

/** What is said of a task and nothing else; `below` is what stands under the line. */
export interface TaskAmendment {
  kind: 'amend'
  id: string
  facts: TaskFacts
  /** It comes after nothing. */
  noOrder: boolean
  below: TaskOutline | null
}

export interface TaskDrop {
  kind: 'drop'
  ids: string[]
}

/** The task takes the place of that of its id, or is a new one. */
export interface TaskRewrite {
  kind: 'task'
  task: TaskOutline
}

/** A change to a plan that somebody wrote behind `/replan` or `/answer`, and where. */
export interface GuidanceEdit {
  change: TaskRewrite | TaskAmendment | TaskDrop
  text: string
  line: number
}

/** Guidance as far as it can be read; lines are counted on from the last. */
export interface Guidance {
  /** As they were written. */
  edits: GuidanceEdit[]
  acceptance: StatedItem[]
  fences: WorkPlace[]
  final: FinalLine | null
  /** Lines that are read as nothing, with the reason where there is one. */
  unread: (StatedItem & { why: string })[]
  problems: string[]
}

/** True where nothing of it changes the plan. */
export function saysNothing(guidance: Guidance): boolean {
  return (
    guidance.edits.length === 0 &&
    guidance.acceptance.length === 0 &&
    guidance.fences.length === 0 &&
    guidance.final === null
  )
}
