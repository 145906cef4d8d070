import { z } from 'zod'
import { PlanDraftSchema, TaskDraftSchema } from '../plan-draft.ts'
import { planIdPattern } from '../plan.ts'
import { taskActions } from '../task.ts'

const texts = z.array(z.string())

/** A task as spec 000 §2 has it; the fields of spec 003 §3.1 may be there too, in the words of a plan's draft. */
const SolutionTaskSchema = TaskDraftSchema.extend({
  id: z.string().min(1).describe('Short id: T1, T2 and so on.'),
  title: z.string().min(1).describe('What is done, in a line.'),
  action: z.enum(taskActions).describe('What kind of change it is.'),
  implementation: texts.describe('The steps, in order.'),
  acceptance: z
    .object({
      criteria: z.array(z.string().min(1)).min(1).describe('What must hold; clear words are checked by machine.'),
      verification: texts.optional().describe('How it is checked: `Run: command`, `Manual: what to look at`.'),
    })
    .describe('When the task is done.'),
  estimated_minutes: z.number().positive().optional().describe('Minutes of work; 480 are a person-day.'),
})

/** The plain solution JSON of spec 000 §1, as read: what §4 requires must be there, all else has a stated default. */
export const SolutionSchema = PlanDraftSchema.extend({
  id: z.string().regex(planIdPattern, 'it must look like SOL-ISS-001-1').describe('SOL-, the issue id, a number.'),
  issue_id: z
    .string()
    .regex(/^ISS-\d+$/, 'it must look like ISS-001')
    .describe('Id of the issue: ISS-001.'),
  description: z.string().min(1).describe('What the plan is for.'),
  created_at: z.iso.datetime({ offset: true }).optional().describe('When it was made, as 2026-11-21T03:12:00Z.'),
  tasks: z.array(SolutionTaskSchema).min(1).describe('At least one.'),
  score: z.number().min(0).max(1).nullable().optional().describe('0 to 1, or null; 0.8 passes.'),
  is_bound: z.boolean().optional().describe('Whether it is the plan that the issue is worked by.'),
})
export type Solution = z.infer<typeof SolutionSchema>
