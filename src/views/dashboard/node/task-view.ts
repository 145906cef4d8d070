import type { Artifact } from '../../../domain/records/artifact.ts'
import type { ActionNode } from '../../../domain/records/node-state.ts'
import type { Receipt } from '../../../domain/records/execution-record.ts'
import type { ValidationRecord } from '../../../domain/records/loop/validation.ts'
import type { CriterionResult, Review } from '../../../domain/records/review.ts'
import type { TaskStatus } from '../../../domain/records/status-report.ts'
import type { Check } from '../../../domain/plan/plan.ts'
import type { Task } from '../../../domain/plan/task.ts'
import type { Links } from '../../markdown/links.ts'
import type { Dossier, ShownFiles } from '../dossier.ts'

/** All that is known of one task, gathered for its page. */
export interface TaskView {
  task: Task
  status: TaskStatus
  node: ActionNode | null
  check: Check | null
  /** What its CHECK found of the newest version so far, while it has no verdict. */
  partial: readonly CriterionResult[]
  /** Oldest first. */
  versions: readonly Artifact[]
  /** Oldest first; several may be of one version. */
  reviews: readonly Review[]
  receipts: readonly Receipt[]
  /** Tests of its versions, oldest first. */
  validations: readonly ValidationRecord[]
  files: ShownFiles
  links: Links | null
}

/** Undefined where the plan has no such task. */
export function gatherTask(
  { plan, execution, status }: Dossier,
  id: string,
  files: ShownFiles,
  links: Links | null,
): TaskView | undefined {
  const task = plan?.tasks.find((one) => one.id === id)
  const stands = status.tasks.find((one) => one.id === id)
  if (plan === null || task === undefined || stands === undefined) return undefined
  const node = execution?.nodes[id]
  const check = plan.checks.find((one) => one.review_target_task_id === task.task_id) ?? null
  const checkNode = execution?.nodes[check?.id ?? '']
  const versions = execution?.artifacts.filter((one) => one.task === id) ?? []
  return {
    task,
    status: stands,
    node: node?.kind === 'ACTION' ? node : null,
    check,
    partial: checkNode?.kind === 'CHECK' ? checkNode.partial : [],
    versions: versions.toSorted((a, b) => a.version - b.version),
    reviews: execution?.reviews.filter((one) => one.task === id) ?? [],
    receipts: execution?.receipts.filter((one) => one.task === id) ?? [],
    validations: execution?.validations.filter((one) => one.task === id) ?? [],
    files,
    links,
  }
}

/** What a version is to whoever wants the deliverable (spec 003 §3.2). */
export type VersionRole = 'deliverable' | 'candidate' | 'failed' | 'rejected' | 'replaced'

/** A version is tested before it is reviewed; one that fails is made anew, and no review sees it. */
export function roleOfVersion(
  { node, reviews, validations }: Pick<TaskView, 'node' | 'reviews' | 'validations'>,
  version: Artifact,
): VersionRole {
  if (node?.approved_artifact_id === version.artifact_id) return 'deliverable'
  const verdict = newestVerdict(reviews, version)?.verdict
  if (verdict === 'REJECTED') return 'rejected'
  const tested = validations.findLast((one) => one.artifact_id === version.artifact_id)
  if (verdict === undefined && tested?.passed === false) return 'failed'
  return node?.active_artifact_id === version.artifact_id ? 'candidate' : 'replaced'
}

export function newestVerdict(reviews: readonly Review[], { artifact_id: id }: Artifact): Review | undefined {
  return reviews.findLast((one) => one.reviewed_artifact_id === id)
}

export function nameAuthor({ by }: Pick<Artifact, 'by'>): string {
  return by.kind === 'person' ? `@${by.login}` : by.name
}
