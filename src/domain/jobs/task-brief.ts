import { z } from 'zod'
import { ConfigurationSchema } from '../configuration/configuration.ts'
import { PlanSchema } from '../plan/plan.ts'
import { TaskSchema } from '../plan/task.ts'
import { ArtifactSchema } from '../records/artifact.ts'
import { AnalysisSchema } from '../records/loop/analysis.ts'
import { ReviewSchema } from '../records/review.ts'

/** All that an executor gets beside the files: what a job of its own is handed as a blob of the repository. */
export const TaskBriefSchema = z.strictObject({
  version: z.literal(1),
  run_id: z.string(),
  plan: PlanSchema,
  task: TaskSchema,
  rejections: z.array(z.strictObject({ artifact: ArtifactSchema, review: ReviewSchema, diff: z.string() })),
  last_failure: z.strictObject({ reason: z.string(), diff: z.string().nullable() }).nullable(),
  /** Absent where nothing was approved before, and in briefs from before this was told. */
  earlier: z.strictObject({ why: z.string(), diff: z.string() }).optional(),
  analysis: AnalysisSchema.nullable(),
  configuration: ConfigurationSchema,
})
export type TaskBrief = z.infer<typeof TaskBriefSchema>
