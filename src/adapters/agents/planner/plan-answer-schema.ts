import { z } from 'zod'
import { mostQuestions, PlanningQuestionSchema } from '../../../domain/plan/asks/planning-question.ts'
import { taskActions } from '../../../domain/plan/task.ts'

const path = z.string().min(1).max(300)
const text = z.string().min(1).max(2_000)
const levels = z.enum(['low', 'medium', 'high'])

const CriterionSchema = z.object({
  statement: z.string().min(1).max(600),
  check: z.enum(['command', 'file_exists', 'file_contains', 'judgement']),
  command: z.string().max(1_000).optional().describe('With `command`: exit code 0 passes. Run at the root.'),
  path: path.optional().describe('With `file_exists` and `file_contains`.'),
  contains: z.string().max(1_000).optional().describe('With `file_contains`: the text that must be in it.'),
  severity: z.enum(['blocker', 'major', 'minor']).optional(),
})

const TaskAnswerSchema = z.object({
  id: z.string().regex(/^T[1-9]\d{0,2}$/, 'must be T1, T2 and so on'),
  title: z.string().min(1).max(200),
  action: z.enum(taskActions),
  description: text,
  scope: z.array(path).min(1).max(50).describe('Files, folders (`src/api/`) or globs.'),
  places: z
    .array(
      z.object({ file: path, target: z.string().max(200), change: z.string().min(1).max(500), is_new: z.boolean() }),
    )
    .min(1)
    .max(50),
  steps: z.array(z.string().min(1).max(500)).min(1).max(30),
  depends_on: z.array(z.string()).describe('Tasks that must be done before.'),
  criteria: z.array(CriterionSchema).min(1).max(20),
  test_commands: z.array(z.string().min(1).max(500)).max(5),
  estimate_person_days: z.number().positive().max(200),
  executor: z.string().max(100).optional().describe('Only where the issue or the thread says who does it.'),
})
export type TaskAnswer = z.infer<typeof TaskAnswerSchema>

const coveredBy = z.array(z.string().regex(/^T\d+\/\d+$/, 'must be like T1/2')).max(30)

const PlannedSchema = z.object({
  kind: z.literal('plan'),
  description: z.string().min(1).max(2_000).describe('What the plan is for, in a few sentences.'),
  strategy: z.enum(['bugfix', 'feature', 'refactor']),
  risk: levels,
  impact: levels,
  complexity: levels,
  patterns: z.string().max(1_000).describe('Conventions of the code to follow.'),
  integration_points: z.string().max(1_000).describe('What uses it.'),
  tests_found_in: path.nullable().describe('The file that says how tests are run; null where there are none.'),
  tasks: z.array(TaskAnswerSchema).min(1).max(60),
  asks: z.array(z.object({ id: z.string(), covered_by: coveredBy, left_out_because: z.string().max(300).optional() })),
  more_asks: z.array(z.object({ quote: z.string().min(1).max(500), covered_by: coveredBy })).max(30),
})

/** What a model answers that is asked to plan. */
export const ModelPlanSchema = z.discriminatedUnion('kind', [
  PlannedSchema,
  z.object({ kind: z.literal('questions'), questions: z.array(PlanningQuestionSchema).min(1).max(mostQuestions) }),
  z.object({ kind: z.literal('declined'), why: z.string().min(1).max(1_000) }),
])
export type ModelPlan = z.infer<typeof ModelPlanSchema>
export type PlannedAnswer = z.infer<typeof PlannedSchema>
