import { scopePaths } from '../../assemble/assemble-deliverable.ts'
import { inferCriterion } from '../../assemble/infer-criterion.ts'
import type { RootCriterionDraft, TaskDraft } from '../../plan-draft.ts'
import { draftCriterion } from './draft-task.ts'
import { findCodeSpans, findPathSpans, looksLikePath } from '../words/find-path-spans.ts'
import { findTaskIds, splitLabel } from '../read/parse-task-text.ts'
import type { StatedItem } from '../read/task-outline.ts'

/**
 * Gives acceptance items of the issue to tasks: to those an item names (`T1: …`, `… (T1)`), to the only task, or to the
 * only one that writes the file it looks at or speaks of (of several, the only one whose words hold what the item quotes
 * beside), unless one has a criterion of the same words already. The rest stay uncovered, which the plan's rules report.
 */
export function addAcceptanceItems(items: readonly StatedItem[], tasks: readonly TaskDraft[]): void {
  const known = indexCriteria(tasks)
  const writers = indexWriters(tasks)
  const byId = new Map(tasks.map((task) => [task.id, task]))
  for (const item of items) {
    const { text, named } = parseItem(item)
    const words = normalize(text)
    const have = known.get(words) ?? []
    const owners = named.length > 0 ? named.flatMap((id) => byId.get(id) ?? []) : findOwners(text, tasks, writers)
    if (named.length === 0 && have.length > 0) continue
    for (const task of owners) {
      if (have.some((same) => same.task === task)) continue
      task.acceptance_criteria = task.acceptance_criteria ?? []
      task.acceptance_criteria.push(draftCriterion({ text, line: item.line }))
      have.push({ task, id: undefined })
    }
    known.set(words, have)
  }
}

/** The root criteria of items, once their tasks' criteria have numbers. What is said twice is asked once. */
export function coverRootCriteria(items: readonly StatedItem[], tasks: readonly TaskDraft[]): RootCriterionDraft[] {
  const known = indexCriteria(tasks)
  const criteria = new Map<string, RootCriterionDraft>()
  for (const item of items) {
    const { text } = parseItem(item)
    const words = normalize(text)
    if (criteria.has(words)) continue
    const same = known.get(words) ?? []
    criteria.set(words, {
      statement: inferCriterion(text).statement || text,
      source_line: item.line,
      covered_by: same.flatMap(({ task, id }) => (id === undefined ? [] : [`${task.id}/${id}`])),
    })
  }
  return [...criteria.values()]
}

interface KnownCriterion {
  task: TaskDraft
  id: string | undefined
}

function indexCriteria(tasks: readonly TaskDraft[]): Map<string, KnownCriterion[]> {
  const index = new Map<string, KnownCriterion[]>()
  for (const task of tasks) {
    for (const { id, statement } of task.acceptance_criteria ?? []) {
      const words = normalize(statement)
      const same = index.get(words)
      if (same === undefined) index.set(words, [{ task, id }])
      else same.push({ task, id })
    }
  }
  return index
}

function indexWriters(tasks: readonly TaskDraft[]): Map<string, TaskDraft[]> {
  const index = new Map<string, TaskDraft[]>()
  for (const task of tasks) {
    for (const path of scopePaths(task.scope ?? '')) {
      const writers = index.get(path)
      if (writers === undefined) index.set(path, [task])
      else writers.push(task)
    }
  }
  return index
}

function findOwners(
  text: string,
  tasks: readonly TaskDraft[],
  writers: ReadonlyMap<string, TaskDraft[]>,
): readonly TaskDraft[] {
  if (tasks.length === 1) return tasks
  const target = inferCriterion(text).target
  const named = target === undefined ? findPathSpans(text) : [target]
  const found = new Set(named.flatMap((path) => writers.get(path) ?? []))
  return found.size > 1 ? findOnlyOneAbout(text, [...found]) : [...found]
}

/** `package.json` contains `x`: of the tasks that write it, the one that speaks of x. */
function findOnlyOneAbout(text: string, tasks: readonly TaskDraft[]): readonly TaskDraft[] {
  const quoted = findQuoted(text).filter((words) => !looksLikePath(words))
  if (quoted.length === 0) return []
  const about = tasks.filter((task) => {
    const said = [task.title, task.description ?? '', ...(task.implementation ?? [])].join('\n').toLowerCase()
    return quoted.every((words) => said.includes(words.toLowerCase()))
  })
  return about.length === 1 ? about : []
}

/** What stands in backticks or quotation marks. */
function findQuoted(text: string): string[] {
  const lines = text.split('\n').map((line) => withoutUnclosed(line))
  // oxlint-disable-next-line regexp/no-super-linear-move -- each “ has its ” on the line
  const quotes = [...lines.join('\n').matchAll(/"[^"\n]+"|“[^”\n]+”/g)].map(({ 0: found, index }) =>
    text.slice(index + 1, index + found.length - 1).trim(),
  )
  return [...findCodeSpans(text), ...quotes].filter((words) => words !== '')
}

/** Each “ that nothing closes would be read to the end of its line. */
function withoutUnclosed(line: string): string {
  const closed = line.lastIndexOf('”') + 1
  return line.slice(0, closed) + line.slice(closed).replaceAll('“', ' ')
}

const namedSuffix = /^[(（]((?:T[\d.]+(?:\/AC-\d+)?(?:\s*[,&，、和与]\s*|\s+and\s+)?)+)[)）](.*)$/

/** It names a task, whether the plan has that or not. */
export function namesTask(item: StatedItem): boolean {
  return parseItem(item).named.length > 0
}

/** An item's words without the tasks it names. */
function parseItem(item: StatedItem): { text: string; named: string[] } {
  const label = splitLabel(item.text)
  if (label.id !== null && label.rest !== '') return { text: label.rest, named: [label.id] }
  const open = Math.max(item.text.lastIndexOf('(T'), item.text.lastIndexOf('（T'))
  const suffix = namedSuffix.exec(open === -1 ? '' : item.text.slice(open))
  if (suffix === null) return { text: item.text, named: [] }
  return {
    text: `${item.text.slice(0, open).trim()} ${(suffix[2] ?? '').trim()}`.trim(),
    named: findTaskIds(suffix[1] ?? ''),
  }
}

function normalize(text: string): string {
  return inferCriterion(text)
    .statement.toLowerCase()
    .replaceAll(/[^\p{L}\p{N}/_-]+/gu, ' ')
    .trim()
}
