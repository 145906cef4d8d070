import { z } from 'zod'
import { ModelUseSchema } from '../models/model-use.ts'

/** A person's review of a pull request on GitHub, as it was when it counted; it was of the version's commit. */
export const GitHubReviewSchema = z.strictObject({
  id: z.int().positive(),
  pull_request: z.int().positive(),
  /** GitHub's number of who gave it: logins change. */
  user_id: z.int().positive(),
  state: z.enum(['APPROVED', 'CHANGES_REQUESTED']),
})
export type GitHubReview = z.infer<typeof GitHubReviewSchema>

export const CriterionResultSchema = z.strictObject({
  id: z.string(),
  /** `none`: no result, allowed for minor criteria only once there is a verdict. */
  result: z.enum(['pass', 'fail', 'waived', 'none']),
  evidence: z.string(),
  /** Login of the person who judged it; absent for machines. */
  judge: z.string().optional(),
  /** Where they said so; absent for comments, and in older records. */
  github_review: GitHubReviewSchema.optional(),
})
export type CriterionResult = z.infer<typeof CriterionResultSchema>

/** What a model said of a version beside its results: words, by which nothing is decided. */
export const OpinionSchema = z.strictObject({
  /** The model, as its provider calls it. */
  by: z.string(),
  artifact_id: z.uuid(),
  /** How good it thinks the version is as a whole. */
  score: z.number().min(0).max(1),
  advice: z.array(z.string()),
  /** Criteria that a machine found to hold by evidence that doesn't show it, as the model sees it. */
  doubts: z.array(z.strictObject({ id: z.string(), why: z.string() })),
})
export type Opinion = z.infer<typeof OpinionSchema>

export const verdicts = ['APPROVED', 'REJECTED'] as const
export type Verdict = (typeof verdicts)[number]

/** One run of a CHECK, bound to the version it looked at (spec 003 §3.3). */
export const ReviewSchema = z.strictObject({
  review_id: z.uuid(),
  /** Short id and task id of the CHECK. */
  check: z.string(),
  check_task_id: z.uuid(),
  /** Short id and task id of the ACTION. */
  task: z.string(),
  task_id: z.uuid(),
  reviewed_artifact_id: z.uuid(),
  version: z.int().positive(),
  commit_sha: z.string(),
  tree_sha: z.string(),
  plan_hash: z.string(),
  verdict: z.enum(verdicts),
  score: z.number().min(0).max(1),
  /** Name of the reviewer, or `@login`. */
  reviewer: z.string(),
  /** Of a verdict by a person: the review it came from; absent for comments and merges by hand, and in older records. */
  github_review: GitHubReviewSchema.optional(),
  submitted_at: z.iso.datetime({ offset: true }),
  criteria: z.array(CriterionResultSchema),
  /** Grounds of the verdict, and what should change; sentences. */
  why: z.array(z.string()),
  to_change: z.array(z.string()),
  /** Of the model that had a part in it; absent where none had. */
  opinion: OpinionSchema.optional(),
  /** What making the version and judging it had of models; null where none was asked, absent where neither asked one. */
  spent: z.strictObject({ version: ModelUseSchema.nullable(), review: ModelUseSchema.nullable() }).optional(),
  /** The verdict file as it was written; sealed before the record is saved. */
  file: z.strictObject({ path: z.string(), sha256: z.string() }).nullable(),
})
export type Review = z.infer<typeof ReviewSchema>

/** Front matter of a verdict file and the record agree on these. */
export const verdictKeys = [
  'review_id',
  'check_task_id',
  'task_id',
  'reviewed_artifact_id',
  'version',
  'commit_sha',
  'tree_sha',
  'plan_hash',
  'verdict',
  'score',
  'reviewer',
  'submitted_at',
] as const satisfies readonly (keyof Review)[]

/** Where a verdict is written on the workflow branch (spec 003 §3.2). */
export function verdictPath(review: Pick<Review, 'check_task_id' | 'review_id' | 'verdict'>): string {
  return `workspace/reviews/${review.check_task_id}/${review.review_id}/${review.verdict}.md`
}
