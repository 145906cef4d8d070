import { isSameConflict } from '../../domain/work/plan-life/final/note-final-conflict.ts'
import { findFinalConflict } from '../branches/final/find-final-conflict.ts'
import type { RepositorySnapshot, WatchedWork } from '../ports/forge/forge-reader.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import type { OwnNews } from './find-unfinished.ts'

/** As many as are remembered; the oldest are looked at anew. */
const mostKnown = 5_000

/**
 * Finds final pull requests that conflict with the default branch, or no longer do: no webhook says so. What it remembers is
 * only what it compared last; compared again, nothing is told twice.
 */
export class FinalLooks {
  readonly #workspace: Pick<MachinePorts['workspace'], 'mergeCommits'>
  readonly #compared = new Map<string, string>()

  constructor({ workspace }: { workspace: Pick<MachinePorts['workspace'], 'mergeCommits'> }) {
    this.#workspace = workspace
  }

  async find(
    repository: RepositoryRef,
    { defaultBranch, branches }: Pick<RepositorySnapshot, 'defaultBranch' | 'branches'>,
    { record, execution }: WatchedWork,
    at: string,
  ): Promise<OwnNews[]> {
    const final = record?.final_pull_request
    if (record?.phase !== 'completed' || final?.state !== 'open' || execution === null) return []
    const commit = branches.get(record.base_branch ?? '')
    if (defaultBranch?.name !== record.default_branch || commit === undefined) return []
    const both = `${defaultBranch.head}:${commit}`
    const key = `${repository.key} ${final.number}`
    if (this.#compared.get(key) === both) return []
    const heads = { commit, target: defaultBranch.head }
    const conflict = await findFinalConflict(this.#workspace, repository, execution, heads)
    if (isSameConflict(conflict, final.conflict ?? null)) {
      this.#remember(key, both)
      return []
    }
    const about = { key: `final:${final.number}:${both}`, at }
    const event = { ...about, kind: 'final_looked_at' as const, op: null, number: final.number, conflict }
    return [{ key: about.key, kind: 'event', event }]
  }

  #remember(key: string, both: string): void {
    this.#compared.delete(key)
    this.#compared.set(key, both)
    for (const oldest of this.#compared.keys()) {
      if (this.#compared.size <= mostKnown) return
      this.#compared.delete(oldest)
    }
  }
}
