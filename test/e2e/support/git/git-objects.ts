import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { gitEnvironment } from './git.ts'

export interface TreeFile {
  mode: string
  blob: string
}

/** A path that differs between two trees; null where it was not there before, or is not there after. */
export interface TreeChange {
  path: string
  before: TreeFile | null
  after: TreeFile | null
}

export interface GitObject {
  id: string
  bytes: Buffer
}

export interface CommitObject {
  sha: string
  tree: string
  parents: string[]
  author: string
  message: string
}

interface Entry extends TreeFile {
  name: string
}

const newline = 10

/**
 * Objects of a repository through one `git cat-file --batch` that stays: thousands of looks cost one process. Written
 * apart from the sandbox's own reader, so that both would have to be wrong.
 */
export class GitObjects {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #commits = new Map<string, CommitObject>()
  readonly #trees = new Map<string, Promise<Entry[]>>()
  #waiting: ((object: GitObject | undefined) => void)[] = []
  readonly #asked: string[] = []
  #received: Buffer = Buffer.alloc(0)

  constructor(dir: string) {
    const env = { ...process.env, ...gitEnvironment }
    this.#child = spawn('git', ['-C', dir, 'cat-file', '--batch'], { env })
    this.#child.stdout.on('data', (chunk: Buffer) => this.#receive(chunk))
  }

  /** What a revision names, undefined where it names nothing. */
  find(revision: string): Promise<GitObject | undefined> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      this.#asked.push(`${revision}\n`)
      // Each write wakes git: all that is asked for at once is one.
      if (this.#asked.length === 1) queueMicrotask(() => this.#child.stdin.write(this.#asked.splice(0).join('')))
    })
  }

  async findCommit(revision: string): Promise<CommitObject | undefined> {
    const known = this.#commits.get(revision)
    if (known !== undefined) return known
    const commit = await this.#readCommit(revision)
    if (commit?.sha === revision) this.#commits.set(revision, commit)
    return commit
  }

  async #readCommit(revision: string): Promise<CommitObject | undefined> {
    const commit = await this.find(`${revision}^{commit}`)
    if (commit === undefined) return undefined
    const text = commit.bytes.toString('utf8')
    const split = text.indexOf('\n\n')
    const headers = text.slice(0, split).split('\n')
    const values = (name: string) =>
      headers.flatMap((line) => (line.startsWith(`${name} `) ? [line.slice(name.length + 1)] : []))
    return {
      sha: commit.id,
      tree: values('tree')[0] ?? '',
      parents: values('parent'),
      author: values('author')[0] ?? '',
      message: text.slice(split + 2),
    }
  }

  /** Every file of a tree by its full path. */
  async listFiles(tree: string): Promise<Map<string, TreeFile>> {
    const changes = await this.diff(null, tree)
    return new Map(changes.flatMap(({ path, after }) => (after === null ? [] : [[path, after] as const])))
  }

  /** Files that differ between two trees, renames not looked for; `null` is the empty tree. */
  async diff(before: string | null, after: string | null, folder = ''): Promise<TreeChange[]> {
    if (before === after) return []
    const [old, now] = await Promise.all([this.#readTree(before), this.#readTree(after)])
    const names = new Set([...old.keys(), ...now.keys()])
    const found = await Promise.all(
      [...names].map((name) => this.#compare(`${folder}${name}`, old.get(name) ?? null, now.get(name) ?? null)),
    )
    return found.flat()
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#child.once('close', resolve))
    this.#child.stdin.end()
    await closed
  }

  async #compare(path: string, before: Entry | null, after: Entry | null): Promise<TreeChange[]> {
    if (before?.blob === after?.blob && before?.mode === after?.mode) return []
    const isFolder = (entry: Entry | null) => entry?.mode === '40000'
    const below =
      isFolder(before) || isFolder(after)
        ? await this.diff(
            isFolder(before) ? (before?.blob ?? null) : null,
            isFolder(after) ? (after?.blob ?? null) : null,
            `${path}/`,
          )
        : []
    const fileOf = (entry: Entry | null) =>
      entry === null || isFolder(entry) ? null : { mode: entry.mode, blob: entry.blob }
    const own = { path, before: fileOf(before), after: fileOf(after) }
    return own.before === null && own.after === null ? below : [own, ...below]
  }

  async #readTree(id: string | null): Promise<Map<string, Entry>> {
    if (id === null) return new Map()
    const entries = this.#trees.get(id) ?? this.#parseTree(id)
    this.#trees.set(id, entries)
    return new Map((await entries).map((entry) => [entry.name, entry]))
  }

  async #parseTree(id: string): Promise<Entry[]> {
    const tree = await this.find(`${id}^{tree}`)
    if (tree === undefined) throw new Error(`there is no tree ${id}`)
    const { bytes } = tree
    const entries: Entry[] = []
    for (let at = 0; at < bytes.length;) {
      const nul = bytes.indexOf(0, at)
      const [mode = '', ...name] = bytes.toString('utf8', at, nul).split(' ')
      entries.push({ mode, name: name.join(' '), blob: bytes.toString('hex', nul + 1, nul + 21) })
      at = nul + 21
    }
    return entries
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    for (;;) {
      const end = this.#received.indexOf(newline)
      if (end < 0) return
      const header = this.#received.toString('utf8', 0, end)
      const [, id = '', size] = /^([0-9a-f]{40}) \w+ (\d+)$/.exec(header) ?? []
      const length = size === undefined ? end + 1 : end + 1 + Number(size) + 1
      if (this.#received.length < length) return
      const object =
        size === undefined ? undefined : { id, bytes: Buffer.from(this.#received.subarray(end + 1, length - 1)) }
      this.#received = this.#received.subarray(length)
      this.#waiting.shift()?.(object)
    }
  }
}
