import { isFolder, type RawTreeEntry } from './tree-object.ts'

export interface TreeChange {
  path: string
  mode: string
  sha: string | null
}

/** How trees are read and written; the sizes of repositories never matter, only the folders on the way to a change. */
export interface TreeStore {
  read: (sha: string) => Promise<RawTreeEntry[]>
  write: (entries: RawTreeEntry[]) => string
}

/** Puts changes on top of a tree and returns the new one; folders left empty vanish (undefined: nothing is left). */
export async function applyTreeChanges(
  store: TreeStore,
  base: string | undefined,
  changes: TreeChange[],
): Promise<string | undefined> {
  const entries = new Map((base === undefined ? [] : await store.read(base)).map((entry) => [entry.name, entry]))
  const below = new Map<string, TreeChange[]>()
  for (const change of changes) {
    const slash = change.path.indexOf('/')
    if (slash >= 0) {
      const folder = change.path.slice(0, slash)
      below.set(folder, [...(below.get(folder) ?? []), { ...change, path: change.path.slice(slash + 1) }])
    } else if (change.sha === null) {
      entries.delete(change.path)
    } else {
      entries.set(change.path, { name: change.path, mode: change.mode, sha: change.sha })
    }
  }
  for (const [folder, inside] of below) {
    const existing = entries.get(folder)
    const sha = await applyTreeChanges(store, existing && isFolder(existing) ? existing.sha : undefined, inside)
    if (sha !== undefined) entries.set(folder, { name: folder, mode: '040000', sha })
    else if (existing && isFolder(existing)) entries.delete(folder)
  }

  return entries.size === 0 ? undefined : store.write([...entries.values()])
}
