import { findBarePaths, findPathSpans } from '../words/find-path-spans.ts'
import { recordText } from '../../../language/message.ts'
import { createTaskOutline, type IssueOutline, type TaskOutline } from './task-outline.ts'
import { noteTitle } from './note-title.ts'
import { parseFinalLine } from './parse-final-line.ts'
import type { OutlineNode } from './parse-outline.ts'
import { parseTaskText, splitLabel } from './parse-task-text.ts'
import { withoutOrderWords } from '../words/verbs/without-order-words.ts'
import { readCriterionItem, readCriterionLine } from './read-criterion.ts'
import { type Reading, startReading } from './reading.ts'
import {
  continuesSection,
  isItemLabel,
  isLabel,
  saysDone,
  sectionKind,
  type SectionKind,
} from '../words/section-titles.ts'
import { withoutGreeting } from '../words/without-greeting.ts'
import { takeNamedAttribute, takeTaskLine } from './take-task-line.ts'
import { addCriterion, isAside, readsCriteria, takeCriterionOr } from './blocks/take-criterion.ts'
import { readWorkBlock } from './blocks/read-work-block.ts'

/**
 * Tasks with their criteria, the issue's own acceptance items, and where its work fences stand, read top to bottom. What
 * doesn't define a task (`findTaskDefinitions`) belongs to the task it stands in. With `taken` it is a change to a plan
 * of these ids.
 */
export function readOutline(nodes: readonly OutlineNode[], taken?: ReadonlySet<string>): IssueOutline {
  const reading = startReading(nodes, taken)
  for (const node of nodes) readNode(node, reading)
  return reading.outline
}

function readNode(node: OutlineNode, reading: Reading): void {
  if (node.kind !== 'heading') leave(node, reading)
  noteTitle(node, reading)
  switch (node.kind) {
    case 'heading':
      return readHeading(node, reading)
    case 'item':
      return readItem(node, reading)
    case 'line':
      return readLine(node, reading)
    case 'fence':
      return readWorkBlock(node, reading)
  }
}

/** A block outside the list item that named the task, or outside a label's list, ends them. */
function leave(node: OutlineNode, reading: Reading): void {
  const { task, label } = reading
  const isItem = node.kind === 'item'
  if (task !== null && task.depth > 0 && (isItem ? node.depth <= task.depth : node.depth < task.depth))
    reading.task = null
  if (label !== null && (isItem ? node.depth <= label.depth : node.depth < label.depth)) reading.label = null
}

function readHeading(node: OutlineNode & { kind: 'heading' }, reading: Reading): void {
  reading.label = null
  reading.criteria.groups = []
  const kind = announce(node.text, reading)
  if (
    reading.task !== null &&
    reading.task.level > 0 &&
    node.level > reading.task.level &&
    !reading.definitions.has(node)
  ) {
    reading.label = { kind, depth: 0 }
    return
  }
  reading.task = null
  if (nameTask(node, node.text, reading)) reading.section = { kind: 'other', level: 0 }
  else if (!continuesSection(reading.section, kind, node.level)) reading.section = { kind, level: node.level }
}

/** Makes the task a block names the current one; false when it names none. */
function nameTask(node: OutlineNode & { text: string }, text: string, reading: Reading): boolean {
  const defined = reading.definitions.get(node)
  const label = splitLabel(text)
  const known = label.id === null ? undefined : reading.byId.get(label.id)
  if (defined === undefined && known === undefined) return false
  const task = defined === undefined ? known : defineTask(defined, node, reading)
  if (task === undefined) return false
  if (defined === undefined && label.rest !== '') takeTaskLine(task, label.rest, 'line')
  reading.task = {
    outline: task,
    level: node.kind === 'heading' ? node.level : 0,
    depth: node.kind === 'item' ? node.depth : 0,
  }
  reading.after = task
  reading.afterUnder = reading.under
  reading.label = null
  return true
}

