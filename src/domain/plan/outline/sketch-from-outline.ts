import { recordText } from '../../language/message.ts'
import { withoutEmphasis } from '../../text/without-emphasis.ts'
import { workPaths } from '../work-paths.ts'
import { draftTask } from './draft/draft-task.ts'
import { noteOutline } from './draft/note-outline.ts'
import { noteUnreadWords } from './draft/note-unread-words.ts'
import { isMeantAsWork, ownOutlineWork, placeWork } from './draft/place-work.ts'
import { readBoxesAsCriteria } from './boxes-as-criteria.ts'
import { joinLabels, nameBareTasks } from './name-bare-tasks.ts'
import { stateTroubles } from './state-troubles.ts'
import type { SketchAnswer } from './draft/plan-sketch.ts'
import { unwrapFence } from './unwrap-fence.ts'
import { type FormReading, readForm } from './form/read-form.ts'
import { isSlot } from './form/unfilled.ts'
import { parseOutline } from './read/parse-outline.ts'
import { askAboutListed } from './request/asks/ask-about-listed.ts'
import { askLooseTasks, noteLooseTasks } from './request/asks/ask-loose-tasks.ts'
import { noteAwaited } from './form/awaited.ts'
import { plainTitle } from './request/issue-title.ts'
import { readOutline } from './read/read-outline.ts'
import type { IssueOutline, StatedItem, WorkPlace } from './read/task-outline.ts'
import { readWhole } from './read-whole.ts'
import { type Confirmation, preferWritten } from './answer/reading-of.ts'

const noTaskLeft = recordText(
  'No task is left. Write a task list (`- [ ] T1: what to do`), or a `yaml countersign` block.',
)

/**
 * The plan in an issue's task lists, headings and code fences, else in what it asks for; what it can't place it asks for.
 * What was picked from prose is a plan only where it is among what a person `confirmed`.
 */
export function sketchFromOutline(
  title: string,
  written: string,
  confirmed: ReadonlyMap<string, Confirmation>,
  files?: ReadonlySet<string>,
): SketchAnswer {
  const body = withBullets(unwrapFence(written))
  const parsed = parseOutline(body)
  const form = readForm(parsed)
  const outline = readOutline(form.nodes)
  outline.unread = withoutSteps(outline.unread, form)
  const facets = readBoxesAsCriteria(outline, form.nodes)
  stateTroubles(outline.tasks, title)
  nameBareTasks(outline.tasks, title)
  joinLabels(outline.tasks)
  const isWhole = outline.tasks.length === 0
  if (isWhole) preferWritten(outline)
  const isSpelledOut = outline.fences.some((fence) => saysWork(fence, title))
  const whole = isWhole ? readWhole({ title, body, form, outline, isSpelledOut, confirmed, files }) : undefined
  const tasks = whole === undefined ? outline.tasks : whole.empty === undefined ? [whole.task] : []
  const [only] = tasks
  if (whole !== undefined) outline.acceptance = whole.acceptance
  const placed = placeWork(
    // Of an issue that is one task, the title is what stands above all.
    isWhole ? outline.fences.map((one) => ({ ...one, under: one.under ?? title })) : outline.fences,
    tasks.map((task) => ownOutlineWork(task)),
  )
  if (workPaths(only?.work ?? []).length > 0) only?.suggested.splice(0)
  const problems = [...outline.problems, ...placed.problems, ...findPlaceholders(title, outline, isWhole)]
  if (problems.length > 0) return { kind: 'needs_input', lacks: problems }
  const loose = isWhole ? undefined : (askLooseTasks(tasks) ?? askAboutListed(tasks, form.nodes))
  if (loose?.kind === 'needs_input') return loose
  return {
    kind: 'sketch',
    plan: {
      description: describeSketch(title, outline.preamble),
      notes: [
        ...outline.notes,
        ...noteUnreadWords(outline.tasks),
        ...noteOutline(outline, form, tasks),
        ...(tasks.length > 0 ? noteAwaited(parsed) : []),
        ...(isWhole ? [] : noteLooseTasks(tasks)),
        ...placed.notes,
        ...(facets === undefined ? [] : [facets]),
        ...(isWhole && facets === undefined && tasks.length > 0
          ? [recordText('The issue names no tasks, so it is one.')]
          : []),
        ...(whole?.notes ?? []),
      ],
    },
    tasks: tasks.map((task) => draftTask(task)),
    lines: new Map(tasks.map((task) => [task.id, task.line])),
    outline,
    lineCount: body.split('\n').length,
    strict: false,
    spare: whole !== undefined && only === undefined ? draftTask({ ...whole.task, criteria: [] }) : null,
    empty: whole?.empty ?? { kind: 'needs_input', lacks: [noTaskLeft] },
  }
}

/** `[ ] Update the docs`, as people write boxes that lack their bullet. */
function withBullets(body: string): string {
  return body.replaceAll(/^( {0,3})\[([ xX])\] (?=\S)/gm, '$1- [$2] ')
}

const placeholder = /(?<![\p{L}\p{N}])(?:X{3,}|N{3,}|\?{3,}|_{3,}|…|\.\.\.)(?![\p{L}\p{N}])|<[a-z][\w -]{1,30}>/u

/** Nobody filled in what a template left open: neither its title nor what is to be done says anything yet. */
function findPlaceholders(title: string, { tasks }: IssueOutline, isWhole: boolean): string[] {
  const [label = ''] = /^\p{L}[\p{L} ]{0,30}:\s+/u.exec(title) ?? []
  if (isWhole && (isSlot(title.slice(label.length)) || isSlot(plainTitle(title))))
    return [
      recordText(
        'The template is not filled in: its title has a placeholder. Say there what is meant, and comment `/answer`.',
      ),
    ]
  const open = tasks.filter((task) => placeholder.test(task.title.replaceAll(/`[^`]*`/g, ' ')))
  if (open.length === 0 || !placeholder.test(title)) return []
  const [first] = open
  return [
    recordText(
      'The template is not filled in: its title and line {n} have placeholders. Say there what is meant, and comment `/answer`.',
      { n: first?.line ?? 1 },
    ),
  ]
}

/** What to do to see a bug, and what was seen, is asked of nobody. */
function withoutSteps(unread: readonly StatedItem[], { placed }: FormReading): StatedItem[] {
  const steps = new Set(
    placed.filter(({ part }) => part === 'reproduction' || part === 'report').map(({ node }) => node.line),
  )
  return unread.filter(({ line }) => !steps.has(line))
}

/** A diff may as well show what happened. */
function saysWork(fence: WorkPlace, title: string): boolean {
  if (fence.reported) return false
  return fence.work.kind !== 'diff' || isMeantAsWork({ ...fence, under: fence.under ?? title })
}

function describeSketch(title: string, preamble: readonly string[]): string {
  const intro = preamble.slice(0, 5).map(withoutEmphasis).join('\n').slice(0, 1000)
  return [title, intro].filter((part) => part !== '').join('\n\n') || 'Untitled issue'
}
