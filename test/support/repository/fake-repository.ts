import { gitBlobIdOf, sha256Of } from '../../../src/application/bundle/hashes.ts'
import type { StateReader } from '../../../src/application/ports/state/state-reader.ts'
import { approvedContent, mergedVersions } from '../../../src/domain/content/approved-content.ts'
import type { TreeChange, TreeEntry } from '../../../src/domain/content/tree-change.ts'
import type { Artifact, ArtifactFile } from '../../../src/domain/records/artifact.ts'
import { artifactDir } from '../../../src/domain/records/artifact.ts'
import type { ExecutionRecord } from '../../../src/domain/records/execution-record.ts'
import { type IssRecord, workflowBranch } from '../../../src/domain/records/iss-record.ts'
import type { Plan } from '../../../src/domain/plan/plan.ts'
import { verdictPath } from '../../../src/domain/records/review.ts'
import { issRecordPath, solutionPaths } from '../../../src/domain/paths/solution-paths.ts'
import type { Task } from '../../../src/domain/plan/task.ts'
import { renderVerdictFile } from '../../../src/views/check/verdict-file.ts'
import {
  buildArtifact,
  buildArtifactFile,
  buildExecution,
  buildPlan,
  buildRecord,
  buildReview,
  buildTask,
  type NodeOverrides,
  testSha,
} from '../builders.ts'

/** A plan whose tasks are all DONE, with the bytes of every version. */
export interface ApprovedPlan {
  record: IssRecord
  plan: Plan
  execution: ExecutionRecord
  /** By git blob id. */
  blobs: Map<string, Uint8Array>
}

/** T1 with one version and T2 with a rejected and an approved one; `record` overrides the ISS record. */
export function buildApprovedPlan(overrides: Partial<IssRecord> = {}): ApprovedPlan {
  const tasks = [buildTask({ title: 'Write the parser' }), buildTask({ id: 'T2', title: '写文档', depends_on: ['T1'] })]
  const plan = buildPlan({ tasks })
  const blobs = new Map<string, Uint8Array>()
  const [first, second] = tasks as [Task, Task]
  const artifacts = [
    withFiles(first, 1, { 'src/task-1.ts': 'export const one = 1\n', 'bin/run.sh': '#!/bin/sh\n' }, blobs),
    withFiles(second, 1, { 'docs/guide.md': '# Draft\n' }, blobs),
    withFiles(second, 2, { 'docs/guide.md': '# Guide\n', 'docs/empty.txt': '' }, blobs),
  ] as [Artifact, Artifact, Artifact]
  const reviews = [
    buildReview(first, artifacts[0]),
    buildReview(second, artifacts[1], { verdict: 'REJECTED', score: 0.4, submitted_at: '2026-11-21T03:30:00Z' }),
    buildReview(second, artifacts[2], { reviewer: '@ada', score: 0.9, submitted_at: '2026-11-21T03:40:00Z' }),
  ].map((review) => ({ ...review, plan_hash: plan.hash }))
  const approve = (artifact: Artifact) => {
    const id = artifact.artifact_id
    return { state: 'DONE' as const, merge: 'merged' as const, approved_artifact_id: id, active_artifact_id: id }
  }
  const nodes: NodeOverrides = { T1: approve(artifacts[0]), T2: approve(artifacts[2]) }
  const execution = buildExecution(plan, nodes, {
    artifacts,
    reviews,
    execution_result: { files_modified: [], commit_hash: testSha('integration'), tests_passed: true },
  })
  const approved = { record: buildRecord({ plan_hash: plan.hash, ...overrides }), plan, execution, blobs }
  sealReviews(approved)
  return approved
}

function withFiles(
  task: Task,
  version: number,
  files: Record<string, string>,
  blobs: Map<string, Uint8Array>,
): Artifact {
  const described = Object.entries(files).map(([path, text]): ArtifactFile => {
    const bytes = Buffer.from(text)
    const blob = gitBlobIdOf(bytes)
    blobs.set(blob, bytes)
    const mode = path.startsWith('bin/') ? '100755' : '100644'
    return buildArtifactFile({ path, mode, size: bytes.length, sha256: sha256Of(bytes), blob })
  })
  return buildArtifact(task, { version, files: described })
}

