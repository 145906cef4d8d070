import { type ApprovedPath, expectedContent } from '../content/approved-content.ts'
import { verdictPath } from '../records/review.ts'
import type { Work } from '../records/work.ts'
import { isAlive, keptBranches, type KeptBranch, owes } from './kept-branches.ts'

/** What has to be known beside the state to judge it. */
export interface DoctorQuestions {
  issueNumber: number
  sessionId: string
  /** Branches below it are listed. */
  branchPrefix: string
  commits: string[]
  /** Branches that should contain a commit. */
  kept: KeptBranch[]
  /** Null where there is no integration branch to be looked at, or something on its way into it. */
  integration: IntegrationQuestion | null
  /** Folders on the workflow branch whose files are listed. */
  folders: string[]
  /** Files whose bytes are read. */
  verdictFiles: string[]
  pulls: number[]
  /** Node ids of comments. */
  comments: string[]
}

export interface IntegrationQuestion {
  branch: string
  /** The branch it goes to. */
  target: string
  base: string | null
  expected: ReadonlyMap<string, ApprovedPath>
}

/** Null before the issue is registered: there is nothing to look at. */
export function decideQuestions(work: Work): DoctorQuestions | null {
  const { record, plan, execution } = work
  if (record === null) return null
  const nodes = Object.values(execution?.nodes ?? {})
  const pulls = nodes.flatMap((node) => (node.kind === 'ACTION' && node.pull_request ? [node.pull_request.number] : []))
  if (record.final_pull_request) pulls.push(record.final_pull_request.number)
  const artifacts = execution?.artifacts ?? []
  const reviews = execution?.reviews ?? []
  const kept = keptBranches(work)
  const taskIds = [...(plan?.tasks ?? []), ...artifacts].map((one) => one.task_id)
  const checkIds = [...(plan?.checks.map((check) => check.task_id) ?? []), ...reviews.map((one) => one.check_task_id)]
  return {
    issueNumber: record.number,
    sessionId: record.session_id,
    branchPrefix: `countersign/${record.id}/`,
    commits: [...new Set([...kept.map((one) => one.sha), ...currentCommits(work)])],
    kept,
    integration: askIntegration(work),
    folders: [
      ...[...new Set(taskIds)].map((id) => `workspace/artifacts/${id}`),
      ...[...new Set(checkIds)].map((id) => `workspace/reviews/${id}`),
    ],
    verdictFiles: reviews.map((review) => verdictPath(review)),
    pulls: [...new Set(pulls)],
    comments: [record.plan_comment, record.status_comment].flatMap((one) => (one === null ? [] : [one.node_id])),
  }
}

function askIntegration({ record, execution }: Work): IntegrationQuestion | null {
  if (record?.base_branch == null || execution === null || !isAlive(record)) return null
  if (owes(record, 'open_base') || owes(record, 'merge_task')) return null
  const { base_branch: branch, default_branch: target, base_sha: base } = record
  return { branch, target, base, expected: expectedContent(execution) }
}

/**
 * Commits of the versions that tasks point to, while the work is alive. One that was approved, and pushed over by force
 * before it was merged, no branch leads to any more.
 */
function currentCommits({ record, execution }: Work): string[] {
  if (record?.phase !== 'working' || execution === null) return []
  const merged = new Set<string | null>(execution.merges.map((one) => one.artifact_id))
  const pointed = new Set(
    Object.values(execution.nodes).flatMap((node) => {
      if (node.kind !== 'ACTION' || node.state === 'CANCELLED') return []
      const { active_artifact_id: active, approved_artifact_id: approved } = node
      return merged.has(approved) ? [active, approved] : [active]
    }),
  )
  return execution.artifacts.filter((one) => pointed.has(one.artifact_id)).map((one) => one.commit_sha)
}
