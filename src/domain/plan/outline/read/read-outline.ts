import { recordText } from '../../../language/message.ts'
import { isAsideText, isBareLabel, isFactText } from '../words/aside-text.ts'
import { findBarePaths, findPathSpans } from '../words/find-path-spans.ts'
import { noteTitle } from './note-title.ts'
import { parseFence } from './parse-fence.ts'
import { parseFinalLine } from './parse-final-line.ts'
import type { OutlineNode } from './parse-outline.ts'
import { parseTaskText, splitLabel } from './parse-task-text.ts'
import { findStatedCriterion, readCriterionItem, readCriterionLine, readShown } from './read-criterion.ts'
import { type Reading, startReading } from './reading.ts'
import {
  continuesSection,
  isItemLabel,
  isLabel,
  saysDone,
  type SectionKind,
  sectionKind,
} from '../words/section-titles.ts'
import { joinScenario } from '../words/join-scenario.ts'
import { withoutGreeting } from '../words/without-greeting.ts'
import { takeTaskLine } from './take-task-line.ts'
import { createTaskOutline, type IssueOutline, type StatedItem, type TaskOutline } from './task-outline.ts'

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
      return readFence(node, reading)
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
  const { id: _, dependsOn, title, ...facts } = parseTaskText(node.text)
  const task = { ...createTaskOutline(id, node.line, title), ...facts }
  task.dependsOn.push(...dependsOn)
  const spans = findPathSpans(node.text)
  task.paths.push(...(spans.length > 0 ? spans : findBarePaths(title)))
  if (node.text.length > title.length + 200) task.description.push(node.text)
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

/** Beside what must hold, and no part of it. */
function isAside(node: OutlineNode & { text: string }, { criteria }: Reading): boolean {
  const isEmpty = node.kind === 'item' && isBareLabel(node.text) && !criteria.parents.has(node)
  return (
    isEmpty ||
    isAsideText(node.text) ||
    (node.kind === 'line' && node.depth === 0 && (isFactText(node.text) || isFooter(node.text)))
  )
}

/** `*This task is part of …*`: a line of its own that is set apart as a whole. */
function isFooter(text: string): boolean {
  return /^([*_])(?![*_]).*(?<![*_])\1$/.test(text)
}

/** What stands here says when something is done. */
function readsCriteria(reading: Reading): boolean {
  return reading.label?.kind === 'acceptance' || (reading.task === null && reading.section.kind === 'acceptance')
}

function addCriterion(criterion: StatedItem, reading: Reading): void {
  const list = reading.task?.outline.criteria ?? reading.outline.acceptance
  const last = list.at(-1)
  const scenario = last === undefined ? undefined : joinScenario(last.text, criterion.text)
  if (last !== undefined && scenario !== undefined) {
    last.text = scenario
    return
  }
  if (reading.expects) criterion.expected = true
  list.push(criterion)
}

/** `Acceptance: the tests pass` on one line. */
function takeCriterionOr(node: OutlineNode & { text: string }, reading: Reading, otherwise: () => void): void {
  const text = findStatedCriterion(node.text)
  if (text === undefined) return otherwise()
  const label = node.text.slice(0, node.text.search(/[:：]/))
  addCriterion({ text, line: node.line }, { ...reading, expects: !saysDone(label) && sectionKind(label) !== 'other' })
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

/** What a line announces in a code block stands elsewhere in the plan: `This is how we call it: (line 3)`. */
function pointToShown({ tasks, preamble }: IssueOutline, line: number): void {
  const last = preamble.at(-1)
  if (tasks.length === 0 && last !== undefined && /[:：]$/.test(last)) preamble.splice(-1, 1, `${last} (line ${line})`)
}

function readFence(node: OutlineNode & { kind: 'fence' }, reading: Reading): void {
  const fence = parseFence(node.info, node.content)
  if (fence === undefined) {
    const criterion = readsCriteria(reading) ? readShown(node.content, node.line, reading.criteria) : undefined
    if (criterion !== undefined) addCriterion(criterion, reading)
    pointToShown(reading.outline, node.line)
    return
  }
  const { work, task: named } = fence
  if ((work.kind === 'diff' && work.diff.trim() === '') || (work.kind === 'run' && work.command === '')) {
    reading.outline.problems.push(
      recordText('Line {n}: the code block says `{info}` but is empty.', {
        n: node.line,
        info: node.info.slice(0, 40),
      }),
    )
    return
  }
  reading.outline.fences.push({
    work,
    info: node.info,
    line: node.line,
    inside: reading.task?.outline ?? null,
    after: reading.after,
    named,
    rightBelow: reading.after !== null && reading.afterUnder === reading.under,
    under: reading.under?.title ?? null,
    reported: reading.report !== null,
  })
}
