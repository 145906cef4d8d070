import type { GitStore, TreeEntry } from '../handler/git-store.ts'

export interface ChangedPaths {
  added: string[]
  removed: string[]
  modified: string[]
}

type ReadTree = Pick<GitStore, 'readTree'>

/** Files that differ between two trees, renames not looked for; undefined is the empty tree. */
export async function listChangedPaths(
  git: ReadTree,
  before: string | undefined,
  after: string | undefined,
): Promise<ChangedPaths> {
  const changed: ChangedPaths = { added: [], removed: [], modified: [] }
  await compareTrees(git, before, after, '', changed)

  return { added: changed.added.toSorted(), removed: changed.removed.toSorted(), modified: changed.modified.toSorted() }
}

async function compareTrees(
  git: ReadTree,
  before: string | undefined,
  after: string | undefined,
  folder: string,
  changed: ChangedPaths,
): Promise<void> {
  if (before === after) return
  const [old, now] = await Promise.all([readEntries(git, before), readEntries(git, after)])
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    await compareEntries(git, old.get(name), now.get(name), `${folder}${name}`, changed)
  }
}

async function compareEntries(
  git: ReadTree,
  before: TreeEntry | undefined,
  after: TreeEntry | undefined,
  path: string,
  changed: ChangedPaths,
): Promise<void> {
  if (before?.sha === after?.sha && before?.mode === after?.mode) return
  const treeOf = (entry: TreeEntry | undefined) => (entry?.type === 'tree' ? entry.sha : undefined)
  const isFile = (entry: TreeEntry | undefined) => entry !== undefined && entry.type !== 'tree'
  if (isFile(before) && isFile(after)) changed.modified.push(path)
  else if (isFile(before)) changed.removed.push(path)
  else if (isFile(after)) changed.added.push(path)
  await compareTrees(git, treeOf(before), treeOf(after), `${path}/`, changed)
}

async function readEntries(git: ReadTree, tree: string | undefined): Promise<Map<string, TreeEntry>> {
  const entries = tree === undefined ? [] : await git.readTree(tree, false)

  return new Map(entries.map((entry) => [entry.path, entry]))
}
