import type { IssueReading } from '../plan-answer.ts'
import { workPaths } from '../work-paths.ts'
import { draftTask } from './draft/draft-task.ts'
import { findBarePaths, findPathSpans } from './words/find-path-spans.ts'
import { type FormReading, readForm } from './form/read-form.ts'
import { noteOutline } from './draft/note-outline.ts'
import { noteUnreadWords } from './draft/note-unread-words.ts'
import { parseOutline } from './read/parse-outline.ts'
import { isMeantAsWork, ownOutlineWork, placeWork } from './draft/place-work.ts'
import type { SketchAnswer } from './draft/plan-sketch.ts'
import { readOutline } from './read/read-outline.ts'
import { isWritten, preferWritten, readingOf } from './request/reading-of.ts'
import { answerRequest } from './request/answer-request.ts'
import { type IssueRequest, readRequest } from './request/read-request.ts'
import { suggestPaths } from './request/suggest-paths.ts'
import {
  createTaskOutline,
  type IssueOutline,
  type StatedItem,
  type TaskOutline,
  type WorkPlace,
} from './read/task-outline.ts'

const noTaskLeft = 'No task is left. Write a task list (`- [ ] T1: what to do`), or a `yaml countersign` block.'

/**
 * The plan in an issue's task lists, headings and code fences, else in what it asks for; what it can't place it asks for.
 * What was picked from prose is a plan only where it is among what a person `confirmed`.
 */
export function sketchFromOutline(title: string, body: string, confirmed: ReadonlySet<string>): SketchAnswer {
  const form = readForm(parseOutline(body))
  const outline = readOutline(form.nodes)
  outline.unread = withoutSteps(outline.unread, form)
  const isWhole = outline.tasks.length === 0
  if (isWhole) preferWritten(outline)
  const request = readRequest(title, form, outline.acceptance)
  const isSpelledOut = !isWhole || outline.fences.some((fence) => saysWork(fence, title))
  const refusal = isSpelledOut ? undefined : answerRequest(title, body, form, outline, request)
  const whole = isWhole ? makeOnlyTask(title, request, outline, form) : undefined
  const reading =
    whole === undefined || isSpelledOut || refusal !== undefined || isWritten(outline.acceptance, request)
      ? undefined
      : readingOf(title, whole, [...request.derived, ...outline.acceptance, ...request.stated])
  const isOpen = reading !== undefined && !confirmed.has(reading.id)
  const empty = isOpen ? askAbout(reading) : refusal
  const tasks = whole === undefined ? outline.tasks : empty === undefined ? [whole] : []
  const [only] = tasks
  if (isOpen) outline.acceptance = []
  else if (isWhole && only !== undefined) outline.acceptance.push(...request.stated)
  const placed = placeWork(
    // Of an issue that is one task, the title is what stands above all.
    isWhole ? outline.fences.map((one) => ({ ...one, under: one.under ?? title })) : outline.fences,
    tasks.map((task) => ownOutlineWork(task)),
  )
  if (workPaths(only?.work ?? []).length > 0) only?.suggested.splice(0)
  const problems = [...outline.problems, ...placed.problems]
  if (problems.length > 0) return { kind: 'needs_input', lacks: problems }
  return {
    kind: 'sketch',
    plan: {
      description: describeIssue(title, outline.preamble),
      notes: [
        ...outline.notes,
        ...noteUnreadWords(outline.tasks),
        ...noteOutline(outline, form, tasks),
        ...placed.notes,
        ...(isWhole && tasks.length > 0 ? ['The issue names no tasks, so it is one.'] : []),
        ...(reading === undefined || isOpen
          ? []
          : ['When it is done was read from its text, and a person said that it is right.']),
      ],
    },
    tasks: tasks.map((task) => draftTask(task)),
    lines: new Map(tasks.map((task) => [task.id, task.line])),
    outline,
    lineCount: body.split('\n').length,
    strict: false,
    spare: whole !== undefined && only === undefined ? draftTask({ ...whole, criteria: [] }) : null,
    empty: empty ?? { kind: 'needs_input', lacks: [noTaskLeft] },
  }
}

/** What to do to see a bug is asked of nobody. */
function withoutSteps(unread: readonly StatedItem[], { placed }: FormReading): StatedItem[] {
  const steps = new Set(placed.filter(({ part }) => part === 'reproduction').map(({ node }) => node.line))
  return unread.filter(({ line }) => !steps.has(line))
}

function askAbout(reading: IssueReading): SketchAnswer & { kind: 'needs_input' } {
  return { kind: 'needs_input', lacks: [], reading }
}

/** A diff may as well show what happened. */
function saysWork(fence: WorkPlace, title: string): boolean {
  if (fence.reported) return false
  return fence.work.kind !== 'diff' || isMeantAsWork({ ...fence, under: fence.under ?? title })
}

/** An issue that asks for something but names no task is one task: of its work, or for a person. */
function makeOnlyTask(
  title: string,
  request: IssueRequest,
  outline: IssueOutline,
  { placed }: FormReading,
): TaskOutline {
  const task = createTaskOutline(
    'T1',
    1,
    request.title === '' ? (outline.preamble[0] ?? 'T1').slice(0, 200) : request.title,
  )
  const spans = findPathSpans(title)
  task.paths.push(...(spans.length > 0 ? spans : findBarePaths(title)))
  task.description.push(...outline.preamble)
  task.criteria.push(...request.derived)
  if (task.paths.length === 0) task.suggested = suggestPaths(placed)
  if (request.isBug) task.action = 'Fix'
  return task
}

function describeIssue(title: string, preamble: readonly string[]): string {
  const intro = preamble.slice(0, 5).join('\n').slice(0, 1000)
  return [title, intro].filter((part) => part !== '').join('\n\n') || 'Untitled issue'
}
