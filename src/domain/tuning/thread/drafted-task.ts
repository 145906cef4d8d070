import type { TaskDraft } from '../../plan/plan-draft.ts'

/** The skill, and its files as the repository has them. */
export interface SkillToMend {
  path: string
  name: string
  raw: ReadonlyMap<string, string>
  /** Its quality gate passes once all tasks are done. */
  passesThen: boolean
}

/** Before it has a number and a place among others. */
export type DraftedTask = Omit<TaskDraft, 'id' | 'depends_on'>
