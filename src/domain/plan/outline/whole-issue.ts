import type { PlanAnswer } from '../plan-answer.ts'
import type { FormReading } from './form/read-form.ts'
import type { IssueOutline } from './read/task-outline.ts'
import type { Confirmation } from './answer/reading-of.ts'

/** Why there is no plan. */
export type NoPlan = Exclude<PlanAnswer, { kind: 'draft' }>

/** An issue that names no task, with what was read of it. */
export interface WholeIssue {
  title: string
  body: string
  form: FormReading
  outline: IssueOutline
  /** Its work stands in code blocks. */
  isSpelledOut: boolean
  /** Readings that a person said yes to. */
  confirmed: ReadonlyMap<string, Confirmation>
  /** What traces point at, as far as the repository has it; undefined where nobody knows. */
  files: ReadonlySet<string> | undefined
}
