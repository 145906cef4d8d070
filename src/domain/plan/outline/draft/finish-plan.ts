import { recordText } from '../../../language/message.ts'
import type { PlanAnswer } from '../../plan-answer.ts'
import { assembleCriteria } from '../../assemble/assemble-criteria.ts'
import type { PlanDraft, RootCriterionDraft, TaskDraft } from '../../plan-draft.ts'
import { applyGuidance, type Guided } from './apply-guidance.ts'
import { assembleFinal } from './assemble-final.ts'
import { collectRootCriteria } from './collect-root-criteria.ts'
import { coverByWhole, noteWhole } from './cover-whole.ts'
import { addAcceptanceItems, namesTask } from './cover-root-criteria.ts'
import { settleTask } from './draft-task.ts'
import { splitCommand } from '../split-command.ts'
import { type Guidance, saysNothing } from '../read/guidance.ts'
import { listIds, noteEstimates, noteGuidance, noteReplacedWords, noteTasks } from './make-notes.ts'
import { noteSharedFiles } from './note-shared-files.ts'
import { noteProseAsks } from './note-prose-asks.ts'
import { orderInWords } from './order-in-words.ts'
import type { PlanSketch } from './plan-sketch.ts'
import { mergeAlike } from '../words/lists/merge-alike.ts'

/** How to answer what should be so; `isRead`: the question has a reading to say yes to. */
function howToSay(isRead: boolean): string {
  return isRead
    ? recordText(
        'Say what must hold when it is done, in a sentence or in items: `/answer It should …`. If it was read right, say `/answer yes`.',
      )
    : recordText('Say what must hold when it is done, in a sentence or in items: `/answer It should …`.')
}

/** How guidance can be written, for somebody whose words could not be read; with the tasks that are there. */
function howToGuide(tasks: readonly TaskDraft[]): string {
  const [first = 'T1', second] = tasks.map(({ id }) => id)
  const taken = new Set(tasks.map(({ id }) => id))
  const free = [...taken, ''].map((_, index) => `T${index + 1}`).find((id) => !taken.has(id)) ?? 'T1'
  if (tasks.length === 0)
    return recordText('Say it as `{task}: what to do in docs/x.md`, or edit the issue and comment `/answer`.', {
      task: free,
    })
  const changes = [`${first}: 2d`, `${first} by @ada`, ...(second === undefined ? [] : [`${second} after ${first}`])]
  return recordText(
    'Say it as `{task}: what to do in docs/x.md, after {first}`, {code_lines} or `drop {last}`, or edit the issue and comment `/answer`.',
    { task: free, first, code_lines: changes.map((one) => `\`${one}\``).join(', '), last: tasks.at(-1)?.id ?? '' },
  )
}

