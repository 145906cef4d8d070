import type { CommitData, FileChange, GitStore, TreeEntry } from '../../src/handler/git-store.ts'

export interface FakeGit {
  /** Commit id by full ref name. */
  refs: Record<string, string>
  /** Oldest first; each is the parent of the next. */
  commits: { sha: string; message: string }[]
  /** Text by path, the same in all commits. */
  files: Record<string, string>
  changes: FileChange[]
}

const author = { name: 'Ada', email: 'ada@example.com', date: '2026-01-02T03:04:05Z' }

/** A store that can only be read: one line of history whose every commit holds the same files. */
export function fakeGitStore({ refs, commits, files, changes }: FakeGit): GitStore {
  const shas = commits.map((commit) => commit.sha)
  const refuse = () => Promise.reject(new Error('Only for reading'))
  const resolve = (revision: string) =>
    Promise.resolve(refs[revision] ?? (revision.length >= 4 ? shas.find((sha) => sha.startsWith(revision)) : undefined))
  const before = (sha: string) => shas.slice(0, shas.indexOf(sha) + 1)

  return {
    dir: '',
    readRef: (ref) => Promise.resolve(refs[ref]),
    listRefs: (prefix) =>
      Promise.resolve(Object.entries(refs).flatMap(([ref, sha]) => (ref.startsWith(prefix) ? [{ ref, sha }] : []))),
    resolve,
    objectType: () => Promise.resolve('commit'),
    readBlob: (sha) => Promise.resolve(new TextEncoder().encode(files[sha.slice('blob:'.length)] ?? '')),
    readTree: (sha) => Promise.resolve(listFolder(files, sha.slice('tree:'.length))),
    readCommit: (sha) => {
      const index = shas.indexOf(sha)
      const commit = commits[index]
      if (!commit) return Promise.reject(new Error(`No commit ${sha}`))
      const data: CommitData = {
        ...commit,
        tree: 'tree:',
        parents: shas.slice(0, index).slice(-1),
        author,
        committer: author,
      }
      return Promise.resolve(data)
    },
    log: (from, { not, limit }) => {
      const hidden = not === undefined ? [] : before(not)
      return Promise.resolve(
        before(from)
          .filter((sha) => !hidden.includes(sha))
          .toReversed()
          .slice(0, limit),
      )
    },
    isAncestor: (ancestor, descendant) => Promise.resolve(before(descendant).includes(ancestor)),
    mergeBase: (a, b) => Promise.resolve(before(a).findLast((sha) => before(b).includes(sha))),
    diff: () => Promise.resolve(changes),
    updateRef: refuse,
    writeBlob: refuse,
    writeTree: refuse,
    writeCommit: refuse,
    mergeTree: refuse,
  }
}

function listFolder(files: Record<string, string>, folder: string): TreeEntry[] {
  const entries = new Map<string, TreeEntry>()
  for (const [path, text] of Object.entries(files)) {
    if (!path.startsWith(folder)) continue
    const [name = '', ...below] = path.slice(folder.length).split('/')
    const full = `${folder}${name}`
    entries.set(
      name,
      below.length > 0
        ? { path: name, mode: '040000', type: 'tree', sha: `tree:${full}/`, size: null }
        : { path: name, mode: '100644', type: 'blob', sha: `blob:${full}`, size: text.length },
    )
  }
  return [...entries.values()]
}
