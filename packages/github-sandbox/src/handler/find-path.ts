import type { GitStore, TreeEntry } from './git-store.ts'

/** What lies at a path of a tree (the empty path is the tree itself), or undefined. */
export async function findPath(git: GitStore, tree: string, path: string): Promise<TreeEntry | undefined> {
  let found: TreeEntry = { path: '', mode: '040000', type: 'tree', sha: tree, size: null }
  for (const part of path.split('/').filter((one) => one !== '')) {
    if (found.type !== 'tree') return undefined
    const next = (await git.readTree(found.sha, false)).find((entry) => entry.path === part)
    if (next === undefined) return undefined
    found = next
  }

  return found
}
