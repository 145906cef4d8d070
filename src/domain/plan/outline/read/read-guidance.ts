import { recordText } from '../../../language/message.ts'
import { freezeText } from '../../../text/frozen-text.ts'
import { type Guidance, type GuidanceEdit, newComment, type TaskAmendment, type TaskRewrite } from './guidance.ts'
import { parseEditLine, parseFacts } from './parse-edit-line.ts'
import { type OutlineNode, parseOutline } from './parse-outline.ts'
import { splitLabel } from './parse-task-text.ts'
import { findStatedCriterion } from './read-criterion.ts'
import { readOutline } from './read-outline.ts'
import { isLabel, sectionKind } from '../words/section-titles.ts'
import { takeNamedAttribute } from './take-task-line.ts'
import { createTaskOutline, type TaskOutline } from './task-outline.ts'

/**
 * What `/replan` or `/answer` says, as far as the outline's words go: tasks, changes of a fact, `drop T3`, acceptance
 * items, code blocks. `known` are the plan's task ids; `above` lines stand before the first.
 */
export function readGuidance(text: string, known: ReadonlySet<string>, above: number): Guidance {
  const short: GuidanceEdit[] = []
  const rest: OutlineNode[] = []
  const nodes = parseComments(text).flatMap(partTasks)
  for (const node of nodes) {
    const line = node.line + above
    const changes = node.kind === 'item' || node.kind === 'line' ? parseEditLine(node.text) : undefined
    if (changes === undefined || !('text' in node)) rest.push(...partLabel({ ...node, line }, known))
    else short.push(...changes.map((change) => ({ change, text: node.text, line })))
  }
  const outline = readOutline(rest, known)
  const long = outline.tasks.map((task) => ({
    change: readTaskChange(task),
    text: `${task.id}: ${task.title}`,
    line: task.line,
  }))
  const all = [...short, ...long].toSorted((a, b) => a.line - b.line)
  const { edits, unread } = checkIds(all, known)
  const chat = new Set(long.flatMap(({ change }) => (change.kind === 'amend' ? findChat(change) : [])))
  const beside = rest.flatMap((node) =>
    'text' in node && chat.has(node.text) ? [{ text: node.text, line: node.line }] : [],
  )
  const loose = [...outline.unread, ...beside].map((item) => ({ ...item, why: '' }))
  return {
    edits,
    acceptance: outline.acceptance,
    fences: outline.fences,
    final: outline.final,
    unread: [...unread, ...loose, ...findEmptyTitles(nodes, above)].toSorted((a, b) => a.line - b.line),
    problems: outline.problems,
  }
}

/** Comment by comment, with a title that says nothing before each but the first: what is said later belongs to no task above. */
function parseComments(text: string): OutlineNode[] {
  const nodes: OutlineNode[] = []
  let above = 0
  for (const comment of text.split(newComment)) {
    if (above > 0) nodes.push({ kind: 'heading', line: above + 1, depth: 0, level: 1, text: '' })
    nodes.push(...parseOutline(freezeText('', comment).body).map((node) => ({ ...node, line: node.line + above })))
    above += comment.split('\n').length - 1
  }
  return nodes
}

/** `Acceptance criteria` with nothing below: whoever wrote it thinks to have said something. */
function findEmptyTitles(nodes: readonly OutlineNode[], above: number): Guidance['unread'] {
  return nodes.flatMap((node, index) => {
    if (node.kind !== 'heading' && node.kind !== 'line') return []
    if (sectionKind(node.text) === 'other' || !endsBelow(node, nodes[index + 1])) return []
    const title = node.text.replaceAll(/[*_]{2}|[:：]$/g, '')
    return [{ text: title, line: node.line + above, why: recordText('nothing stands below it') }]
  })
}

function endsBelow(title: OutlineNode & { kind: 'heading' | 'line' }, next: OutlineNode | undefined): boolean {
  if (next === undefined) return true
  if (next.kind === 'heading') return title.kind === 'line' || next.level <= title.level
  return next.kind === 'line' && isLabel(next.text)
}

