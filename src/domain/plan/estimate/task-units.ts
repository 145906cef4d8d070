import { scopePaths } from '../assemble/assemble-deliverable.ts'
import { createPathMatcher } from '../../paths/path-pattern.ts'
import { findPathFaults } from '../../paths/path-policy.ts'
import { withoutTestPaths } from '../../paths/test-paths.ts'
import type { Task } from '../task.ts'
import { workPaths } from '../work-paths.ts'
import { joinGroups } from './join-groups.ts'
import { deliveredPaths, folderOf, isOpenPath } from './touched-files.ts'

/** What can't be cut further: files that belong together, or one folder or glob. */
export type Unit = readonly string[]

export interface TaskUnits {
  units: Unit[]
  /** Folders and globs of the deliverable that are no part of their own, as they hold other units. */
  wider: string[]
}

/**
 * The units of a task in the order of its text: files of its places to change, its work and its deliverable, then its
 * folders and globs. `by: 'scope'` has the entries of its scope too, and takes folders from there. Files of one diff are
 * one unit, and so are those that a command is to make. Left out is what the task's scope or the path rules refuse,
 * with `others`, the paths of the plan's other tasks, in mind.
 */
export function findUnits(task: Task, others: readonly string[], by: 'deliverable' | 'scope'): TaskUnits {
  const delivered = deliveredPaths(task)
  const permitted = by === 'scope' ? withoutTestPaths(scopePaths(task.scope)) : []
  const points = task.modification_points.map((point) => point.file)
  const meant = [...workPaths(task.work), ...delivered].filter((path) => !isOpenPath(path))
  const named = new Set([...points, ...meant, ...permitted])
  const files = keepAllowed(
    [...named].filter((path) => !isOpenPath(path)),
    task.scope,
    new Set([...meant, ...others]),
  )
  const open = uniqueOpen((by === 'scope' ? permitted : delivered).filter((path) => isOpenPath(path)))
  const apart = open.filter((path) => !holdsOthers(path, files, open))
  const units = joinGroups([...files.map((file) => [file]), ...findBonds(task, files)], (paths) => paths)
  return {
    units: [...units.map((group) => [...new Set(group.flat())]), ...apart.map((path) => [path])],
    wider: uniqueOpen(delivered.filter((path) => isOpenPath(path) && !apart.includes(path))),
  }
}

/** `meant` are paths that the plan means to write already: its rules have passed them. */
function keepAllowed(files: readonly string[], scope: string, meant: ReadonlySet<string>): string[] {
  const patterns = scopePaths(scope)
  const within = patterns.length === 0 ? files : files.filter(createPathMatcher(patterns))
  const added = within.filter((path) => !meant.has(path))
  const entries = added.map((path) => ({ path, mode: '100644', size: 0, status: 'added' as const }))
  const policy = { scope: [], denied: [], maxFileBytes: Infinity, maxFiles: Infinity }
  const refused = new Set(findPathFaults(entries, policy, [...meant]).map((fault) => fault.path))
  return within.filter((path) => !refused.has(path))
}

/** Files that must stay together. */
function findBonds(task: Task, files: readonly string[]): string[][] {
  const allowed = new Set(files)
  const bonds = task.work.map((item) => workPaths([item]).filter((path) => allowed.has(path)))
  const spelled = new Set(workPaths(task.work))
  const runs = task.work.some((item) => item.kind === 'run')
  if (runs) bonds.push(files.filter((path) => !spelled.has(path)))
  return bonds.filter((bond) => bond.length > 1)
}

/** `src/` and `src/**` are one. */
function uniqueOpen(paths: readonly string[]): string[] {
  return [...new Map(paths.toReversed().map((path) => [path.replace(/\*\*$/, ''), path])).values()].toReversed()
}

function holdsOthers(path: string, files: readonly string[], open: readonly string[]): boolean {
  const folder = folderOf(path)
  return (
    files.some((file) => file.startsWith(folder)) ||
    open.some((other) => folderOf(other).length > folder.length && folderOf(other).startsWith(folder))
  )
}
