import { parseCommit, renderCommit } from './objects/commit-object.ts'
import { isNearAncestor } from './is-near-ancestor.ts'
import { findRefFile, listRefFiles } from './refs/ref-files.ts'
import { mergeTrees } from './objects/merge-trees.ts'
import { findNearMergeBase, listNearCommits } from './near-history.ts'
import { ObjectReader, type GitObject } from './objects/object-reader.ts'
import { parseDiff } from './parse-diff.ts'
import { isRefName } from './refs/ref-name.ts'
import { RefWriter } from './refs/ref-writer.ts'
import { readGit, runGit } from './run-git.ts'
import { isSafeTreePath, parseTree, renderTree, typeOfMode } from './objects/tree-object.ts'
import { writeLooseObject } from './objects/write-loose-object.ts'
import { applyTreeChanges, type TreeChange, type TreeStore } from './objects/write-tree.ts'
import type { CommitData, FileChange, GitStore, TreeEntry } from '../handler/git-store.ts'
import { GitHubError } from '../handler/route.ts'
import { zeroSha } from '../world/ref-change.ts'

const isSha = (revision: string) => /^[0-9a-f]{40}$/.test(revision)
/** What follows from commits never changes: the answers that were asked for last are kept. */
const keptAnswers = 300

/** GitStore on a bare repository folder. Close it: it keeps git processes for reading objects and for moving refs. */
export class BareGitStore implements GitStore {
  readonly dir: string
  readonly #reader: ObjectReader
  readonly #refs: RefWriter
  readonly #diffs = new Map<string, Promise<FileChange[]>>()
  readonly #logs = new Map<string, Promise<string[]>>()
  readonly #commits = new Map<string, Promise<CommitData>>()

  readonly #trees: TreeStore = {
    read: async (sha) => parseTree((await this.#readObject(sha, 'tree')).bytes),
    write: (entries) => this.#write('tree', renderTree(entries)),
  }

  constructor(dir: string) {
    this.dir = dir
    this.#reader = new ObjectReader(dir)
    this.#refs = new RefWriter(dir)
  }

  async readRef(ref: string): Promise<string | undefined> {
    if (!isRefName(ref)) return undefined
    return findRefFile(this.dir, ref) ?? (await this.#reader.info(ref))?.sha
  }

  async listRefs(prefix: string): Promise<{ ref: string; sha: string }[]> {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1) || 'refs/'
    const refs = listRefFiles(this.dir, folder) ?? (await this.#listRefs(folder))

    return refs.filter(({ ref }) => ref.startsWith(prefix))
  }

  async #listRefs(folder: string): Promise<{ ref: string; sha: string }[]> {
    const output = await readGit(this.dir, ['for-each-ref', '--format=%(objectname) %(refname)', folder])
    const lines = output.split('\n').filter((line) => line !== '')

    return lines.map((line) => ({ ref: line.slice(41), sha: line.slice(0, 40) }))
  }

  async updateRef(ref: string, before: string | undefined, after: string | undefined): Promise<boolean> {
    if (!isRefName(ref)) throw new GitHubError(422, `${ref} is not a valid ref name.`)
    const expected = before ?? zeroSha
    const complaint = await this.#refs.write(
      after === undefined ? `delete ${ref} ${expected}` : `update ${ref} ${after} ${expected}`,
    )
    if (complaint === undefined) return true
    if (/exists; cannot create/.test(complaint)) throw new GitHubError(422, 'Reference update failed')
    if (/nonexistent object|not a valid SHA1/.test(complaint)) throw new GitHubError(422, 'Object does not exist')
    if (/but expected|already exists|unable to resolve reference/.test(complaint)) return false

    throw new Error(`git update-ref ${ref}: ${complaint}`)
  }

