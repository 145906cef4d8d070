import type { Artifact } from '../records/artifact.ts'
import type { ExecutionRecord } from '../records/execution-record.ts'
import type { ValidationRecord } from '../records/loop/validation.ts'

/** What came to the integration branch since a task's tests last passed. The newest first. */
export interface NewInBase {
  /** `since`: the commit of the integration branch that the version which passed stood on. */
  inputs: { task: string; artifact_id: string; version: number; paths: readonly string[]; since: string }[]
  /** Versions of other tasks, as the change of each. */
  commits: { sha: string; parent: string; subject: string }[]
}

export const nothingNew: NewInBase = { inputs: [], commits: [] }

interface Recorded extends Pick<ExecutionRecord, 'artifacts' | 'nodes'> {
  validations: readonly Pick<ValidationRecord, 'task' | 'passed' | 'artifact_id'>[]
}

/** Of an input that changed it is known what it was before; where no version passed yet, all that is merged is new. */
export function findNewInBase({ artifacts, nodes, validations }: Recorded, task: string): NewInBase {
  const node = nodes[task]
  const taken = new Set(node?.kind === 'ACTION' ? Object.values(node.inputs) : [])
  const passed = validations.findLast((one) => one.task === task && one.passed)?.artifact_id
  const last = artifacts.findIndex((one) => one.artifact_id === passed)
  const since = artifacts[last]?.base_sha
  const merged = artifacts
    .filter((one, index) => index > last && one.task !== task && isMerged(nodes, one))
    .toReversed()
  const toCommit = ({ commit_sha: sha, base_sha: parent, task: other, version }: Artifact) => ({
    sha,
    parent,
    subject: `${other} version ${version}`,
  })
  if (since === undefined) return { inputs: [], commits: merged.map(toCommit) }
  return {
    inputs: merged
      .filter((one) => taken.has(one.artifact_id))
      .map(({ task: input, artifact_id, version, files }) => ({
        task: input,
        artifact_id,
        version,
        paths: files.map(({ path }) => path),
        since,
      })),
    commits: merged.filter((one) => !taken.has(one.artifact_id)).map(toCommit),
  }
}

function isMerged(nodes: ExecutionRecord['nodes'], { task, artifact_id: id }: Artifact): boolean {
  const node = nodes[task]
  return node?.kind === 'ACTION' && node.approved_artifact_id === id && node.merge === 'merged'
}
