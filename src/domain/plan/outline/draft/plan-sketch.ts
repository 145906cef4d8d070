import type { PlanAnswer } from '../../plan-answer.ts'
import type { PlanDraft, TaskDraft } from '../../plan-draft.ts'
import type { IssueOutline } from '../read/task-outline.ts'

/** What an issue's text says, before guidance is followed and criteria are settled. */
export interface PlanSketch {
  kind: 'sketch'
  plan: Omit<PlanDraft, 'tasks'>
  /** With their work, but with no criteria besides those stated below them. */
  tasks: TaskDraft[]
  /** Lines of the issue that tasks stand on, by id. */
  lines: ReadonlyMap<string, number>
  outline: IssueOutline
  /** Lines of the issue's text; those of guidance are counted on. */
  lineCount: number
  /** Of what spec 003 §3.1 demands only an estimate is filled in: what else is missing is a fault (plans in YAML). */
  strict: boolean
  /** The task that the whole issue would be, had it said what should be so. */
  spare: TaskDraft | null
  /** The answer where there is no task. */
  empty: Exclude<PlanAnswer, { kind: 'draft' }>
}

/** What to say of an issue that can be read, or why it can't. */
export type SketchAnswer = PlanSketch | Extract<PlanAnswer, { kind: 'needs_input' }>
