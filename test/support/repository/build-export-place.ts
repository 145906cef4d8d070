import type { ExportPlace } from '../../../src/application/ports/forge/export-places.ts'
import type { FolderReplacement } from '../../../src/application/ports/state/bundle-writer.ts'
import { openMemorySpool } from '../../../src/application/bundle/release-files.ts'
import { hashPlan } from '../../../src/domain/plan/plan-hash.ts'
import { testSha } from '../builders.ts'
import { FakeReleaseStore } from './fake-release-store.ts'
import { type ApprovedPlan, buildApprovedPlan, FakeRepository, sealReviews } from './fake-repository.ts'

/** Where a plan of issue 7 can be exported: T2's deliverable is the final one, T1 supports it. */
export function buildExportPlace() {
  const releases = new FakeReleaseStore()
  const written: FolderReplacement[] = []
  const place: ExportPlace = {
    state: new FakeRepository(buildAssembledPlan()),
    releases,
    writer: {
      replaceFolder(input) {
        written.push(input)
        return Promise.resolve({ kind: 'written', commit: testSha('bundle') })
      },
    },
    sign: () => [],
    signManifest: () => 'c2lnbmVk',
    publicKey: 'a-public-key',
    openSpool: openMemorySpool,
    fetchBlobs: () => Promise.resolve(undefined),
  }
  return { place, releases, written }
}

function buildAssembledPlan(): ApprovedPlan {
  const approved = buildApprovedPlan()
  const spec = approved.plan.goals[0]?.final_deliverable_spec
  if (spec) Object.assign(spec, { mode: 'ASSEMBLE', assemble_task_id: 'T2' })
  approved.plan.hash = hashPlan(approved.plan)
  approved.record.plan_hash = approved.plan.hash
  for (const review of approved.execution.reviews) review.plan_hash = approved.plan.hash
  sealReviews(approved)
  return approved
}
