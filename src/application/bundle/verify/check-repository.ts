import { expectedContent } from '../../../domain/content/approved-content.ts'
import type { Artifact } from '../../../domain/records/artifact.ts'
import { heldFiles } from '../../../domain/content/held-files.ts'
import { workflowBranch } from '../../../domain/records/iss-record.ts'
import type { Manifest } from '../../../domain/bundle/manifest.ts'
import { findNewestReview } from '../../../domain/records/newest-review.ts'
import type { Review } from '../../../domain/records/review.ts'
import { ExportFault } from '../export-fault.ts'
import { loadPlanState, type PlanState } from '../load-plan-state.ts'
import { describeDifferences, readDifferences } from '../../branches/read-differences.ts'
import type { StateReader } from '../../ports/state/state-reader.ts'
import { checkApproval } from './check-approval.ts'
import type { SeenBlobs } from './check-files.ts'
import { checkPersonReviews } from './check-person-reviews.ts'
import { checkPlan } from './check-plan.ts'
import { checkVersion } from './check-version.ts'
import { checkHistory, checkRepositoryIds, type RecordProof } from './check-history.ts'
import type { Findings } from '../findings.ts'

/**
 * Compares the manifest with what the repository's workflow branch says: plan, approved versions, reviews with their
 * verdict files, and every blob; and that the App wrote it. Returns the commit that was read, its time, and the App's keys
 * where a known one vouches for them all.
 */
export async function checkRepository(
  reader: StateReader,
  proof: RecordProof,
  manifest: Manifest,
  seen: SeenBlobs,
  findings: Findings,
): Promise<{ commit: string; committedAt: string | null; keys: string[] | null } | null> {
  const head = await reader.findHead(workflowBranch)
  if (head === undefined && proof.clone !== null) {
    findings.doubt('clone_outdated', null, `this clone has no branch ${workflowBranch}; ${fetchAnew(proof.clone)}`)
    return null
  }
  if (head === undefined) {
    findings.fault('repository_unreadable', null, `the repository has no branch ${workflowBranch}`)
    return null
  }
  const { judgement, committedAt } = await checkHistory(proof, head, findings)
  const loaded = await loadState(reader, head, manifest)
  if (proof.clone !== null && isNoLater(committedAt, manifest.exported_at) && !knowsReviews(loaded, manifest)) {
    const message = `this clone’s record ends at ${committedAt}, before what is in here was approved; ${fetchAnew(proof.clone)}`
    findings.doubt('clone_outdated', null, message)
    return { commit: head, committedAt, keys: null }
  }
  const state = takeState(loaded, manifest, findings)
  if (state === undefined) return { commit: head, committedAt, keys: null }
  checkRepositoryIds(manifest, state.record, judgement, findings)
  checkPlan(manifest, state, findings)
  const content = expectedContent(state.execution)
  const context = { reader, head, state, manifest, seen, findings }
  for (const item of manifest.items) {
    const artifact = findVersion(state, item.approved_artifact_id)
    if (artifact === undefined) {
      findings.fault('not_recorded', item.task, `version ${item.approved_artifact_id} is not in the record`)
      continue
    }
    await checkVersion(context, item, artifact, heldFiles(artifact, content))
    await checkApproval(context, item, artifact)
  }
  for (const candidate of manifest.candidates) {
    const artifact = findVersion(state, candidate.artifact_id)
    const verdict = findNewestReview(state.execution.reviews, candidate.artifact_id)?.verdict ?? null
    if (artifact === undefined) {
      findings.fault('not_recorded', candidate.task, `version ${candidate.artifact_id} is not in the record`)
      continue
    }
    if (verdict !== candidate.verdict) {
      findings.doubt('superseded', candidate.task, `candidate ${artifact.version} was judged anew since`)
    }
    const own = artifact.files.map((file) => ({ file, version: artifact }))
    await checkVersion(context, candidate, artifact, own)
  }
  await checkPersonReviews(
    proof.reviews,
    { records: reviewsOf(manifest, state), versions: state.execution.artifacts },
    findings,
  )
  await checkIntegrationBranch(reader, state, findings)
  return { commit: head, committedAt, keys: judgement.vouched === 'yes' ? judgement.keys : null }
}

/** The times of commits have no parts of a second: in the same one, it may have been before. */
function isNoLater(committedAt: string | null, exportedAt: string): boolean {
  const second = (time: string) => Math.floor(Date.parse(time) / 1000)
  return committedAt !== null && second(committedAt) <= second(exportedAt)
}

/** Also right in a bare clone, and in one of a single branch. */
function fetchAnew(clone: string): string {
  const refs = '+refs/heads/countersign/*:refs/remotes/origin/countersign/*'
  return `bring it up to date and ask again: git -C '${clone}' fetch origin '${refs}'`
}

/** What made each version of the manifest approved, or a candidate what it is said to be. */
function reviewsOf({ items, candidates }: Manifest, { execution: { reviews } }: PlanState): Review[] {
  const named = new Set(items.map((item) => item.review.review_id))
  const newest = candidates.flatMap((one) => findNewestReview(reviews, one.artifact_id) ?? [])
  return [...reviews.filter((review) => named.has(review.review_id)), ...newest]
}

/** What the release's tag points at holds what was approved, and nothing else. */
async function checkIntegrationBranch(reader: StateReader, state: PlanState, findings: Findings): Promise<void> {
  const commit = state.execution.execution_result.commit_hash
  if (commit === null) return
  const differences = await readDifferences(reader, state, commit)
  if (differences === null)
    findings.note('commit_unreachable', commit, 'the integration commit is not in the repository any more')
  else if (differences.length > 0)
    findings.doubt('integration_differs', commit, `it is not what was approved: ${describeDifferences(differences)}`)
}

async function loadState(reader: StateReader, head: string, manifest: Manifest) {
  try {
    return await loadPlanState(reader, head, manifest.issue_id, manifest.plan_id)
  } catch (error) {
    if (!(error instanceof ExportFault)) throw error
    return { kind: 'unreadable' as const, why: `${error.message}: ${error.details}` }
  }
}

type LoadedState = Awaited<ReturnType<typeof loadState>>

function takeState(loaded: LoadedState, manifest: Manifest, findings: Findings): PlanState | undefined {
  switch (loaded.kind) {
    case 'found':
      return loaded
    case 'absent':
      findings.fault('not_recorded', manifest.plan_id, loaded.why)
      return undefined
    case 'unreadable':
      findings.fault('repository_unreadable', null, loaded.why)
      return undefined
  }
}

function knowsReviews(loaded: LoadedState, { items }: Manifest): boolean {
  if (loaded.kind !== 'found') return false
  const known = new Set(loaded.execution.reviews.map(({ review_id: id }) => id))
  return items.every(({ review }) => known.has(review.review_id))
}

function findVersion({ execution }: PlanState, artifactId: string): Artifact | undefined {
  return execution.artifacts.find((one) => one.artifact_id === artifactId)
}
