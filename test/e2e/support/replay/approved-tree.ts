import type { Artifact } from '../../../../src/domain/records/artifact.ts'
import type { ExecutionRecord } from '../../../../src/domain/records/execution-record.ts'

/** The integration branch at one commit: blob ids by path, and their texts. */
export interface IntegrationTree {
  files: ReadonlyMap<string, string>
  text: (blob: string) => string | undefined
}

interface Held {
  blob: string | null
  task: string
}

/**
 * What one plan's integration branch has to hold, followed from commit to commit by itself: which versions came in, in
 * which order. Approved work of a task is undone by another only where a review was asked about that (I6).
 */
export class ApprovedTree {
  readonly #held = new Map<string, Held>()
  #done: ReadonlySet<string> = new Set()

  /** Versions that came in with this state; the tree is needed only where there are some. */
  take(execution: ExecutionRecord): Artifact[] {
    const done = new Map<string, Artifact>()
    for (const node of Object.values(execution.nodes)) {
      if (node.kind !== 'ACTION' || node.state !== 'DONE') continue
      const version = execution.artifacts.find((one) => one.artifact_id === node.active_artifact_id)
      if (version !== undefined) done.set(node.id, version)
    }
    const before = this.#done
    this.#done = new Set([...done.values()].map((one) => one.artifact_id))
    return [...done.values()].filter((one) => !before.has(one.artifact_id))
  }

  /** `came`: what `take` gave for the same state. */
  findFaults(execution: ExecutionRecord, came: readonly Artifact[], tree: IntegrationTree): string[] {
    const faults = came.flatMap((version) => this.#bringIn(execution, version, tree))
    const unfinished = execution.artifacts.filter(({ task }) => execution.nodes[task]?.state !== 'DONE')
    for (const [path, { blob, task }] of this.#held) {
      const found = tree.files.get(path) ?? null
      const isBrought = unfinished.some(({ files }) => files.some((one) => one.path === path && one.blob === found))
      if (found !== blob && !isBrought)
        faults.push(`the integration branch holds ${path} as ${found}, ${task} was approved with ${blob}`)
    }
    return faults
  }

  #bringIn(execution: ExecutionRecord, version: Artifact, tree: IntegrationTree): string[] {
    const { task, files } = version
    const brought = new Map(files.map(({ path, blob }) => [path, blob]))
    for (const { previous_path: from } of files) if (from !== null && !brought.has(from)) brought.set(from, null)
    for (const [path, held] of this.#held) if (held.task === task && !brought.has(path)) this.#held.delete(path)
    const faults: string[] = []
    for (const [path, blob] of brought) {
      const before = this.#held.get(path)
      if (before?.blob === blob) continue
      this.#held.set(path, { blob, task })
      if (before === undefined || before.task === task || !isLost(before.blob, blob, tree)) continue
      const asked = execution.reviews.some(
        (review) =>
          review.task === task &&
          review.verdict === 'APPROVED' &&
          review.criteria.some(({ id, result }) => id === `UNDOES-${before.task}` && /pass|waived/.test(result)),
      )
      if (!asked)
        faults.push(`version ${version.version} of ${task} undoes ${path} of ${before.task}, and nobody was asked`)
    }
    return faults
  }
}

/** No line of what was there is left. */
function isLost(before: string | null, after: string | null, { text }: IntegrationTree): boolean {
  if (before === null || after === null) return true
  const lines = new Set(text(after)?.split('\n'))
  return (text(before) ?? '').split('\n').every((line) => line === '' || !lines.has(line))
}