/** Where another task begins: `T1: 1h; T3: Announce it`. */
const anotherTask = /[;；]\s*(?=T\d{1,4}(?:\.\d{1,3}){0,4}\s?[:：])/i

/** What is said of several tasks on one line is as many lines, where it isn't all short changes. */
function partTasks(node: OutlineNode): OutlineNode[] {
  if ((node.kind !== 'item' && node.kind !== 'line') || parseEditLine(node.text) !== undefined) return [node]
  return node.text.split(anotherTask).map((text) => ({ ...node, text: text.trim() }))
}

/** `T2: Scope: …` on one line says the same as `T2:` with `Scope: …` below it. */
function partLabel(node: OutlineNode, known: ReadonlySet<string>): OutlineNode[] {
  if (node.kind !== 'item' && node.kind !== 'line') return [node]
  const { id, rest } = splitLabel(node.text)
  if (id === null || !known.has(id)) return [node]
  const isAttribute = takeNamedAttribute(createTaskOutline(id, node.line, ''), rest)
  if (!isAttribute && findStatedCriterion(rest) === undefined) return [node]
  const below: OutlineNode = { kind: 'line', line: node.line, depth: node.depth, text: rest }
  return [{ ...node, text: `${id}:` }, below]
}

/** Prose below `T2: 2d` is talk; below a bare `T2:` it is what T2 is about. */
function findChat({ facts, noOrder, below }: TaskAmendment): string[] {
  const saysFacts =
    noOrder || facts.dependsOn.length > 0 || facts.personDays !== undefined || facts.executor !== undefined
  return below === null || below.title === '' || !saysFacts ? [] : below.description.splice(0)
}

/** `T2: 2d` changes T2; `T2: Write it` is a new T2. */
function readTaskChange(task: TaskOutline): TaskRewrite | TaskAmendment {
  const said = task.title === '' ? { facts: { dependsOn: [] }, noOrder: false } : parseFacts(task.title)
  if (said === undefined) return { kind: 'task', task }
  const personDays = said.facts.personDays ?? task.personDays
  const executor = said.facts.executor ?? task.executor
  return {
    kind: 'amend',
    id: task.id,
    facts: {
      dependsOn: [...task.dependsOn, ...said.facts.dependsOn],
      ...(personDays === undefined ? {} : { personDays }),
      ...(executor === undefined ? {} : { executor }),
    },
    noOrder: said.noOrder,
    below: task,
  }
}

/** Apart those that are about tasks which neither the plan nor the guidance has. */
function checkIds(all: readonly GuidanceEdit[], known: ReadonlySet<string>): Pick<Guidance, 'edits' | 'unread'> {
  const written = all.flatMap(({ change }) => (change.kind === 'task' ? [change.task.id] : []))
  const ids = new Set([...known, ...written])
  const edits: GuidanceEdit[] = []
  const unread: Guidance['unread'] = []
  for (const edit of all) {
    const missing = namedIds(edit.change).filter((id) => !ids.has(id))
    if (missing.length === 0) edits.push(edit)
    else
      unread.push({ text: edit.text, line: edit.line, why: missing.map((id) => describeMissing(id, ids)).join('; ') })
  }
  return { edits, unread }
}

/** A part of a task that planning split is made anew with each plan. */
function describeMissing(id: string, ids: ReadonlySet<string>): string {
  const parts = id.split('.')
  const whole = parts.map((_, index) => parts.slice(0, index).join('.')).findLast((known) => ids.has(known))
  return whole === undefined
    ? recordText('there is no {id}', { id })
    : recordText('{id} comes of splitting {task}, so say it of {whole}', { id, task: whole, whole })
}

function namedIds(change: GuidanceEdit['change']): string[] {
  switch (change.kind) {
    case 'task':
      return [change.task.id]
    case 'amend':
      return [change.id]
    case 'drop':
      return change.ids
  }
}
