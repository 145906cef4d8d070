import { draftTask } from './draft-task.ts'
import { asksForChange, findReasonToDecline } from './find-reason-to-decline.ts'
import { findBarePaths, findPathSpans } from './find-path-spans.ts'
import { noteUnreadWords } from './note-unread-words.ts'
import { type OutlineNode, parseOutline } from './parse-outline.ts'
import { ownOutlineWork, placeWork } from './place-work.ts'
import type { PlanSketch, SketchAnswer } from './plan-sketch.ts'
import { readOutline } from './read-outline.ts'
import { createTaskOutline, type IssueOutline, type TaskOutline, type WorkPlace } from './task-outline.ts'

const howTo = 'Write a task list (`- [ ] T1: what to do`), or a `yaml countersign` block.'

/** The plan in an issue's task lists, headings and code fences; what it can't place it asks for. */
export function sketchFromOutline(title: string, body: string): SketchAnswer {
  const nodes = parseOutline(body)
  const outline = readOutline(nodes)
  const empty = answerEmpty(title, body, nodes, outline)
  const tasks =
    outline.tasks.length > 0 ? outline.tasks : empty === undefined ? [makeOnlyTask(title, nodes, outline)] : []
  const placed = placeWork(
    // Of an issue that is one task, the title is what stands above all.
    outline.tasks.length > 0 ? outline.fences : outline.fences.map((one) => ({ ...one, under: one.under ?? title })),
    tasks.map((task) => ownOutlineWork(task)),
  )
  const problems = [...outline.problems, ...placed.problems]
  if (problems.length > 0) return { kind: 'needs_input', lacks: problems }
  return {
    kind: 'sketch',
    plan: {
      description: describeIssue(title, outline.preamble),
      notes: [
        ...outline.notes,
        ...noteUnreadWords(outline.tasks),
        ...noteUnplaced(outline),
        ...placed.notes,
        ...(outline.tasks.length === 0 && tasks.length > 0 ? ['The issue names no tasks, so it is one.'] : []),
      ],
    },
    tasks: tasks.map((task) => draftTask(task)),
    lines: new Map(tasks.map((task) => [task.id, task.line])),
    outline,
    lineCount: body.split('\n').length,
    strict: false,
    empty: empty ?? { kind: 'needs_input', lacks: [`No task is left. ${howTo}`] },
  }
}

/** What stands below the first task and belongs to none: its author may take it for planned. */
function noteUnplaced({ tasks, unread }: IssueOutline): string[] {
  const first = Math.min(...tasks.map((task) => task.line))
  const below = unread.filter(({ line }) => line > first)
  const [one] = below
  if (one === undefined) return []
  const shown = one.text.length > 80 ? `${one.text.slice(0, 79)}…` : one.text
  const more = below.length === 1 ? '' : `, and ${below.length - 1} more below it`
  return [`Line ${one.line} ("${shown}") belongs to no task, so it is not planned${more}.`]
}

/** The answer to an issue that names no task and is none itself: it is empty, or only asks. */
function answerEmpty(
  title: string,
  body: string,
  nodes: readonly OutlineNode[],
  outline: IssueOutline,
): PlanSketch['empty'] | undefined {
  if (outline.tasks.length > 0 || outline.acceptance.length > 0 || outline.fences.some(saysWork)) return undefined
  const why = findReasonToDecline(title, nodes.map((node) => renderProse(node)).join('\n'))
  if (why !== undefined) return { kind: 'declined', why }
  if (outline.preamble.length > 0 || asksForChange(title)) return undefined
  const lack =
    body.trim() === ''
      ? 'The issue has no text, so there is nothing to plan.'
      : 'The issue has words, but names nothing to be done.'
  return { kind: 'needs_input', lacks: [`${lack} ${howTo}`] }
}

/** A diff may as well show what happened. */
function saysWork({ work, reported }: WorkPlace): boolean {
  return work.kind !== 'diff' && !reported
}

const trace =
  /^[ \t]*at \S.*:\d+|^Traceback \(most recent|^[ \t]*File ".+", line \d+|panicked at|^goroutine \d|Exception\b/m

/** A stack trace tells of something broken; other code blocks say nothing. */
function renderProse(node: OutlineNode): string {
  if (node.kind !== 'fence') return node.text
  return trace.test(node.content.slice(0, 5000)) ? 'stack trace' : ''
}

/** An issue that says something but names no task is one task: of its work, or for a person. */
function makeOnlyTask(title: string, nodes: readonly OutlineNode[], outline: IssueOutline): TaskOutline {
  const task = createTaskOutline('T1', 1, title === '' ? (outline.preamble[0] ?? 'T1').slice(0, 200) : title)
  const spans = findPathSpans(title)
  task.paths.push(...(spans.length > 0 ? spans : findBarePaths(title)))
  task.description.push(...outline.preamble)
  if (nodes.some((node) => tellsOfFault(node))) task.action = 'Fix'
  return task
}

function tellsOfFault(node: OutlineNode): boolean {
  if (node.kind === 'heading') return /^(?:steps to )?reproduc|^(?:复现|重现)/i.test(node.text)
  return node.kind === 'fence' && renderProse(node) !== ''
}

function describeIssue(title: string, preamble: readonly string[]): string {
  const intro = preamble.slice(0, 5).join('\n').slice(0, 1000)
  return [title, intro].filter((part) => part !== '').join('\n\n') || 'Untitled issue'
}
