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

/** The plan in an issue's task lists, headings and code fences, else in what it asks for; what it can't place it asks for. */
export function sketchFromOutline(title: string, body: string): SketchAnswer {
  const form = readForm(parseOutline(body))
  const outline = readOutline(form.nodes)
  outline.unread = withoutSteps(outline.unread, form)
  const isWhole = outline.tasks.length === 0
  const request = readRequest(title, form, outline.acceptance)
  const empty =
    !isWhole || outline.fences.some((fence) => saysWork(fence, title))
      ? undefined
      : answerRequest(title, body, form, outline, request)
  const tasks = isWhole ? (empty === undefined ? [makeOnlyTask(title, request, outline)] : []) : outline.tasks
  const [only] = tasks
  if (isWhole && only !== undefined) {
    if (only.paths.length === 0) only.suggested = suggestPaths(form.placed)
    outline.acceptance.push(...request.stated)
  }
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
      ],
    },
    tasks: tasks.map((task) => draftTask(task)),
    lines: new Map(tasks.map((task) => [task.id, task.line])),
    outline,
    lineCount: body.split('\n').length,
    strict: false,
    spare: isWhole && only === undefined ? draftTask(makeOnlyTask(title, request, outline)) : null,
    empty: empty ?? { kind: 'needs_input', lacks: [noTaskLeft] },
  }
}

/** What to do to see a bug is asked of nobody. */
function withoutSteps(unread: readonly StatedItem[], { placed }: FormReading): StatedItem[] {
  const steps = new Set(placed.filter(({ part }) => part === 'reproduction').map(({ node }) => node.line))
  return unread.filter(({ line }) => !steps.has(line))
}

/** A diff may as well show what happened. */
function saysWork(fence: WorkPlace, title: string): boolean {
  if (fence.reported) return false
  return fence.work.kind !== 'diff' || isMeantAsWork({ ...fence, under: fence.under ?? title })
}

/** An issue that asks for something but names no task is one task: of its work, or for a person. */
function makeOnlyTask(title: string, request: IssueRequest, outline: IssueOutline): TaskOutline {
  const task = createTaskOutline(
    'T1',
    1,
    request.title === '' ? (outline.preamble[0] ?? 'T1').slice(0, 200) : request.title,
  )
  const spans = findPathSpans(title)
  task.paths.push(...(spans.length > 0 ? spans : findBarePaths(title)))
  task.description.push(...outline.preamble)
  task.criteria.push(...request.derived)
  if (request.isBug) task.action = 'Fix'
  return task
}

function describeIssue(title: string, preamble: readonly string[]): string {
  const intro = preamble.slice(0, 5).join('\n').slice(0, 1000)
  return [title, intro].filter((part) => part !== '').join('\n\n') || 'Untitled issue'
}
