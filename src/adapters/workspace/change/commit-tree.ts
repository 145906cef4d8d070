import type { Git } from '../plumbing/git.ts'

/** A path as its bytes read in latin1: exact for names that aren't UTF-8, and fit for a key. */
export type PathKey = string

export interface WrittenTreeEntry {
  mode: string
  blob: string
  /** Null for submodules. */
  size: number | null
}

export interface CommitTree {
  entries: ReadonlyMap<PathKey, WrittenTreeEntry>
  folders: ReadonlySet<PathKey>
}

/** All files of a commit. */
export async function readCommitTree(git: Git, gitDir: string, commit: string): Promise<CommitTree> {
  const listing = await git.read({ gitDir, args: ['ls-tree', '-r', '-z', '--long', '--full-tree', commit] })
  const entries = new Map<PathKey, WrittenTreeEntry>()
  const folders = new Set<PathKey>()
  for (const line of listing.toString('latin1').split('\0')) {
    const tab = line.indexOf('\t')
    if (tab < 0) continue
    const [mode = '', , blob = '', size = '-'] = line.slice(0, tab).split(/ +/)
    const key = line.slice(tab + 1)
    entries.set(key, { mode, blob, size: size === '-' ? null : Number(size) })
    for (let end = key.lastIndexOf('/'); end > 0; end = key.lastIndexOf('/', end - 1)) {
      const folder = key.slice(0, end)
      if (folders.has(folder)) break
      folders.add(folder)
    }
  }

  return { entries, folders }
}

/** The path as people read it; bytes that aren't UTF-8 become U+FFFD, which the path policy refuses. */
export function pathOfKey(key: PathKey): string {
  return Buffer.from(key, 'latin1').toString('utf8')
}
