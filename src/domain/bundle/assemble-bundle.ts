import { artifactDir } from '../records/artifact.ts'
import { expectedContent } from '../content/approved-content.ts'
import { bundleFolders } from './bundle-names.ts'
import { findPathProblems } from './bundle-paths.ts'
import { exportedTasks, exportRoles, finalFile } from './export-roles.ts'
import type { ExecutionRecord } from '../records/execution-record.ts'
import type { IssRecord } from '../records/iss-record.ts'
import type { Manifest, ManifestFile, ManifestItem, MissingTask } from './manifest.ts'
import type { ModelUse } from '../models/model-use.ts'
import { useOfPlan, useOfTask } from '../records/receipts/spent-on-models.ts'
import { findNewest } from '../records/newest-review.ts'
import type { Plan } from '../plan/plan.ts'
import { judgeRootCriteria } from './root-results.ts'
import type { Task } from '../plan/task.ts'
import { recordText } from '../language/message.ts'
import { type BundleApproval, findBundleApproval } from './find-bundle-approval.ts'
import { describeCandidates, describeHeld } from './describe-files.ts'

export interface BundleInput {
  record: IssRecord
  plan: Plan
  execution: ExecutionRecord
  includeCandidates: boolean
  /** Take what is approved so far, and list the rest. */
  partial: boolean
  /** False leaves out the tasks that only support the deliverable. */
  includeSupporting?: boolean
}

/** One file on its way from the version that was approved into the bundle. */
export interface BundleCopy {
  /** Git blob id. */
  blob: string
  source_path: string
  dest_path: string
  sha256: string
  size: number
  mode: '100644' | '100755'
}

export type BundleDecision =
  | { kind: 'bundle'; manifest: Manifest; copies: BundleCopy[] }
  | { kind: 'refused'; why: string; missing: MissingTask[] }

/**
 * Manifest and copies of an export: approved versions of DONE tasks, nothing else without being asked (spec 003 §3.2).
 * The same state gives the same answer. A record that contradicts itself is refused (I6).
 */
export function assembleBundle(input: BundleInput): BundleDecision {
  const { record, plan, execution } = input
  const roles = exportRoles(plan)
  const wanted = exportedTasks(plan, input.includeSupporting !== false)
  const content = expectedContent(execution)
  const approvals: BundleApproval[] = []
  const missing: MissingTask[] = []
  for (const task of wanted) {
    const found = findBundleApproval(task, execution, content)
    if (found.kind === 'approved') approvals.push(found)
    else missing.push(found.missing)
  }
  if (missing.length > 0 && !input.partial) {
    return {
      kind: 'refused',
      why: recordText('{n} of {all} tasks have no approved version yet', { n: missing.length, all: wanted.length }),
      missing,
    }
  }
  const [first] = approvals
  if (first === undefined) return { kind: 'refused', why: recordText('nothing is approved yet'), missing }

  const folders = bundleFolders(plan.tasks)
  const folderOf = (task: Task) => folders.get(task.task_id) ?? task.task_id
  const final = input.includeSupporting === false ? finalFile(plan) : undefined
  const items = approvals.map((approval) => {
    const files = describeHeld(approval.artifact, folderOf(approval.task), content)
    const described = describeApproval(approval, roles.get(approval.task.id) ?? 'supporting')
    const spent = describeSpent(useOfTask(execution, approval.task.id))
    return { ...described, ...pickFinal(files, folderOf(approval.task), final), ...spent }
  })
  const candidates = input.includeCandidates ? describeCandidates(wanted, execution, approvals, folderOf) : []
  const manifest: Manifest = {
    schema_version: 1,
    repository: record.repository,
    ...(record.repository_id === null ? {} : { repository_id: record.repository_id }),
    issue_id: plan.issue_id,
    plan_id: plan.id,
    plan_hash: plan.hash,
    exported_at: (findNewest(approvals.map(({ review }) => review)) ?? first.review).submitted_at,
    root_criteria: judgeRootCriteria(plan, execution),
    items,
    candidates,
    missing,
    ...describeLeftOut(plan.tasks, wanted),
    ...describeSpent(useOfPlan(execution)),
  }
  const problems = findPathProblems(manifestPaths(manifest))
  if (problems.length > 0)
    return {
      kind: 'refused',
      why: recordText("paths that can't be written: {paths}", { paths: problems.join('; ') }),
      missing,
    }
  return { kind: 'bundle', manifest, copies: listCopies(manifest, execution) }
}

function describeSpent(spent: ModelUse | null): { spent?: ModelUse } {
  return spent === null ? {} : { spent }
}

/** Of a set with the one file that is asked for, that file; any other set as a whole. */
function pickFinal(
  files: ManifestFile[],
  folder: string,
  final: string | undefined,
): Pick<ManifestItem, 'files' | 'left_out'> {
  const wanted = files.filter((file) => file.dest_path === `${folder}/${final}`)
  const left = files.filter((file) => !wanted.includes(file))
  if (wanted.length === 0 || left.length === 0) return { files }
  return { files: wanted, left_out: left.map((file) => file.dest_path.slice(folder.length + 1)) }
}

/** Who reads the manifest should know that there was more. */
function describeLeftOut(tasks: readonly Task[], wanted: readonly Task[]): Pick<Manifest, 'left_out'> {
  const taken = new Set(wanted)
  const left = tasks.filter((task) => !taken.has(task))
  if (left.length === 0) return {}
  return { left_out: left.map((task) => ({ task_id: task.task_id, task: task.id, task_title: task.title })) }
}

function describeApproval(
  { task, artifact, review }: BundleApproval,
  role: ManifestItem['role'],
): Omit<ManifestItem, 'files'> {
  return {
    task_id: task.task_id,
    task: task.id,
    task_title: task.title,
    role,
    deliverable_spec: task.deliverable_spec,
    approved_artifact_id: artifact.artifact_id,
    version: artifact.version,
    review: {
      check_task_id: review.check_task_id,
      review_id: review.review_id,
      verdict: 'APPROVED',
      score: review.score,
      reviewer: review.reviewer,
    },
  }
}

function manifestPaths(manifest: Manifest): string[] {
  const files = [...manifest.items, ...manifest.candidates].flatMap((part) => part.files)
  return ['manifest.json', ...files.map((file) => file.dest_path)]
}

function listCopies(manifest: Manifest, execution: ExecutionRecord): BundleCopy[] {
  const blobs = new Map<string, string>()
  for (const artifact of execution.artifacts) {
    for (const file of artifact.files) {
      if (file.blob !== null) blobs.set(`${artifactDir(artifact)}/${file.path}`, file.blob)
    }
  }
  return [...manifest.items, ...manifest.candidates].flatMap((part) =>
    part.files.map((file) => {
      const blob = blobs.get(file.source_path)
      if (blob === undefined) throw new Error(`no blob is recorded for ${file.source_path}`)
      return { blob, ...file }
    }),
  )
}
