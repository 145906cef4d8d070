import { createHash } from 'node:crypto'
import { parse as parseYaml } from 'yaml'
import { type Artifact, artifactDir } from '../../../../src/domain/records/artifact.ts'
import type { ExecutionRecord } from '../../../../src/domain/records/execution-record.ts'
import { type Review, verdictPath } from '../../../../src/domain/records/review.ts'
import type { GitObjects } from '../git/git-objects.ts'

export interface RecordedTree {
  /** Blob id by path. */
  files: ReadonlyMap<string, string>
  blobs: ReadonlyMap<string, Buffer>
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A version: the commit has the tree that was recorded, and the workflow branch its very bytes. */
export async function findArtifactFaults(
  objects: GitObjects,
  artifact: Artifact,
  earlier: readonly Artifact[],
  tree: RecordedTree,
): Promise<string[]> {
  const name = `version ${artifact.version} of ${artifact.task}`
  const commit = await objects.findCommit(artifact.commit_sha)
  const base = await objects.findCommit(artifact.base_sha)
  if (commit === undefined || base === undefined) return [`${name} has no commit, or no base`]
  const faults = commit.tree === artifact.tree_sha ? [] : [`${name} has tree ${commit.tree}`]
  const inCommit = await objects.listFiles(commit.tree)
  for (const { path, status, mode, blob, size, sha256: digest } of artifact.files) {
    if (status === 'deleted') {
      if (inCommit.has(path)) faults.push(`${name} says ${path} is deleted`)
      continue
    }
    const there = inCommit.get(path)
    if (there?.mode !== mode || there?.blob !== blob) faults.push(`${name} says ${path} is ${mode} ${blob}`)
    if (tree.files.get(`${artifactDir(artifact)}/${path}`) !== blob) faults.push(`${name} does not keep ${path}`)
    const bytes = tree.blobs.get(blob ?? '')
    if (bytes === undefined || sha256(bytes) !== digest || bytes.length !== size) faults.push(`${path} has other bytes`)
  }
  const real = (await objects.diff(base.tree, commit.tree)).map((change) => change.path)
  const told = artifact.files.flatMap((file) => [file.path, ...(file.status === 'renamed' ? [file.previous_path] : [])])
  // On top of a merged version it is told against the base of that one, after which other tasks were merged too; what it
  // puts back to there is a change all the same.
  const onMerged = earlier.some((one) => one.task === artifact.task && one.base_sha === artifact.base_sha)
  const missing = onMerged ? [] : real.filter((path) => !told.includes(path))
  const unreal = told.filter((path) => path === null || (!onMerged && !real.includes(path)))
  if (missing.length > 0 || unreal.length > 0) faults.push(`${name} changes ${real.join()}, not ${told.join()}`)
  return faults
}

/** A verdict names a version that was recorded, and its file says the same (I6). */
export function findReviewFaults(review: Review, execution: ExecutionRecord, tree: RecordedTree): string[] {
  const name = `review ${review.review_id}`
  const artifact = execution.artifacts.find((one) => one.artifact_id === review.reviewed_artifact_id)
  if (artifact === undefined) return [`${name} is of no version`]
  const faults: string[] = []
  for (const key of ['commit_sha', 'tree_sha', 'version', 'task_id'] as const)
    if (review[key] !== artifact[key]) faults.push(`${name} has another ${key} than its version`)
  const path = verdictPath(review)
  const bytes = tree.blobs.get(tree.files.get(path) ?? '')
  if (bytes === undefined || review.file === null) return [...faults, `${name} has no verdict file`]
  if (review.file.path !== path || sha256(bytes) !== review.file.sha256) faults.push(`${name} has another verdict file`)
  const { reviewed_artifact_id, verdict, score, commit_sha, tree_sha, plan_hash, reviewer, submitted_at } = review
  const wanted = { reviewed_artifact_id, verdict, score, commit_sha, tree_sha, plan_hash, reviewer, submitted_at }
  const said = parseFrontMatter(bytes.toString('utf8'))
  for (const [key, value] of Object.entries(wanted))
    if (said[key] !== value) faults.push(`${path} says ${key} is ${JSON.stringify(said[key])}, not ${value}`)
  return faults
}

function parseFrontMatter(text: string): Record<string, unknown> {
  const front = /^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? ''
  return (parseYaml(front) ?? {}) as Record<string, unknown>
}

/** Files of versions and verdicts that no record names. */
export function findStrayFiles(paths: readonly string[], executions: readonly ExecutionRecord[]): string[] {
  const named = new Set(
    executions.flatMap(({ artifacts, reviews }) => [
      ...artifacts.flatMap((artifact) => artifact.files.map((file) => `${artifactDir(artifact)}/${file.path}`)),
      ...reviews.map((review) => verdictPath(review)),
    ]),
  )
  return paths.filter((path) => !named.has(path)).map((path) => `${path} belongs to no record`)
}
