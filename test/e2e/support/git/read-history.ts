import type { GitObjects, TreeChange } from './git-objects.ts'

export interface HistoryChange {
  path: string
  status: string
  /** null where it was not there before, or is not there after. */
  before: string | null
  after: string | null
  mode: string
}

/** One commit of the workflow branch as git has it. */
export interface HistoryCommit {
  sha: string
  parents: string[]
  message: string
  changes: HistoryChange[]
}

/** Commits and the bytes of all that they brought. */
export interface History {
  /** Oldest first; empty where there is no workflow branch, or nothing new on it. */
  commits: HistoryCommit[]
  /** Bytes by blob id. */
  blobs: Map<string, Buffer>
}

const branch = 'refs/heads/countersign/workflow'

/** Commits of the workflow branch after `since` (all for null), with what each changed, read without any code of ours. */
export async function readHistory(objects: GitObjects, since: string | null = null): Promise<History> {
  const history: History = { commits: [], blobs: new Map() }
  let commit = await objects.findCommit(branch)
  while (commit !== undefined && commit.sha !== since) {
    const { sha, tree, parents, message } = commit
    const parent = parents[0] === undefined ? undefined : await objects.findCommit(parents[0])
    const changes = (await objects.diff(parent?.tree ?? null, tree)).map(describeChange)
    history.commits.unshift({ sha, parents, message, changes })
    const blobs = await Promise.all(changes.flatMap(({ after }) => (after === null ? [] : [objects.find(after)])))
    for (const blob of blobs) if (blob !== undefined) history.blobs.set(blob.id, blob.bytes)
    commit = parent
  }
  return history
}

function describeChange({ path, before, after }: TreeChange): HistoryChange {
  const status = before === null ? 'A' : after === null ? 'D' : 'M'
  const mode = after === null ? '000000' : after.mode
  return { path, status, before: before?.blob ?? null, after: after?.blob ?? null, mode }
}
