import { z } from 'zod'
import { type Manifest, ManifestSchema } from './manifest.ts'

/** `_type` of an in-toto statement (github.com/in-toto/attestation, spec v1). */
export const statementType = 'https://in-toto.io/Statement/v1'
/** What a signed envelope calls the statement in it. */
export const statementMediaType = 'application/vnd.in-toto+json'
/** What an export says of itself; another shape gets another number. */
export const exportPredicateType = 'urn:countersign:predicate:export:v1'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const { repository, repository_id, issue_id, plan_id, plan_hash, exported_at } = ManifestSchema.shape

/** What a workflow vouches for with an export: which plan, which manifest, and each verdict that let a version in. */
export const ExportPredicateSchema = z.strictObject({
  repository,
  repository_id,
  issue_id,
  plan_id,
  plan_hash,
  exported_at,
  manifest_sha256: sha256,
  approved: z.array(
    z.strictObject({
      task_id: z.uuid(),
      task: z.string(),
      artifact_id: z.uuid(),
      version: z.int().positive(),
      role: z.enum(['deliverable', 'supporting']),
      review: ManifestSchema.shape.items.element.shape.review,
    }),
  ),
  /** Versions that are in it and were not approved. */
  candidates: z.array(z.uuid()),
  /** Tasks that have no approved version yet. */
  missing: z.array(z.uuid()),
})
type ExportPredicate = z.infer<typeof ExportPredicateSchema>

/** An asset of the release, by what it holds. */
export interface AttestedAsset {
  name: string
  sha256: string
}

export const ExportStatementSchema = z.object({
  _type: z.literal(statementType),
  subject: z.array(z.object({ name: z.string(), digest: z.object({ sha256 }) })).min(1),
  predicateType: z.literal(exportPredicateType),
  predicate: z.unknown(),
})

/** All of it follows from the manifest, so that who verifies makes it again and compares. */
export function describeExport(manifest: Manifest, manifestSha256: string): ExportPredicate {
  const { repository, repository_id: id, issue_id, plan_id, plan_hash, exported_at } = manifest
  return {
    repository,
    ...(id === undefined ? {} : { repository_id: id }),
    issue_id,
    plan_id,
    plan_hash,
    exported_at,
    manifest_sha256: manifestSha256,
    approved: manifest.items.map(({ task_id, task, approved_artifact_id, version, role, review }) => {
      return { task_id, task, artifact_id: approved_artifact_id, version, role, review }
    }),
    candidates: manifest.candidates.map(({ artifact_id }) => artifact_id),
    missing: manifest.missing.map(({ task_id }) => task_id),
  }
}

/** The statement over these assets, as it is signed: the same assets, the same text. */
export function renderExportStatement(
  manifest: Manifest,
  manifestSha256: string,
  assets: readonly AttestedAsset[],
): string {
  const sorted = assets.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return JSON.stringify({
    _type: statementType,
    subject: sorted.map((asset) => ({ name: asset.name, digest: { sha256: asset.sha256 } })),
    predicateType: exportPredicateType,
    predicate: describeExport(manifest, manifestSha256),
  })
}
