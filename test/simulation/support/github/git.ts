import { createHash } from 'node:crypto'
import { gitBlobIdOf } from '../../../../src/application/bundle/hashes.ts'

export interface TreeEntry {
  blob: string
  mode: '100644' | '100755'
}
export type Tree = ReadonlyMap<string, TreeEntry>

export interface Commit {
  sha: string
  tree: Tree
  treeSha: string
  parents: readonly string[]
  message: string
  author: string
}

/** Repositories share what they have; only branches are told apart by time, so that a stale look can be had. */
export class Git {
  readonly commits = new Map<string, Commit>()
  readonly blobs = new Map<string, Uint8Array>()
  readonly trees = new Map<string, Tree>()
  readonly #branches = new Map<string, { atMs: number; sha: string | null }[]>()
  readonly #nowMs: () => number
  #made = 0

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  writeBlob(bytes: Uint8Array): string {
    const id = gitBlobIdOf(bytes)
    this.blobs.set(id, bytes)
    return id
  }

  bytes(id: string): Uint8Array {
    const bytes = this.blobs.get(id)
    if (bytes === undefined) throw new Error(`there is no blob ${id}`)
    return bytes
  }

  text(id: string): string {
    const { buffer, byteOffset, length } = this.bytes(id)
    return Buffer.from(buffer, byteOffset, length).toString('utf8')
  }

  commit(tree: Tree, parents: readonly string[], message: string, author: string): Commit {
    this.#made += 1
    const treeSha = this.writeTree(tree)
    const sha = sha1(`commit ${treeSha} ${parents.join()} ${message} ${author} ${this.#made}`)
    const commit = { sha, tree, treeSha, parents, message, author }
    this.commits.set(sha, commit)
    return commit
  }

  writeTree(tree: Tree): string {
    const rows = [...tree].map(([path, { blob, mode }]) => `${path} ${mode} ${blob}`)
    const sha = sha1(rows.toSorted().join('\n'))
    this.trees.set(sha, tree)
    return sha
  }

  get(sha: string): Commit {
    const commit = this.commits.get(sha)
    if (commit === undefined) throw new Error(`there is no commit ${sha}`)
    return commit
  }

  head(branch: string, atMs = Number.POSITIVE_INFINITY): string | undefined {
    return this.#branches.get(branch)?.findLast((one) => one.atMs <= atMs)?.sha ?? undefined
  }

  branches(atMs = Number.POSITIVE_INFINITY): string[] {
    return [...this.#branches.keys()].filter((branch) => this.head(branch, atMs) !== undefined)
  }

  move(branch: string, sha: string | null): void {
    const moves = this.#branches.get(branch) ?? []
    this.#branches.set(branch, moves)
    moves.push({ atMs: this.#nowMs(), sha })
  }

  isAncestor(ancestor: string, descendant: string): boolean {
    return this.#ancestors(descendant).has(ancestor)
  }

  mergeBase(a: string, b: string): string {
    const of = this.#ancestors(a)
    for (const sha of this.#ancestors(b)) if (of.has(sha)) return sha
    throw new Error(`${a} and ${b} have nothing in common`)
  }

  /** The commit and all before it, nearest first. */
  #ancestors(sha: string): Set<string> {
    const seen = new Set([sha])
    for (const one of seen) for (const parent of this.get(one).parents) seen.add(parent)
    return seen
  }

  diff(base: Tree, head: Tree): { path: string; before: TreeEntry | undefined; after: TreeEntry | undefined }[] {
    const paths = [...new Set([...base.keys(), ...head.keys()])].toSorted()
    return paths.flatMap((path) => {
      const [before, after] = [base.get(path), head.get(path)]
      return before?.blob === after?.blob && before?.mode === after?.mode ? [] : [{ path, before, after }]
    })
  }

  /** The tree of both sides, or undefined where they changed the same path in different ways. */
  mergeTrees(ours: string, theirs: string): Tree | undefined {
    const base = this.get(this.mergeBase(ours, theirs)).tree
    const own = this.get(ours).tree
    const merged = new Map(own)
    for (const { path, before, after } of this.diff(base, this.get(theirs).tree)) {
      const here = own.get(path)
      if (here?.blob === after?.blob) continue
      if (here?.blob !== before?.blob) return undefined
      if (after === undefined) merged.delete(path)
      else merged.set(path, after)
    }
    return merged
  }
}

export function sha1(text: string): string {
  return createHash('sha1').update(text).digest('hex')
}
