import type { RepositoryRef } from '../../repository-ref.ts'

export type ExportOutcome =
  | { kind: 'exported'; tag: string; url: string; manifestSha256: string; files: number; missing: string[] }
  | { kind: 'refused'; why: string }

/** Bundle, manifest and release of a plan's approved versions (spec 003 §3.2). */
export interface Exporter {
  exportPlan(
    repository: RepositoryRef,
    wish: {
      issueNumber: number
      planId: string
      includeCandidates: boolean
      includeSupporting: boolean
      partial: boolean
      op: string
    },
  ): Promise<ExportOutcome>
}
