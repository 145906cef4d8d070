import { zeroSha } from '../world/ref-change.ts'
import type { GitStore } from '../handler/git-store.ts'

interface PastChange {
  ref: string
  before: string
  atMs: number
}

/** Remembers what refs were, for reads that are told to lag behind. */
export class RefHistory {
  readonly #lagMs: number
  readonly #nowMs: () => number
  #changes: PastChange[] = []

  constructor(lagMs: number, nowMs: () => number) {
    this.#lagMs = lagMs
    this.#nowMs = nowMs
  }

  record(ref: string, before: string): void {
    if (this.#lagMs > 0) this.#changes.push({ ref, before, atMs: this.#nowMs() })
  }

  /** Refs that changed within the lag, each with what it was at its beginning (undefined: it wasn't there). */
  readPast(): Map<string, string | undefined> {
    const startMs = this.#nowMs() - this.#lagMs
    this.#changes = this.#changes.filter((change) => change.atMs > startMs)
    const past = new Map<string, string | undefined>()
    for (const { ref, before } of this.#changes) {
      if (!past.has(ref)) past.set(ref, before === zeroSha ? undefined : before)
    }

    return past
  }
}

/** The same repository with its refs as they were a while ago; objects are never stale. */
export function createLaggedGitStore(store: GitStore, history: RefHistory): GitStore {
  const past = history.readPast()
  if (past.size === 0) return store
  const lagged: Pick<GitStore, 'readRef' | 'listRefs' | 'resolve'> = {
    readRef: async (ref) => (past.has(ref) ? past.get(ref) : store.readRef(ref)),
    listRefs: async (prefix) => {
      const current = (await store.listRefs(prefix)).filter(({ ref }) => !past.has(ref))
      const old = [...past].flatMap(([ref, sha]) => (sha !== undefined && ref.startsWith(prefix) ? [{ ref, sha }] : []))
      return [...current, ...old].toSorted((a, b) => (a.ref < b.ref ? -1 : 1))
    },
    resolve: async (revision) => {
      const ref = [revision, `refs/heads/${revision}`, `refs/tags/${revision}`, `refs/${revision}`].find((one) =>
        past.has(one),
      )
      if (ref === undefined) return store.resolve(revision)
      const sha = past.get(ref)
      return sha === undefined ? undefined : store.resolve(sha)
    },
  }

  return new Proxy(store, {
    get: (target, property) => {
      const value: unknown = Reflect.get(property in lagged ? lagged : target, property)
      return typeof value === 'function' ? value.bind(property in lagged ? lagged : target) : value
    },
  })
}
