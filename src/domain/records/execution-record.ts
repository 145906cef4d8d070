import { z } from 'zod'
import { AgentReceiptSchema } from './receipts/agent-receipt.ts'
import { ArtifactSchema } from './artifact.ts'
import { AnalysisSchema } from './loop/analysis.ts'
import { ValidationRecordSchema } from './loop/validation.ts'
import { ModelUseSchema } from '../models/model-use.ts'
import { ModelReceiptSchema } from '../models/model-receipt.ts'
import { NodeStateSchema } from './node-state.ts'
import { RemainsSchema } from './agent-remains.ts'
import { OpinionSchema, ReviewSchema } from './review.ts'

/** What an executor or reviewer left about one run (design 5.3). */
export const ReceiptSchema = z.strictObject({
  run_id: z.string(),
  task: z.string(),
  executor: z.string(),
  version: z.string(),
  arguments_sha256: z.string(),
  exit_code: z.int().nullable(),
  duration_ms: z.number().nonnegative(),
  tokens: z.int().nonnegative().nullable(),
  cost_usd: z.number().nonnegative().nullable(),
  /** `reviewed`: of a CHECK, whose review is `run_id`. */
  outcome: z.enum(['changed', 'nothing', 'failed', 'stuck', 'handed_over', 'left', 'reviewed']),
  output_sha256: z.string().nullable(),
  /** Of an agent's run; absent for others, and in older records. */
  agent: AgentReceiptSchema.optional(),
  /** Of a role that asked a model itself, as a review: each question. */
  questions: z.array(ModelReceiptSchema).optional(),
  /** Of a review by a model. */
  opinion: OpinionSchema.optional(),
  /** Of a run that was cancelled: what lay in its work tree; absent where nothing did. */
  remains: RemainsSchema.optional(),
  /** Page of the job of GitHub Actions that it was worked on in; absent where it was none, and in older records. */
  job: z.url().optional(),
})
export type Receipt = z.infer<typeof ReceiptSchema>

/** What receipts that are no longer in the record add up to. */
const LeftOutSchema = z.strictObject({
  runs: z.int().nonnegative(),
  duration_ms: z.number().nonnegative(),
  tokens: z.int().nonnegative(),
  cost_usd: z.number().nonnegative(),
  /** What they had of models, by task; tasks whose runs had none are absent, as all are in older records. */
  use: z.record(z.string(), ModelUseSchema).optional(),
})

/** A version came into the integration branch. `merge_sha`: its new head; null where that had it before. */
const MergeSchema = z.strictObject({
  task: z.string(),
  artifact_id: z.uuid(),
  merge_sha: z.string().nullable(),
  at: z.string(),
})

/** A test of the plan that failed, and that a person lets go. */
const TestWaiverSchema = z.strictObject({
  /** By full name, as in `failed_tests`. */
  test: z.string(),
  by: z.string(),
  why: z.string(),
  at: z.iso.datetime({ offset: true }),
})

/** `ISS-007-execution.json`: the record of spec 000 §6 and the tables of spec 003 §3.2 and §3.3. `status` is there only at the end. */
export const ExecutionRecordSchema = z.strictObject({
  schema_version: z.literal(1),
  solution_id: z.string(),
  status: z.enum(['completed', 'failed']).optional(),
  executed_at: z.string().nullable(),
  execution_result: z.strictObject({
    files_modified: z.array(z.string()),
    commit_hash: z.string().nullable(),
    /** Of the plan at `commit_hash`; absent where none ran there. */
    tests_passed: z.boolean().optional(),
  }),
  /** By short id: `G0`, `T1`, `C1`. */
  nodes: z.record(z.string(), NodeStateSchema),
  artifacts: z.array(ArtifactSchema),
  reviews: z.array(ReviewSchema),
  /** In their order: what the integration branch holds follows from it. */
  merges: z.array(MergeSchema).default([]),
  /** Oldest first; see `limitRecord` for those that are left out. */
  receipts: z.array(ReceiptSchema),
  receipts_left_out: LeftOutSchema.default({ runs: 0, duration_ms: 0, tokens: 0, cost_usd: 0 }),
  /** Oldest first; `debug.log` is made of it. */
  analyses: z.array(AnalysisSchema).default([]),
  /** How many went before. */
  analyses_left_out: z.int().nonnegative().default(0),
  /** Oldest first: of tasks by their own tests, and of the plan on the integration branch. */
  validations: z.array(ValidationRecordSchema).default([]),
  /** How many of each there were when the loop of now began: those are of earlier loops of this plan. */
  before_loop: z
    .strictObject({
      artifacts: z.int().nonnegative(),
      validations: z.int().nonnegative(),
      analyses: z.int().nonnegative(),
    })
    .default({ artifacts: 0, validations: 0, analyses: 0 }),
  /** Each test once. */
  test_waivers: z.array(TestWaiverSchema).default([]),
})
export type ExecutionRecord = z.infer<typeof ExecutionRecordSchema>