/** The plan of a sketch as guidance changes it; criteria are numbered and the items given to tasks. */
export function finishPlan(sketch: PlanSketch, guidance: Guidance | null, hasTests: boolean): PlanAnswer {
  if (guidance !== null && guidance.unread.length > 0 && saysNothing(guidance)) {
    const open = sketch.tasks.length === 0 && sketch.empty.kind === 'needs_input' ? sketch.empty.reading : undefined
    const how = sketch.spare === null ? howToGuide(sketch.tasks) : howToSay(open?.certain === true)
    return {
      kind: 'needs_input',
      lacks: [...noteGuidance(guidance, sketch), how],
      ...(open === undefined ? {} : { reading: open }),
    }
  }
  const guided: Guided =
    guidance === null
      ? { tasks: sketch.tasks, lines: new Map(), dropped: new Set(), problems: [], notes: [] }
      : applyGuidance(sketch.tasks, guidance)
  // Who is asked what should be so may answer with that alone.
  if (guided.tasks.length === 0 && sketch.spare !== null && guidance !== null && guidance.acceptance.length > 0)
    guided.tasks.push(sketch.spare)
  const problems = [...guided.problems, ...(guidance?.problems ?? [])]
  if (problems.length > 0) return { kind: 'needs_input', lacks: problems }
  if (guided.tasks.length === 0) return sketch.empty
  const orderNotes = sketch.strict ? [] : orderInWords(guided.tasks)
  const { tasks, final } = orderForFinal(sketch, guidance, guided.tasks)
  const outline = sketch.outline
  const stated = [...outline.acceptance, ...(guidance?.acceptance ?? [])]
  const acceptance = stated.flatMap((item) => (namesTask(item) ? [item] : splitCommand(item)))
  addAcceptanceItems(acceptance, tasks)
  const settled = tasks.map((task) => settleDraft(task, sketch, guided))
  const left = { ...outline, acceptance, boxes: outline.boxes.filter(({ task }) => stands(task.id, guided)) }
  const own = sketch.plan.root_criteria ?? []
  const ownLines = new Set(own.map((item) => item.source_line))
  const fromText = collectRootCriteria(left, settled).filter((item) => !ownLines.has(item.source_line))
  const asked = [...own, ...fromText]
  // Who writes a plan in YAML says whose each item is.
  const owned = sketch.strict
    ? asked.map((item) => item.source_line)
    : acceptance.filter((item) => namesTask(item)).map(({ line }) => line)
  const covered = coverByWhole(asked, settled, hasTests, new Set(owned))
  const root = covered.map((item) => describeRootGuidance(item, sketch))
  const draft: PlanDraft = {
    ...sketch.plan,
    tasks: settled.map((task) => describeGuidance(task, sketch)),
    root_criteria: root,
    ...(final === undefined ? {} : { final }),
    notes: mergeAlike([
      ...(sketch.plan.notes ?? []),
      ...(sketch.strict ? noteEstimates(settled) : noteTasks(settled)),
      ...orderNotes,
      ...noteSharedFiles(settled),
      ...noteWhole(root, settled),
      ...noteGone(sketch, guided),
      ...guided.notes,
      // The description begins with the title.
      ...noteProseAsks(outline, settled, sketch.strict ? '' : sketch.plan.description?.split('\n', 1)[0]),
      ...(guidance === null ? [] : [...noteReplacedWords(guidance, sketch), ...noteGuidance(guidance, sketch)]),
    ]),
  }
  return { kind: 'draft', draft }
}

function orderForFinal(
  sketch: PlanSketch,
  guidance: Guidance | null,
  tasks: TaskDraft[],
): { tasks: TaskDraft[]; final: PlanDraft['final'] } {
  const line = guidance?.final ?? sketch.outline.final
  return line === null ? { tasks, final: sketch.plan.final } : assembleFinal(line, tasks)
}

function settleDraft(task: TaskDraft, sketch: PlanSketch, guided: Guided): TaskDraft {
  const line = guided.lines.get(task.id)
  if (!sketch.strict || line !== undefined) return settleTask(task, line ?? sketch.lines.get(task.id) ?? 1)
  const criteria = assembleCriteria(task)
  return criteria.length > 0 ? { ...task, acceptance_criteria: criteria } : task
}

/** A checklist item of the issue counts while its task is the one the issue tells. */
function stands(id: string, guided: Guided): boolean {
  return !guided.dropped.has(id) && !guided.lines.has(id)
}

/** Lines of guidance are counted on from the only while a plan is made: its reader finds them in the guidance. */
function describeGuidance(task: TaskDraft, { lineCount }: PlanSketch): TaskDraft {
  const criteria = task.acceptance_criteria?.map((criterion) => {
    const line = Number(/^issue:(\d+)$/.exec(criterion.source ?? '')?.[1] ?? 0)
    return line > lineCount ? { ...criterion, source: `guidance:${line - lineCount}` } : criterion
  })
  return criteria === undefined ? task : { ...task, acceptance_criteria: criteria }
}

function describeRootGuidance(item: RootCriterionDraft, { lineCount }: PlanSketch): RootCriterionDraft {
  const { source_line: line } = item
  return line > lineCount ? { ...item, source_line: line - lineCount, source: 'guidance' } : item
}

function noteGone(sketch: PlanSketch, guided: Guided): string[] {
  const gone = new Map<string, number[]>()
  for (const { task, line } of sketch.outline.boxes) {
    if (!stands(task.id, guided)) gone.set(task.id, [...(gone.get(task.id) ?? []), line])
  }
  return [...gone].slice(0, 20).map(([id, lines]) => {
    const told = { task: id, lines: listIds(lines.map(String)) }
    if (guided.dropped.has(id))
      return recordText(
        lines.length === 1
          ? 'The guidance drops {task}, so line {lines} of the issue is not planned.'
          : 'The guidance drops {task}, so lines {lines} of the issue are not planned.',
        told,
      )
    return recordText(
      lines.length === 1
        ? 'The guidance rewrites {task}, so line {lines} of the issue is not planned.'
        : 'The guidance rewrites {task}, so lines {lines} of the issue are not planned.',
      told,
    )
  })
}
