import { isFolder, type RawTreeEntry } from './tree-object.ts'
import type { TreeStore } from './write-tree.ts'

/**
 * The merge of two trees where nothing was deleted and no file differs from the base on both sides, which needs no look
 * into files; undefined where it is git's to decide, since there may be a conflict or something was renamed.
 */
export async function mergeTrees(
  store: TreeStore,
  base: string | undefined,
  ours: string,
  theirs: string,
): Promise<string | undefined> {
  if (ours === theirs || base === theirs) return ours
  if (base === ours) return theirs
  const [old, mine, other] = await Promise.all([
    readEntries(store, base),
    readEntries(store, ours),
    readEntries(store, theirs),
  ])
  const merged: RawTreeEntry[] = []
  for (const name of new Set([...old.keys(), ...mine.keys(), ...other.keys()])) {
    const entry = await mergeEntry(store, old.get(name), mine.get(name), other.get(name))
    if (entry === undefined) return undefined
    merged.push(entry)
  }

  return store.write(merged)
}

async function mergeEntry(
  store: TreeStore,
  base: RawTreeEntry | undefined,
  ours: RawTreeEntry | undefined,
  theirs: RawTreeEntry | undefined,
): Promise<RawTreeEntry | undefined> {
  if (ours === undefined || theirs === undefined) return base === undefined ? (ours ?? theirs) : undefined
  if (isSame(ours, theirs) || isSame(base, theirs)) return ours
  if (isSame(base, ours)) return theirs
  if (!isFolder(ours) || !isFolder(theirs) || (base !== undefined && !isFolder(base))) return undefined
  const sha = await mergeTrees(store, base?.sha, ours.sha, theirs.sha)

  return sha === undefined ? undefined : { ...ours, sha }
}

function isSame(a: RawTreeEntry | undefined, b: RawTreeEntry): boolean {
  return a?.sha === b.sha && a.mode === b.mode
}

async function readEntries(store: TreeStore, tree: string | undefined): Promise<Map<string, RawTreeEntry>> {
  const entries = tree === undefined ? [] : await store.read(tree)
  return new Map(entries.map((entry) => [entry.name, entry]))
}
