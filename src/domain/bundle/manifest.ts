import { z } from 'zod'
import { ModelUseSchema } from '../models/model-use.ts'
import { actionStates } from '../records/node-state.ts'
import { DeliverableSpecSchema } from '../plan/deliverable-spec.ts'
import { planIdPattern } from '../plan/plan.ts'
import { RootResultSchema } from './root-results.ts'
import { verdicts } from '../records/review.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const ManifestFileSchema = z.strictObject({
  /** Relative to the bundle's folder. */
  dest_path: z.string().min(1),
  sha256,
  /** Path on the workflow branch. */
  source_path: z.string().min(1),
  size: z.int().nonnegative(),
  mode: z.enum(['100644', '100755']),
  /** The version of another task that it was approved in last, whose bytes these are. */
  approved_as: z
    .strictObject({ task_id: z.uuid(), task: z.string(), artifact_id: z.uuid(), version: z.int().positive() })
    .optional(),
})
export type ManifestFile = z.infer<typeof ManifestFileSchema>

/** The approved version of one task and the review that approved it. */
const ManifestItemSchema = z.strictObject({
  task_id: z.uuid(),
  /** Short id, for people. */
  task: z.string(),
  task_title: z.string(),
  role: z.enum(['deliverable', 'supporting']),
  deliverable_spec: DeliverableSpecSchema,
  approved_artifact_id: z.uuid(),
  version: z.int().positive(),
  files: z.array(ManifestFileSchema),
  /** Paths of the version that only support the one file that is the final deliverable, where the export was to be without them. */
  left_out: z.array(z.string()).min(1).optional(),
  review: z.strictObject({
    check_task_id: z.uuid(),
    review_id: z.uuid(),
    verdict: z.literal('APPROVED'),
    score: z.number().min(0).max(1),
    reviewer: z.string(),
  }),
  /** What all runs and reviews of the task had of models; absent where none was asked. */
  spent: ModelUseSchema.optional(),
})
export type ManifestItem = z.infer<typeof ManifestItemSchema>

/** A version that is not the approved one, added on request and never a deliverable. */
const ManifestCandidateSchema = z.strictObject({
  task_id: z.uuid(),
  task: z.string(),
  task_title: z.string(),
  artifact_id: z.uuid(),
  version: z.int().positive(),
  /** Of its newest review; null where it has none. */
  verdict: z.enum(verdicts).nullable(),
  files: z.array(ManifestFileSchema),
})
export type ManifestCandidate = z.infer<typeof ManifestCandidateSchema>

const MissingTaskSchema = z.strictObject({
  task_id: z.uuid(),
  task: z.string(),
  task_title: z.string(),
  state: z.enum(actionStates),
  why: z.string(),
})
export type MissingTask = z.infer<typeof MissingTaskSchema>

/** `bundle/manifest.json` (spec 003 §3.2). */
export const ManifestSchema = z.strictObject({
  schema_version: z.literal(1),
  repository: z.string(),
  /** GitHub's id of it; absent in manifests from before repositories were named by it. */
  repository_id: z.int().positive().optional(),
  issue_id: z.string().regex(/^ISS-\d+$/),
  plan_id: z.string().regex(planIdPattern),
  plan_hash: sha256,
  /** When the newest of the reviews in here was submitted: the same state makes the same bytes. */
  exported_at: z.iso.datetime({ offset: true }),
  /** Whether each thing that the issue asks for held; absent in manifests from before that was told. */
  root_criteria: z.array(RootResultSchema).optional(),
  items: z.array(ManifestItemSchema).min(1),
  candidates: z.array(ManifestCandidateSchema),
  /** Tasks that have no approved version yet; empty unless the export was partial. */
  missing: z.array(MissingTaskSchema),
  /** Tasks that only support the deliverable, where the export was to be without them. */
  left_out: z
    .array(z.strictObject({ task_id: z.uuid(), task: z.string(), task_title: z.string() }))
    .min(1)
    .optional(),
  /** What the whole plan had of models, with what came to no version; absent where none was asked. */
  spent: ModelUseSchema.optional(),
})
export type Manifest = z.infer<typeof ManifestSchema>

/** The one text of a manifest: two spaces, keys in the schema's order, a newline at the end. */
export function renderManifest(manifest: Manifest): string {
  return `${JSON.stringify(ManifestSchema.parse(manifest), null, 2)}\n`
}

/** Every file a manifest names, those of candidates last. */
export function manifestFiles(manifest: Manifest): ManifestFile[] {
  return [...manifest.items, ...manifest.candidates].flatMap((part) => part.files)
}
