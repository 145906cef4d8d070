/** One line of a raw git tree; `mode` as GitHub writes it, six digits. */
export interface RawTreeEntry {
  name: string
  mode: string
  sha: string
}

/** Parses a raw tree object: `<mode> <name>\0<20 bytes>` again and again. */
export function parseTree(bytes: Buffer): RawTreeEntry[] {
  const entries: RawTreeEntry[] = []
  let at = 0
  while (at < bytes.length) {
    const space = bytes.indexOf(32, at)
    const zero = bytes.indexOf(0, space)
    entries.push({
      mode: bytes.toString('latin1', at, space).padStart(6, '0'),
      name: bytes.toString('utf8', space + 1, zero),
      sha: bytes.toString('hex', zero + 1, zero + 21),
    })
    at = zero + 21
  }

  return entries
}

/** The bytes of a tree object, sorted as git wants it: folders as if their name ended in `/`. */
export function renderTree(entries: RawTreeEntry[]): Buffer {
  const sortKey = (entry: RawTreeEntry) => Buffer.from(isFolder(entry) ? `${entry.name}/` : entry.name)
  const sorted = entries
    .map((entry) => ({ entry, key: sortKey(entry) }))
    .toSorted((a, b) => Buffer.compare(a.key, b.key))

  return Buffer.concat(
    sorted.flatMap(({ entry }) => [
      Buffer.from(`${entry.mode.replace(/^0+/, '')} ${entry.name}\0`),
      Buffer.from(entry.sha, 'hex'),
    ]),
  )
}

export function isFolder(entry: { mode: string }): boolean {
  return entry.mode === '040000'
}

export function typeOfMode(mode: string): 'blob' | 'tree' | 'commit' {
  if (mode === '040000') return 'tree'
  return mode === '160000' ? 'commit' : 'blob'
}

/** False for what `git fsck` would complain about: empty parts, `.`, `..`, `.git` in any case. */
export function isSafeTreePath(path: string): boolean {
  return path
    .split('/')
    .every((part) => part !== '' && part !== '.' && part !== '..' && !/^\.git$/i.test(part) && !part.includes('\0'))
}
