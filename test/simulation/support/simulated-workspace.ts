import { createHash } from 'node:crypto'
import type { ArtifactFile } from '../../../src/domain/records/artifact.ts'
import type {
  CommandOutcome,
  MergedCommits,
  Workspace,
  WorkTree,
  WorkTreeChange,
} from '../../../src/application/ports/roles/workspace.ts'
import type { RepositoryReader } from '../../../src/application/ports/roles/repository-reader.ts'
import { CountersignFault } from '../../../src/application/fault.ts'
import type { Git, Tree, TreeEntry } from './github/git.ts'
import type { Network } from './network/network.ts'

/** Work trees and history straight from the simulated GitHub; opening one fetches, which may fail like any call. */
export function createSimulatedWorkspace(git: Git, network: Network): Workspace {
  const fetch = async <T>(what: string, act: () => T): Promise<T> => {
    try {
      return await network.call({ what: `git ${what}`, kind: 'read', act })
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new CountersignFault('github_unavailable', `git ${what}: ${why}`, '', error)
    }
  }
  const workspace: Workspace = {
    forRun: () => workspace,
    endLeftCommands: () => Promise.resolve(),
    openReader: () => Promise.reject(new Error('nobody here only looks')),
    openWorkTree: (_repository, commit) => fetch('fetch', () => openTree(git, commit, git.get(commit).tree)),
    describeChange: (_repository, base, head) =>
      fetch('diff', () => describe(git, git.get(base).tree, git.get(head).tree)),
    compareTrees: (_repository, base, head) =>
      fetch('diff-tree', () =>
        git.diff(git.get(base).tree, git.get(head).tree).map(({ path, before, after }) => {
          return { path, before: before ?? null, after: after ?? null }
        }),
      ),
    readBlob: (_repository, blob) => fetch('cat-file', () => git.bytes(blob)),
    readDiff: () => Promise.resolve(''),
    findFaults: () => Promise.resolve([]),
    // What was fetched before is looked up on the spot.
    readTreeSha: (_repository, commit) => Promise.resolve(git.get(commit).treeSha),
    isAncestor: (_repository, ancestor, descendant) => Promise.resolve(git.isAncestor(ancestor, descendant)),
    mergeCommits: (_repository, base, head) => fetch('merge-tree', () => merge(git, base, head)),
    fetchHeads: (_repository, branches) =>
      fetch('fetch', () => {
        const heads = branches.map((one) => [one, git.head(one)] as const)
        return new Map(heads.flatMap(([one, sha]) => (sha === undefined ? [] : [[one, sha] as const])))
      }),
    findLastChange: () => Promise.resolve(undefined),
    mergeBase: (_repository, a, b) => Promise.resolve(git.mergeBase(a, b)),
  }
  return workspace
}

/** By whole files: what both sides changed is a conflict. */
function merge(git: Git, base: string, head: string): MergedCommits {
  const common = git.get(git.mergeBase(base, head)).tree
  const ours = new Set(git.diff(common, git.get(base).tree).map(({ path }) => path))
  const theirs = git.diff(common, git.get(head).tree)
  const paths = theirs.flatMap(({ path }) => (ours.has(path) ? [path] : []))
  if (paths.length > 0) return { kind: 'conflict', paths }
  const changes = theirs.map(({ path, after }) => ({ path, after: after ?? null }))
  return { kind: 'clean', changes }
}

function describe(git: Git, base: Tree, head: Tree): ArtifactFile[] {
  return git.diff(base, head).map(({ path, before, after }) => {
    if (after === undefined)
      return { path, status: 'deleted', previous_path: null, mode: null, size: null, sha256: null, blob: null }
    const bytes = git.bytes(after.blob)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const status = before === undefined ? 'added' : 'modified'
    return { path, status, previous_path: null, mode: after.mode, size: bytes.length, sha256, blob: after.blob }
  })
}

function openTree(git: Git, commit: string, base: Tree): WorkTree {
  const tree = new Map<string, TreeEntry>(base)
  const read = (path: string) => {
    const entry = tree.get(path)
    return entry === undefined ? undefined : git.bytes(entry.blob)
  }
  return {
    dir: '/simulated',
    commit,
    get reader(): RepositoryReader {
      throw new Error('nobody here looks around')
    },
    readChange: (): Promise<WorkTreeChange> => {
      const files = describe(git, base, tree).map((file) => ({ ...file, bytes: read(file.path) ?? null }))
      return Promise.resolve({ kind: 'files', files })
    },
    readRemains: () => {
      const files = describe(git, base, tree).map(({ path, size }) => ({
        path,
        status: 'modified' as const,
        size,
        kept: true,
      }))
      const patch = new TextEncoder().encode(files.map(({ path }) => `${path}\n`).join(''))
      return Promise.resolve({ files, more: 0, patch, faults: [] })
    },
    readFile: (path) => Promise.resolve(read(path)),
    writeFile: (path, bytes, mode = '100644') => {
      tree.set(path, { blob: git.writeBlob(Uint8Array.from(bytes)), mode })
      return Promise.resolve()
    },
    removeFile: (path) => {
      tree.delete(path)
      return Promise.resolve()
    },
    applyDiff: () => Promise.resolve({ ok: false as const, reason: 'diffs are not simulated' }),
    run: (command) => Promise.resolve(runGrep(command, read)),
    runTests: (command) => Promise.resolve({ ...runGrep(command, read), tests: { kind: 'none' as const } }),
    start: () => Promise.reject(new Error('programs are not simulated')),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}

/** The one command that simulated issues have: `grep -q good PATH`. */
function runGrep(command: string, read: (path: string) => Uint8Array | undefined): CommandOutcome {
  const [, word = '', path = ''] = /^grep -q (\S+) (\S+)$/.exec(command) ?? []
  const bytes = read(path)
  const found = bytes !== undefined && new TextDecoder().decode(bytes).includes(word)
  return { exitCode: found ? 0 : 1, timedOut: false, aborted: false, output: '', outputBytes: 0, durationMs: 1 }
}
