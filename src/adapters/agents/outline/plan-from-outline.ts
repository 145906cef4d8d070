import type { PlanAnswer } from '../../../application/ports/planner.ts'
import { assumedPersonDays } from '../../../domain/assemble-task.ts'
import type { PlanDraft } from '../../../domain/plan-draft.ts'
import { collectRootCriteria } from './collect-root-criteria.ts'
import { addAcceptanceItems } from './cover-root-criteria.ts'
import { draftTask, settleTask } from './draft-task.ts'
import { parseOutline } from './parse-outline.ts'
import { placeWork } from './place-work.ts'
import { readOutline } from './read-outline.ts'
import { createTaskOutline, type IssueOutline, type TaskOutline } from './task-outline.ts'

const howTo = 'Write a task list (`- [ ] T1: what to do`), or a `yaml countersign` block.'

/** The plan in an issue's task lists, headings and code fences; what it can't place it asks for. */
export function planFromOutline(title: string, body: string): PlanAnswer {
  if (body.trim() === '')
    return { kind: 'needs_input', lacks: [`The issue has no text, so there is nothing to plan. ${howTo}`] }
  const outline = readOutline(parseOutline(body))
  const tasks = outline.tasks.length > 0 ? outline.tasks : inferOnlyTask(title, outline)
  if (tasks.length === 0) {
    return { kind: 'needs_input', lacks: [`The issue asks, but names nothing to be done. ${howTo}`] }
  }
  const problems = [
    ...outline.problems,
    ...placeWork(
      outline.fences,
      tasks.map((task) => makeOwner(task)),
    ),
  ]
  if (problems.length > 0) return { kind: 'needs_input', lacks: problems }
  return {
    kind: 'draft',
    draft: { ...draftIssue(title, outline, tasks), notes: [...outline.notes, ...makeNotes(tasks, outline)] },
  }
}

function draftIssue(title: string, outline: IssueOutline, tasks: readonly TaskOutline[]): PlanDraft {
  const drafts = tasks.map((task) => draftTask(task))
  addAcceptanceItems(outline.acceptance, drafts)
  const settled = drafts.map((draft, index) => settleTask(draft, tasks[index]?.line ?? 1))
  return {
    description: describeIssue(title, outline.preamble),
    tasks: settled,
    root_criteria: collectRootCriteria(outline, settled),
  }
}

/** An issue that says something but names no task is one task: of its work, or for a person. A mere question is none. */
function inferOnlyTask(title: string, outline: IssueOutline): TaskOutline[] {
  const prose = outline.preamble.join(' ').trim()
  const asks = outline.acceptance.length === 0 && outline.fences.length === 0 && (prose === '' || prose.endsWith('?'))
  if (asks) return []
  const task = createTaskOutline('T1', 1, title === '' ? (outline.preamble[0] ?? 'T1').slice(0, 200) : title)
  task.description.push(...outline.preamble)
  return [task]
}

function makeOwner(task: TaskOutline): { id: string; paths: string[]; work: TaskOutline['work'] } {
  return {
    id: task.id,
    paths: [...task.paths, ...task.scope, ...(task.delivers === null ? [] : [task.delivers])],
    work: task.work,
  }
}

function describeIssue(title: string, preamble: readonly string[]): string {
  const intro = preamble.slice(0, 5).join('\n').slice(0, 1000)
  return [title, intro].filter((part) => part !== '').join('\n\n') || 'Untitled issue'
}

function makeNotes(tasks: readonly TaskOutline[], outline: IssueOutline): string[] {
  const notes: string[] = []
  const guessed = tasks.filter((task) => task.personDays === undefined).map((task) => task.id)
  if (outline.tasks.length === 0) notes.push('The issue names no tasks, so it is one.')
  if (guessed.length > 0) {
    notes.push(
      `No estimate in the issue for ${listIds(guessed)}: ${assumedPersonDays} person-days assumed${guessed.length > 1 ? ' each' : ''}.`,
    )
  }
  const open = tasks.filter((task) => draftTask(task).scope === '**').map((task) => task.id)
  if (open.length > 0)
    notes.push(`No path in the issue for ${listIds(open)}: any file may be touched that policy allows.`)
  return notes
}

function listIds(ids: readonly string[]): string {
  return ids.length > 12 ? `${ids.slice(0, 12).join(', ')} and ${ids.length - 12} more` : ids.join(', ')
}
