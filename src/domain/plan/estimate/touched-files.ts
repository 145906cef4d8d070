import { scopePaths } from '../assemble/assemble-deliverable.ts'
import { deliverablePath } from '../deliverable-spec.ts'
import { cleanPattern, isLiteralPattern } from '../../paths/path-pattern.ts'
import type { Task } from '../task.ts'
import { withoutTestPaths } from '../../paths/test-paths.ts'
import { workPaths } from '../work-paths.ts'

/** What a task touches, as far as its text says. */
export interface TouchedFiles {
  /** Paths somebody has yet to write, each once. */
  files: string[]
  /** Paths whose new content the work already gives. */
  spelled: string[]
  /** Files that folders and globs stand for beyond those in `files`. */
  unnamed: number
}

/** How many files a folder or glob counts as, the named ones in it included. */
export const filesPerFolder = 4

/**
 * The files of a task's places to change, its deliverable and its scope. Where work is spelled out the scope is a mere
 * permission, and where that work is a command, so is the deliverable.
 */
export function touchedFiles(task: Task): TouchedFiles {
  const spelled = task.work.length === 0 ? [] : workPaths(task.work)
  const runs = task.work.some((item) => item.kind === 'run')
  const files = new Set<string>()
  const folders = new Set<string>()
  for (const point of task.modification_points) addPath(point.file, files, folders)
  // Beside places to change or given content, any file is no claim.
  const isKnown = files.size > 0 || spelled.length > 0
  const delivered = runs ? [] : deliveredPaths(task).filter((path) => path !== '**' || !isKnown)
  for (const path of delivered) addPath(path, files, folders)
  const permits = task.work.length === 0 && !files.has(task.scope)
  for (const path of permits ? withoutTestPaths(scopePaths(task.scope)) : []) addPath(path, files, folders)
  for (const path of spelled) files.delete(path)
  return { files: [...files], spelled, unnamed: folders.size === 0 ? 0 : countUnnamed(files, [...folders]) }
}

/** Files and globs of the deliverable. */
export function deliveredPaths(task: Pick<Task, 'deliverable_spec'>): string[] {
  const spec = task.deliverable_spec
  return spec.single_file ? [deliverablePath(spec)] : (spec.files ?? [])
}

/** True for a folder (`src/`) or a glob. */
export function isOpenPath(path: string): boolean {
  return path.endsWith('/') || path === '.' || path === '' || !isLiteralPattern(path)
}

/** The folder in which everything that the path stands for lies: '' or with '/' at its end; `src/` of `src/*.ts`. */
export function folderOf(path: string): string {
  const wild = path.search(/[*?{]/)
  const known = wild === -1 ? path : path.slice(0, wild)
  return known.slice(0, known.lastIndexOf('/') + 1)
}

/** The deepest folder that holds all of the paths. */
export function commonFolder(paths: readonly string[]): string {
  let common = folderOf(paths[0] ?? '')
  for (const path of paths) {
    const folder = folderOf(path)
    while (!folder.startsWith(common)) common = common.slice(0, common.lastIndexOf('/', common.length - 2) + 1)
  }
  return common
}

function addPath(path: string, files: Set<string>, folders: Set<string>): void {
  if (files.has(path)) return
  if (isOpenPath(path)) folders.add(cleanPattern(path).replace(/(?:^|\/)\*\*$/, ''))
  else files.add(cleanPattern(path))
}

/** Each named file counts for the deepest folder that holds it, so that one more file or folder never counts for less. */
function countUnnamed(files: ReadonlySet<string>, folders: readonly string[]): number {
  const prefixes = folders
    .map((folder) => (isLiteralPattern(folder) ? folder && `${folder}/` : folderOf(folder)))
    .toSorted((a, b) => b.length - a.length)
  const named = prefixes.map(() => 0)
  for (const file of files) {
    const at = prefixes.findIndex((prefix) => file.startsWith(prefix))
    if (at >= 0) named[at] = (named[at] ?? 0) + 1
  }
  return named.reduce((sum, count) => sum + Math.max(0, filesPerFolder - count), 0)
}
