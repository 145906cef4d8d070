import { cleanPattern, createPathMatcher, isLiteralPattern } from '../../paths/path-pattern.ts'
import { scopePaths } from '../assemble/assemble-deliverable.ts'
import type { Cut } from '../plan-round.ts'
import type { Task } from '../task.ts'
import { deliveredPaths } from '../estimate/touched-files.ts'
import { workPaths } from '../work-paths.ts'
import { maxParts, orderParts, ownerOf, type Part, permitRest } from './cut-task.ts'

/** Parts of a task as somebody told them: paths that each writes, and places to change by their number, from 1. */
export interface ToldCut {
  parts: readonly { paths: readonly string[]; places: readonly number[] }[]
}

export type ComposedCut = { kind: 'cut'; along: Cut; parts: Part[] } | { kind: 'unfit'; problems: string[] }

/**
 * A cut that was told, made into parts as those of `cutTask`: every path lies in the task's scope, every place to change
 * and every file that it delivers or spells out is in exactly one part (in places, where parts share a file).
 */
export function composeCut(task: Task, { parts: told }: ToldCut): ComposedCut {
  const problems = findProblems(task, told)
  if (problems.length > 0) return { kind: 'unfit', problems }
  const shared = sharesFiles(told)
  const groups = told.map(({ paths, places }) => ({
    paths: [...new Set(paths.map(withoutMarks))],
    points: places.flatMap((number) => task.modification_points[number - 1] ?? []),
  }))
  const order = shared ? groups : arrange(groups, task)
  const parts = order.map(({ paths, points }): Part => ({ paths, permitted: [], points, work: [] }))
  for (const item of task.work) ownerOf(parts, workPaths([item])[0])?.work.push(item)
  permitRest(parts, task)
  return { kind: 'cut', along: shared ? 'modification_points' : 'deliverables', parts }
}

type Group = Pick<Part, 'paths' | 'points'>

/** The part that has what all others come to is the last. */
function arrange(groups: readonly Group[], task: Task): Group[] {
  const order = orderParts(
    groups.map(({ paths }) => paths),
    task,
  )
  return order.flatMap((paths) => groups.find((group) => group.paths === paths) ?? [])
}

function findProblems(task: Task, told: ToldCut['parts']): string[] {
  if (told.length < 2) return ['a cut has two parts at least']
  if (told.length > maxParts) return [`a cut has ${maxParts} parts at most`]
  const scope = scopePaths(task.scope)
  const inScope = createPathMatcher(scope)
  const empty = told.flatMap(({ paths }, index) => (paths.length === 0 ? [`part ${index + 1} names no path`] : []))
  const outside = told.flatMap(({ paths }) =>
    paths
      .filter((path) => withoutMarks(path) === '' || (scope.length > 0 && !inScope(withoutMarks(path))))
      .map((path) => `${path} is outside of the scope of ${task.id} (${task.scope})`),
  )
  const counts = task.modification_points.map(
    (_, index) => told.filter(({ places }) => places.includes(index + 1)).length,
  )
  const misplaced = counts.flatMap((count, index) =>
    count === 1 ? [] : [`place ${index + 1} is in ${count} parts, and must be in one`],
  )
  const unknown = told
    .flatMap(({ places }) => places)
    .filter((number) => number < 1 || number > task.modification_points.length)
    .map((number) => `there is no place ${number}`)
  const held = told.flatMap(({ paths }) => paths.map(withoutMarks))
  const wanted = [...deliveredPaths(task).filter((path) => isLiteralPattern(path)), ...workPaths(task.work)]
  const lost = [...new Set(wanted.map((path) => withoutMarks(path)))]
    .filter((path) => !held.includes(path) && !createPathMatcher(held)(path))
    .map((path) => `${path} is in no part, and ${task.id} delivers it`)
  const strayed = told.flatMap(({ paths, places }, index) => {
    const holds = createPathMatcher(paths.map(withoutMarks))
    return places
      .flatMap((number) => task.modification_points[number - 1] ?? [])
      .filter(({ file }) => !holds(file))
      .map(({ file }) => `part ${index + 1} changes ${file} without naming it in its paths`)
  })
  const torn = task.work
    .map((item) => workPaths([item]))
    .filter(
      (paths) => paths.length > 1 && !told.some((part) => paths.every(createPathMatcher(part.paths.map(withoutMarks)))),
    )
    .map((paths) => `${paths.join(' and ')} are changed by one diff, and must be in one part`)
  return [...new Set([...empty, ...outside, ...misplaced, ...unknown, ...lost, ...strayed, ...torn])]
}

function sharesFiles(told: ToldCut['parts']): boolean {
  const all = told.flatMap(({ paths }) => [...new Set(paths.map(withoutMarks))])
  return new Set(all).size < all.length
}

/** As scopes write it: a folder keeps its slash. */
function withoutMarks(path: string): string {
  const clean = cleanPattern(path)
  return /\/\s*$/.test(path) && clean !== '' ? `${clean}/` : clean
}
