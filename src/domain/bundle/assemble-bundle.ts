import { type Artifact, artifactDir } from '../records/artifact.ts'
import { type ApprovedPath, expectedContent } from '../content/approved-content.ts'
import { bundleFolders } from './bundle-names.ts'
import { findPathProblems } from './bundle-paths.ts'
import { exportedTasks, exportRoles, finalFile } from './export-roles.ts'
import type { ExecutionRecord } from '../records/execution-record.ts'
import { heldFiles } from '../content/held-files.ts'
import type { IssRecord } from '../records/iss-record.ts'
import type { Manifest, ManifestCandidate, ManifestFile, ManifestItem, MissingTask } from './manifest.ts'
import type { ModelUse } from '../models/model-use.ts'
import { useOfPlan, useOfTask } from '../records/receipts/spent-on-models.ts'
import type { ActionNode } from '../records/node-state.ts'
import { findNewest, findNewestReview } from '../records/newest-review.ts'
import type { Plan } from '../plan/plan.ts'
import type { Review } from '../records/review.ts'
import { judgeRootCriteria } from './root-results.ts'
import type { Task } from '../plan/task.ts'
import { recordText } from '../language/message.ts'

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

interface Approval {
  task: Task
  artifact: Artifact
  review: Review
}

/**
 * Manifest and copies of an export: approved versions of DONE tasks, nothing else without being asked (spec 003 §3.2).
 * The same state gives the same answer. A record that contradicts itself is refused (I6).
 */
export function assembleBundle(input: BundleInput): BundleDecision {
  const { record, plan, execution } = input
  const roles = exportRoles(plan)
  const wanted = exportedTasks(plan, input.includeSupporting !== false)
  const content = expectedContent(execution)
  const approvals: Approval[] = []
  const missing: MissingTask[] = []
  for (const task of wanted) {
    const found = findApproval(task, execution, content)
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

function findApproval(
  task: Task,
  execution: ExecutionRecord,
  content: Content,
): ({ kind: 'approved' } & Approval) | { kind: 'missing'; missing: MissingTask } {
  const node = execution.nodes[task.id]
  const state = node?.kind === 'ACTION' ? node.state : 'PENDING'
  const lacks = (why: string) => ({
    kind: 'missing' as const,
    missing: { task_id: task.task_id, task: task.id, task_title: task.title, state, why },
  })
  if (node?.kind !== 'ACTION') return lacks(recordText('has no state'))
  if (node.state !== 'DONE') return lacks(whyNotDone(node))
  if (node.approved_artifact_id === null || node.approval_stale)
    return lacks(recordText('is done without a standing approval'))
  const artifact = execution.artifacts.find((one) => one.artifact_id === node.approved_artifact_id)
  if (artifact === undefined || artifact.task_id !== task.task_id)
    return lacks(recordText('its approved version is not recorded'))
  if (artifact.files.some(lacksBytes))
    return lacks(recordText('a file of its approved version is recorded without its bytes'))
  const review = findNewestReview(execution.reviews, artifact.artifact_id)
  if (review?.verdict !== 'APPROVED' || review.task_id !== task.task_id) {
    return lacks(recordText('its approved version has no approving review'))
  }
  const redone = heldFiles(artifact, content).find(({ version }) => execution.nodes[version.task]?.state !== 'DONE')
  if (redone !== undefined)
    return lacks(
      recordText('{path} was changed since by {task}, which is being done anew', {
        path: redone.file.path,
        task: redone.version.task,
      }),
    )
  return { kind: 'approved', task, artifact, review }
}

type Content = ReadonlyMap<string, ApprovedPath>

function lacksBytes({ status, sha256, blob, size, mode }: Artifact['files'][number]): boolean {
  return status !== 'deleted' && (sha256 === null || blob === null || size === null || mode === null)
}

function whyNotDone(node: ActionNode): string {
  return node.approved_artifact_id === null
    ? recordText('nothing is approved yet')
    : recordText('its approval is not final')
}

function describeApproval(
  { task, artifact, review }: Approval,
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

function describeCandidates(
  tasks: readonly Task[],
  execution: ExecutionRecord,
  approvals: readonly Approval[],
  folderOf: (task: Task) => string,
): ManifestCandidate[] {
  const approved = new Set(approvals.map(({ artifact }) => artifact.artifact_id))
  return tasks.flatMap((task) =>
    execution.artifacts
      .filter((artifact) => artifact.task_id === task.task_id && !approved.has(artifact.artifact_id))
      .toSorted((a, b) => a.version - b.version)
      .map((artifact) => ({
        task_id: task.task_id,
        task: task.id,
        task_title: task.title,
        artifact_id: artifact.artifact_id,
        version: artifact.version,
        verdict: findNewestReview(execution.reviews, artifact.artifact_id)?.verdict ?? null,
        files: describeFiles(artifact, `_candidates/${folderOf(task)}/${artifact.artifact_id}`),
      })),
  )
}

/** Its files as they were approved last. */
function describeHeld(artifact: Artifact, folder: string, content: Content): ManifestFile[] {
  return heldFiles(artifact, content)
    .flatMap(({ file, version }) => {
      const described = describeFiles({ ...version, files: [file] }, folder)
      if (version.task === artifact.task) return described
      const { task_id, task, artifact_id, version: number } = version
      return described.map((one) => ({ ...one, approved_as: { task_id, task, artifact_id, version: number } }))
    })
    .toSorted((a, b) => (a.dest_path < b.dest_path ? -1 : 1))
}

/** Files with bytes; a path that the version deletes has none to hand over. */
function describeFiles(artifact: Artifact, folder: string): ManifestFile[] {
  const files: ManifestFile[] = []
  for (const { path, sha256, blob, size, mode } of artifact.files) {
    if (sha256 === null || blob === null || size === null || mode === null) continue
    const source = `${artifactDir(artifact)}/${path}`
    files.push({ dest_path: `${folder}/${path}`, sha256, source_path: source, size, mode })
  }
  return files.toSorted((a, b) => (a.dest_path < b.dest_path ? -1 : 1))
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
