import type { Task } from '../plan/task.ts'

const shortestId = 8
const longestSlug = 48

/**
 * Folder of each task in a bundle, `<task_slug>_<task_id8>` by `task_id` (spec 003 §3.2). A title without a Latin letter
 * or digit gives the short id (`T3_1`); ids that share their first eight digits are all told apart by more.
 */
export function bundleFolders(tasks: readonly Pick<Task, 'id' | 'task_id' | 'title'>[]): Map<string, string> {
  const prefixes = distinctPrefixes(tasks.map((task) => task.task_id))
  return new Map(tasks.map((task) => [task.task_id, `${slugOf(task)}_${prefixes.get(task.task_id) ?? ''}`]))
}

/** Whether it may be the task's folder, by somebody who doesn't know all tasks of the plan: the id may be cut anywhere behind its eighth digit. */
export function mayBeFolderOf(folder: string, task: Pick<Task, 'id' | 'task_id' | 'title'>): boolean {
  const slug = `${slugOf(task)}_`
  const hex = task.task_id.replaceAll('-', '').toLowerCase()
  const prefix = folder.slice(slug.length)
  return folder.startsWith(slug) && prefix.length >= shortestId && hex.startsWith(prefix)
}

/** The folder that a version's files lie in, as a manifest has them: `Title_1b4e28ba/`; null where it has none. */
export function findBundleFolder([first]: readonly { dest_path: string }[]): string | null {
  return /^(?:_candidates\/[^/]+\/)?[^/]+\//.exec(first?.dest_path ?? '')?.[0] ?? null
}

function slugOf(task: Pick<Task, 'id' | 'title'>): string {
  return slugify(task.title) || slugify(task.id)
}

function slugify(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .slice(0, longestSlug)
    .replaceAll(/^_+|(?<!_)_+$/g, '')
}

/** Shortest distinct starts: in sorted order an id is closest to its neighbours, so looking at those is enough. */
function distinctPrefixes(ids: readonly string[]): Map<string, string> {
  const hexes = ids.map((id) => ({ id, hex: id.replaceAll('-', '').toLowerCase() }))
  const sorted = hexes.toSorted((a, b) => (a.hex < b.hex ? -1 : 1))
  return new Map(
    sorted.map(({ id, hex }, index) => {
      const shared = Math.max(
        sharedStart(hex, sorted[index - 1]?.hex ?? ''),
        sharedStart(hex, sorted[index + 1]?.hex ?? ''),
      )
      return [id, hex.slice(0, Math.max(shortestId, shared + 1))]
    }),
  )
}

function sharedStart(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}