function defineTask(id: string, node: OutlineNode & { text: string }, reading: Reading): TaskOutline {
  const { id: _, dependsOn, title: written, ...facts } = parseTaskText(node.text)
  const title = withoutOrderWords(written)
  const task = { ...createTaskOutline(id, node.line, title), ...facts }
  task.dependsOn.push(...dependsOn)
  const spans = findPathSpans(node.text)
  task.paths.push(...(spans.length > 0 ? spans : findBarePaths(title)))
  if (node.text.length > title.length + 200) task.description.push(node.text)
  else if (title !== written) task.description.push(written)
  reading.outline.tasks.push(task)
  reading.byId.set(id, task)
  if (node.kind === 'item' && node.checked !== null) reading.outline.boxes.push({ text: title, line: node.line, task })
  return task
}

function readItem(node: OutlineNode & { kind: 'item' }, reading: Reading): void {
  const { outline } = reading
  const task = reading.task?.outline
  if (readsCriteria(reading)) {
    if (isAside(node, reading)) {
      outline.unread.push({ text: node.text, line: node.line })
      return
    }
    const criterion = readCriterionItem(node, reading.criteria)
    if (criterion === undefined) return
    addCriterion(criterion, reading)
    if (task !== undefined && node.checked !== null) outline.boxes.push({ ...criterion, task })
    return
  }
  if (isItemLabel(node)) {
    reading.label = { kind: announce(node.text, reading), depth: node.depth }
    return
  }
  if (takeFinal(node, reading) || nameTask(node, node.text, reading)) return
  if (task === undefined) return readLooseItem(node, outline)
  if (node.checked !== null) outline.boxes.push({ text: node.text, line: node.line, task })
  takeCriterionOr(node, reading, () => takeTaskLine(task, node.text, 'item'))
}

function readLooseItem(node: OutlineNode & { kind: 'item' }, outline: IssueOutline): void {
  if (node.checked === true) {
    outline.ticked.push(node.line)
    return
  }
  outline.unread.push({ text: node.text, line: node.line, listed: true })
  if (outline.tasks.length === 0) outline.preamble.push(`- ${node.text}`)
}

function readLine(node: OutlineNode & { kind: 'line' }, reading: Reading): void {
  const { outline } = reading
  if (isLabel(node.text)) {
    const kind = announce(node.text, reading)
    reading.label = { kind, depth: node.depth }
    if (kind === 'tasks' && reading.task === null) reading.section = { kind, level: 7 }
    return
  }
  if (takeFinal(node, reading) || nameTask(node, node.text, reading)) return
  const task = reading.task?.outline
  // `Scope: …` right below a list, which Markdown has as a part of its last item.
  if (readsCriteria(reading) && takeNamedAttribute(task ?? createTaskOutline('T1', node.line, ''), node.text)) {
    if (task === undefined) outline.unread.push({ text: node.text, line: node.line })
    return
  }
  if (readsCriteria(reading) && isAside(node, reading)) {
    outline.unread.push({ text: node.text, line: node.line })
    return
  }
  if (readsCriteria(reading)) {
    const criterion = readCriterionLine(node, reading.criteria)
    if (criterion !== undefined) addCriterion(criterion, reading)
    return
  }
  takeCriterionOr(node, reading, () => {
    if (task !== undefined) return takeTaskLine(task, node.text, 'line')
    outline.unread.push({ text: node.text, line: node.line })
    const told = withoutGreeting(node.text)
    // `Actual: it crashes`: without its label it would read as what is wanted.
    const label = reading.under?.line === node.line ? `${reading.under.title}: ` : ''
    if (outline.tasks.length === 0 && told !== '') outline.preamble.push(`${label}${told}`)
  })
}

/** What a title begins, and who says so where it says when something is done. */
function announce(title: string, reading: Reading): SectionKind {
  const kind = sectionKind(title)
  if (kind === 'acceptance') reading.expects = !saysDone(title)
  return kind
}

function takeFinal(node: OutlineNode & { text: string }, reading: Reading): boolean {
  const { outline } = reading
  const final = parseFinalLine(node.text, node.line)
  if (final === undefined) return false
  if (outline.final === null) outline.final = final
  else
    outline.problems.push(
      recordText('Line {n}: a second `Final:`; the first is on line {line_number}.', {
        n: node.line,
        line_number: outline.final.line,
      }),
    )
  return true
}
