import type { GitStore, TreeEntry } from '../../handler/git-store.ts'

/** What the end of a URL like `/tree/feature/login/docs` means. */
export interface ResolvedPath {
  /** Name as in the URL: branch, tag or commit id. */
  ref: string
  sha: string
  path: string
}

/** Refs may contain slashes: the longest branch or tag that begins `rest` wins, then a commit id. */
export async function resolveRefPath(git: GitStore, rest: string): Promise<ResolvedPath | undefined> {
  const clean = rest.replace(/^\/+|(?<!\/)\/+$/g, '')
  const found: { ref: string; sha: string }[] = []
  for (const prefix of ['refs/heads/', 'refs/tags/']) {
    for (const { ref } of await git.listRefs(prefix)) {
      const name = ref.slice(prefix.length)
      if (clean !== name && !clean.startsWith(`${name}/`)) continue
      const sha = await git.resolve(ref)
      if (sha) found.push({ ref: name, sha })
    }
  }
  const longest = found.sort((a, b) => b.ref.length - a.ref.length)[0]
  if (longest) return { ...longest, path: clean.slice(longest.ref.length + 1) }
  const [head = '', ...tail] = clean.split('/')
  const sha = /^[0-9a-f]{4,40}$/.test(head) ? await git.resolve(head) : undefined
  return sha ? { ref: head, sha, path: tail.join('/') } : undefined
}

/** The tree or blob at a path of a commit; the root is a tree with an empty path. */
export async function findEntry(git: GitStore, commit: string, path: string): Promise<TreeEntry | undefined> {
  const { tree } = await git.readCommit(commit)
  let entry: TreeEntry = { path: '', mode: '040000', type: 'tree', sha: tree, size: null }
  for (const segment of path === '' ? [] : path.split('/')) {
    if (entry.type !== 'tree') return undefined
    const child = (await git.readTree(entry.sha, false)).find((candidate) => candidate.path === segment)
    if (!child) return undefined
    entry = child
  }
  return { ...entry, path }
}
