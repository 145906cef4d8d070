import { z } from 'zod'
import { AcceptanceCriterionSchema } from './acceptance-criterion.ts'
import { DeliverableSpecSchema } from './deliverable-spec.ts'

export const taskIdPattern = /^T[1-9]\d*(\.[1-9]\d*)*$/

export const taskActions = ['Create', 'Modify', 'Fix', 'Refactor', 'Add', 'Remove'] as const

/** Something the issue spells out for a task: a whole file, a unified diff, or a command line. */
export const WorkItemSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('file').describe('A whole file.'),
    path: z.string().min(1).describe('Path in the repository.'),
    content: z.string().describe('All of its text.'),
    mode: z.enum(['100644', '100755']).describe('100755 is executable.'),
  }),
  z.strictObject({
    kind: z.literal('diff').describe('A unified diff.'),
    diff: z.string().min(1).describe('As `git diff` prints it.'),
  }),
  z.strictObject({
    kind: z.literal('run').describe('A command.'),
    command: z.string().min(1).describe('Run in isolation, at the root of the repository.'),
  }),
])
export type WorkItem = z.infer<typeof WorkItemSchema>

/** An ACTION: all task fields of spec 000 §2 plus those of spec 003 §3.1. */
export const TaskSchema = z.strictObject({
  id: z.string().regex(taskIdPattern),
  task_id: z.uuid(),
  title: z.string().min(1),
  action: z.enum(taskActions),
  /** File or folder the task may touch, several separated by ', '. */
  scope: z.string(),
  description: z.string(),
  modification_points: z.array(z.strictObject({ file: z.string(), target: z.string(), change: z.string() })),
  implementation: z.array(z.string()),
  test: z.strictObject({ commands: z.array(z.string()), unit: z.array(z.string()), integration: z.array(z.string()) }),
  /** Repeats the statements of `acceptance_criteria`, as spec 000 §3 wants them. */
  acceptance: z.strictObject({ criteria: z.array(z.string()), verification: z.array(z.string()) }),
  acceptance_criteria: z.array(AcceptanceCriterionSchema),
  deliverable_spec: DeliverableSpecSchema,
  /**
   * Its CHECK judges that the deliverable is there: `each` file that was declared, or `some` of what was only taken from
   * the scope or the places to change. Absent in plans made before there was such a check.
   */
  delivery_check: z.enum(['each', 'some']).optional(),
  depends_on: z.array(z.string()),
  estimated_minutes: z.number(),
  estimated_person_days: z.number(),
  /** Whether the plan said the estimate, nobody did, or the feasibility check wrote it, by formula or by a model (spec 003 §5). */
  estimate_from: z.enum(['plan', 'assumed', 'computed', 'model']).default('plan'),
  /** What the formula says of a stated estimate, where that is far more. */
  doubted_person_days: z.number().positive().optional(),
  priority: z.int(),
  /** `patch`, `shell`, `human`, an agent's name, or `@login` for a certain person. */
  executor: z.string().min(1),
  /** Why it was chosen, where that was left to the server. */
  executor_why: z.string().optional(),
  one_shot_pass: z.boolean().nullable(),
  feasibility_note: z.string().nullable(),
  work: z.array(WorkItemSchema),
})
export type Task = z.infer<typeof TaskSchema>