/** Binds each review to its version's commit and to the text of its verdict file. */
export function sealReviews({ plan, execution }: ApprovedPlan): void {
  for (const review of execution.reviews) {
    const artifact = execution.artifacts.find((one) => one.artifact_id === review.reviewed_artifact_id)
    if (artifact === undefined) throw new Error('a review of no version')
    review.commit_sha = artifact.commit_sha
    review.tree_sha = artifact.tree_sha
    review.file = null
    const text = renderVerdictFile({ review, plan, artifact })
    review.file = { path: verdictPath(review), sha256: sha256Of(text) }
  }
}

/** Everything the workflow branch holds of the plan, by path. */
export function workflowFiles(approved: ApprovedPlan): Map<string, { bytes: Uint8Array; mode: string }> {
  const { record, plan, execution, blobs } = approved
  const files = new Map<string, { bytes: Uint8Array; mode: string }>()
  const put = (path: string, content: Uint8Array | string, mode = '100644') => {
    files.set(path, { bytes: Buffer.from(content), mode })
  }
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  put(issRecordPath(record.id), json(record))
  put(solutionPaths(record.session_id, record.id, plan.id, 'plan')[0], json(plan))
  put(solutionPaths(record.session_id, record.id, plan.id, 'execution')[0], json(execution))
  for (const artifact of execution.artifacts) {
    for (const { path, blob, mode } of artifact.files) {
      const bytes = blobs.get(blob ?? '')
      if (bytes !== undefined) put(`${artifactDir(artifact)}/${path}`, bytes, mode ?? '100644')
    }
  }
  for (const review of execution.reviews) {
    const artifact = execution.artifacts.find((one) => one.artifact_id === review.reviewed_artifact_id)
    if (artifact !== undefined) put(verdictPath(review), renderVerdictFile({ review, plan, artifact }))
  }
  return files
}

/** A repository in memory with one commit on the workflow branch, and each version's commit. */
export class FakeRepository implements StateReader {
  readonly files: Map<string, { bytes: Uint8Array; mode: string }>
  readonly approved: ApprovedPlan
  head = testSha('workflow')

  constructor(approved: ApprovedPlan) {
    this.approved = approved
    this.files = workflowFiles(approved)
  }

  findHead(branch: string) {
    return Promise.resolve(branch === workflowBranch ? this.head : undefined)
  }

  /** What the integration branch holds otherwise than approved, by path; null: the path is gone. */
  readonly strayed = new Map<string, TreeEntry | null>()

  mergeBase(): Promise<undefined> {
    return Promise.resolve(undefined)
  }

  compareTrees(_base: string, head: string): Promise<TreeChange[] | undefined> {
    if (head !== this.approved.execution.execution_result.commit_hash) return Promise.resolve(undefined)
    const expected = approvedContent(mergedVersions(this.approved.execution))
    const held = new Map([...[...expected].map(([path, { entry }]) => [path, entry] as const), ...this.strayed])
    return Promise.resolve([...held].map(([path, after]) => ({ path, before: null, after })))
  }

  findTree(commit: string) {
    return Promise.resolve(this.versionOf(commit)?.tree_sha)
  }

  findFile(commit: string, path: string) {
    if (commit === this.head) {
      const file = this.files.get(path)
      return Promise.resolve(file && { path, blob: gitBlobIdOf(file.bytes), mode: file.mode })
    }
    const file = this.versionOf(commit)?.files.find((one) => one.path === path)
    const found = file?.blob && file.mode ? { path, blob: file.blob, mode: file.mode } : undefined
    return Promise.resolve(found)
  }

  listFiles(_commit: string, folder: string) {
    const below = [...this.files].filter(([path]) => path.startsWith(`${folder}/`))
    return Promise.resolve(below.map(([path, { bytes, mode }]) => ({ path, blob: gitBlobIdOf(bytes), mode })))
  }

  readBlob(blob: string) {
    for (const { bytes } of this.files.values()) {
      if (gitBlobIdOf(bytes) === blob) return Promise.resolve(bytes)
    }
    return Promise.reject(new Error(`no blob ${blob}`))
  }

  private versionOf(commit: string): Artifact | undefined {
    return this.approved.execution.artifacts.find((artifact) => artifact.commit_sha === commit)
  }
}