  async resolve(revision: string): Promise<string | undefined> {
    return (await this.#reader.info(`${revision}^{commit}`))?.sha
  }

  async objectType(sha: string): Promise<GitObject['type'] | undefined> {
    return (await this.#reader.info(sha))?.type
  }

  async readBlob(sha: string): Promise<Uint8Array> {
    return (await this.#readObject(sha, 'blob')).bytes
  }

  async writeBlob(bytes: Uint8Array): Promise<string> {
    return this.#write('blob', bytes)
  }

  async readTree(sha: string, recursive: boolean): Promise<TreeEntry[]> {
    if (recursive) return this.#listTree(sha)
    const entries = parseTree((await this.#readObject(sha, 'tree')).bytes)

    return Promise.all(
      entries.map(async ({ name, mode, sha: id }) => {
        const type = typeOfMode(mode)
        const size = type === 'blob' ? ((await this.#reader.info(id))?.size ?? null) : null
        return { path: name, mode, type, sha: id, size }
      }),
    )
  }

  async writeTree(base: string | undefined, entries: TreeChange[]): Promise<string> {
    const malformed = entries.find(({ path }) => !isSafeTreePath(path))
    if (malformed) throw new GitHubError(422, 'tree.path contains a malformed path component')

    return (await applyTreeChanges(this.#trees, base, entries)) ?? this.#trees.write([])
  }

  readCommit(sha: string): Promise<CommitData> {
    return isSha(sha) ? keepAnswer(this.#commits, sha, () => this.#parseCommit(sha)) : this.#parseCommit(sha)
  }

  async #parseCommit(sha: string): Promise<CommitData> {
    const object = await this.#readObject(sha, 'commit')
    return parseCommit(object.sha, object.bytes)
  }

  async writeCommit(commit: Omit<CommitData, 'sha'>): Promise<string> {
    return this.#write('commit', renderCommit(commit))
  }

  async log(from: string, options: { path?: string; limit?: number; not?: string }): Promise<string[]> {
    const isFixed = isSha(from) && (options.not === undefined || isSha(options.not))
    if (!isFixed) return this.#readLog(from, options)
    const { path = '', limit = '', not = '' } = options
    return keepAnswer(this.#logs, [from, not, limit, path].join(' '), async () => {
      const near = path === '' ? await listNearCommits((sha) => this.readCommit(sha), from, options.not) : undefined
      return near?.slice(0, options.limit) ?? this.#readLog(from, options)
    })
  }

  async #readLog(from: string, options: { path?: string; limit?: number; not?: string }): Promise<string[]> {
    const output = await readGit(this.dir, [
      'rev-list',
      '--date-order',
      ...(options.limit === undefined ? [] : [`--max-count=${options.limit}`]),
      '--end-of-options',
      from,
      ...(options.not === undefined ? [] : [`^${options.not}`]),
      '--',
      ...(options.path ? [`:(literal)${options.path}`] : []),
    ])

    return output.split('\n').filter((line) => line !== '')
  }

  async isAncestor(ancestor: string, descendant: string): Promise<boolean> {
    const near = await isNearAncestor((sha) => this.readCommit(sha), ancestor, descendant)
    if (near !== undefined) return near
    return (await runGit(this.dir, ['merge-base', '--is-ancestor', ancestor, descendant])).exitCode === 0
  }

  async mergeBase(a: string, b: string): Promise<string | undefined> {
    if (isSha(a) && isSha(b)) {
      const near = await findNearMergeBase((sha) => this.readCommit(sha), a, b)
      if (near !== undefined) return near === 'none' ? undefined : near.sha
    }
    const result = await runGit(this.dir, ['merge-base', a, b])
    return result.stdout.trim() || undefined
  }

  async mergeTree(ours: string, theirs: string): Promise<{ tree: string } | { conflicts: string[] }> {
    const apart = await this.#mergeApart(ours, theirs)
    if (apart !== undefined) return { tree: apart }
    const args = [
      'merge-tree',
      '--write-tree',
      '--allow-unrelated-histories',
      '--name-only',
      '--no-messages',
      '-z',
      ours,
      theirs,
    ]
    const result = await runGit(this.dir, args)
    if (result.exitCode > 1) throw new Error(`git merge-tree ${ours} ${theirs}: ${result.stderr}`)
    const [tree = '', ...paths] = result.stdout.split('\0').filter((part) => part !== '')

    return result.exitCode === 0 ? { tree: tree.trim() } : { conflicts: paths }
  }

  /** Where both sides changed other files; undefined where git has to look into them. */
  async #mergeApart(ours: string, theirs: string): Promise<string | undefined> {
    if (!isSha(ours) || !isSha(theirs)) return undefined
    const base = await findNearMergeBase((sha) => this.readCommit(sha), ours, theirs)
    if (base === undefined || base === 'none') return undefined
    const commits = await Promise.all([base.sha, ours, theirs].map((sha) => this.readCommit(sha)))
    const [old = '', mine = '', other = ''] = commits.map(({ tree }) => tree)

    return mergeTrees(this.#trees, old, mine, other)
  }

  async diff(from: string, to: string): Promise<FileChange[]> {
    if (!isSha(from) || !isSha(to)) return this.#readDiff(from, to)
    return keepAnswer(this.#diffs, `${from} ${to}`, () => this.#readDiff(from, to))
  }

  async #readDiff(from: string, to: string): Promise<FileChange[]> {
    const options = ['-r', '-M', '--no-ext-diff', '--no-textconv', '--full-index', '--no-abbrev']

    return parseDiff(await readGit(this.dir, ['diff-tree', ...options, '--raw', '--numstat', '-p', '-z', from, to]))
  }

  async close(): Promise<void> {
    await Promise.all([this.#reader.close(), this.#refs.close()])
  }

  async #readObject(sha: string, type: GitObject['type']): Promise<GitObject> {
    const object = await this.#reader.contents(`${sha}^{${type}}`)
    if (object === undefined) throw new GitHubError(404, 'Not Found')
    return object
  }

  #write(type: GitObject['type'], bytes: Uint8Array): string {
    const sha = writeLooseObject(this.dir, type, bytes)
    this.#reader.remember({ sha, type, size: bytes.length, bytes: Buffer.from(bytes) })
    return sha
  }

  async #listTree(sha: string): Promise<TreeEntry[]> {
    const output = await readGit(this.dir, ['ls-tree', '-r', '-t', '-l', '-z', '--full-tree', sha])
    const lines = output.split('\0').filter((line) => line !== '')

    return lines.map((line) => {
      const tab = line.indexOf('\t')
      const [mode = '', , id = '', size = '-'] = line.slice(0, tab).split(/ +/)
      return {
        path: line.slice(tab + 1),
        mode,
        type: typeOfMode(mode),
        sha: id,
        size: size === '-' ? null : Number(size),
      }
    })
  }
}

/** One that failed is asked for anew. */
function keepAnswer<T>(kept: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const known = kept.get(key)
  if (known !== undefined) return known
  const asked = ask()
  kept.set(key, asked)
  asked.catch(() => kept.delete(key))
  const oldest = kept.keys().next().value
  if (kept.size > keptAnswers && oldest !== undefined) kept.delete(oldest)
  return asked
}
