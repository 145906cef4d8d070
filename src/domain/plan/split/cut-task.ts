import { scopePaths } from '../assemble/assemble-deliverable.ts'
import { deliverablePath } from '../deliverable-spec.ts'
import { listTestsOf } from '../../paths/test-paths.ts'
import type { Task, WorkItem } from '../task.ts'
import { workPaths } from '../work-paths.ts'
import { joinGroups, packNeighbours } from '../estimate/join-groups.ts'
import type { Cut } from '../plan-round.ts'
import { findUnits, type Unit } from '../estimate/task-units.ts'
import { commonFolder, folderOf, isOpenPath } from '../estimate/touched-files.ts'

export type ModificationPoint = Task['modification_points'][number]

/** A piece of a task, with everything that is about it alone. */
export interface Part {
  /** Files, folders and globs it delivers. */
  paths: string[]
  /** Further entries of the task's scope. */
  permitted: string[]
  points: ModificationPoint[]
  work: WorkItem[]
}

/** Most parts of one cut; what is more is put together, neighbours first. */
export const maxParts = 8

/**
 * A task cut in two or more, the best way first (spec 003 §5): along folders, files, places to change, and as a last
 * resort along what its scope permits; undefined where there is nothing to cut along. `others` are the paths of the
 * plan's other tasks. The last part has what is about the whole: commands, and the deliverable where it is one file.
 */
export function cutTask(task: Task, others: readonly string[]): { along: Cut; parts: Part[] } | undefined {
  const named = findUnits(task, others, 'deliverable')
  return (
    cutUnits(task, named.units, named.wider) ??
    cutPoints(task, named.units.flat(), named.wider) ??
    cutPermitted(task, others)
  )
}

function cutPermitted(task: Task, others: readonly string[]): ReturnType<typeof cutTask> {
  const permitted = findUnits(task, others, 'scope')
  return cutUnits(task, permitted.units, permitted.wider)
}

function cutUnits(task: Task, units: readonly Unit[], wider: readonly string[]): ReturnType<typeof cutTask> {
  const common = commonFolder(units.flat())
  const branchOf = (path: string): string => folderOf(path).slice(common.length).split('/')[0] ?? ''
  const folders = joinGroups(units, (unit) => unit.map((path) => branchOf(path)))
  const along: Cut = folders.length > 1 ? 'deliverables' : 'files'
  const groups = along === 'deliverables' ? folders : units.map((unit) => [unit])
  if (groups.length < 2) return undefined
  const weightOf = (group: readonly Unit[]): number => {
    const paths = new Set(group.flat())
    return paths.size + task.modification_points.filter((point) => paths.has(point.file)).length
  }
  const sorted =
    groups.length > maxParts ? groups.toSorted((a, b) => compare(a[0]?.[0] ?? '', b[0]?.[0] ?? '')) : groups
  const packed = packNeighbours(sorted, maxParts, weightOf).map((pack) => pack.flat(2))
  const parts = orderParts(packed, task).map((paths): Part => ({ paths, permitted: [], points: [], work: [] }))
  for (const point of task.modification_points) ownerOf(parts, point.file)?.points.push(point)
  for (const item of task.work) ownerOf(parts, workPaths([item])[0])?.work.push(item)
  for (const path of wider) holderOf(parts, path)?.paths.push(path)
  permitRest(parts, task)
  return { along, parts }
}

/** The parts one after the other: they may change the same file. */
function cutPoints(task: Task, units: readonly string[], wider: readonly string[]): ReturnType<typeof cutTask> {
  const chunks = packNeighbours(task.modification_points, maxParts, () => 1)
  if (chunks.length < 2) return undefined
  const allowed = new Set(units)
  const written = workPaths(task.work).filter((path) => allowed.has(path))
  const parts = chunks.map((points, index): Part => {
    const files = points.map((point) => point.file).filter((file) => allowed.has(file))
    const paths = [...new Set([...(index === 0 ? written : []), ...files])]
    return { paths, permitted: [], points, work: index === 0 ? task.work.filter((item) => item.kind !== 'run') : [] }
  })
  const held = new Set(parts.flatMap((part) => part.paths))
  const last = parts.at(-1)
  last?.paths.push(...units.filter((path) => !held.has(path)), ...wider)
  last?.work.push(...task.work.filter((item) => item.kind === 'run'))
  permitRest(parts, task)
  return { along: 'modification_points', parts }
}

/** Last comes what a command makes, else the deliverable where it is one file. */
export function orderParts(parts: readonly string[][], task: Task): string[][] {
  const spelled = new Set(workPaths(task.work))
  const runs = task.work.some((item) => item.kind === 'run')
  const made = runs ? parts.flat().find((path) => !spelled.has(path)) : undefined
  const main = made ?? (task.deliverable_spec.single_file ? deliverablePath(task.deliverable_spec) : undefined)
  const isLast = (part: readonly string[]): boolean => main !== undefined && part.includes(main)
  return [...parts.filter((part) => !isLast(part)), ...parts.filter(isLast)]
}

export function permitRest(parts: readonly Part[], task: Task): void {
  const paths = parts.flatMap((part) => part.paths)
  // Tests go with the file that they are named after.
  const held = new Set([...paths, ...paths.flatMap((path) => listTestsOf(path))])
  for (const entry of scopePaths(task.scope)) {
    if (!held.has(entry)) holderOf(parts, entry)?.permitted.push(entry)
  }
}

export function ownerOf(parts: readonly Part[], path: string | undefined): Part | undefined {
  return parts.findLast((part) => path !== undefined && part.paths.includes(path)) ?? parts.at(-1)
}

/** The only part that has something in the entry's folder, else the last. */
function holderOf(parts: readonly Part[], entry: string): Part | undefined {
  const folder = folderOf(entry)
  const near = parts.filter((part) =>
    part.paths.some((path) => (isOpenPath(entry) ? path.startsWith(folder) : folderOf(path) === folder)),
  )
  return near.length === 1 ? near[0] : parts.at(-1)
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
