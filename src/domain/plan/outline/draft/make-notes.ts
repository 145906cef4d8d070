import { agentNames } from '../../../configuration/executor-names.ts'
import { recordText } from '../../../language/message.ts'
import { assembleCriteria } from '../../assemble/assemble-criteria.ts'
import { scopePaths } from '../../assemble/assemble-deliverable.ts'
import { listTestsOf } from '../../../paths/test-paths.ts'
import type { TaskDraft } from '../../plan-draft.ts'
import type { Guidance } from '../read/guidance.ts'
import type { PlanSketch } from './plan-sketch.ts'

/** What a reader should know of tasks of which the issue says little. */
export function noteTasks(tasks: readonly TaskDraft[]): string[] {
  const notes = [...noteEstimates(tasks), ...noteUnmarkedAgents(tasks), ...noteNamedTests(tasks)]
  const open = tasks.filter((task) => task.scope === '**')
  const [named, unnamed] = [open.filter(namesDeliverable), open.filter((task) => !namesDeliverable(task))]
  if (unnamed.length > 0)
    notes.push(
      recordText('No path in the issue for {tasks}: any file may be touched that policy allows.', {
        tasks: listIds(unnamed.map(({ id }) => id)),
      }),
    )
  if (named.length > 0)
    notes.push(
      recordText(
        named.length === 1
          ? '{tasks} may touch any file that policy allows, besides what it delivers: the issue sets no `Scope:`.'
          : '{tasks} may touch any file that policy allows, besides what they deliver: the issue sets no `Scope:`.',
        { tasks: listIds(named.map(({ id }) => id)) },
      ),
    )
  return notes
}

const mostTests = 2

/** Nobody wrote that they may be touched, so whoever approves is told. */
function noteNamedTests(tasks: readonly TaskDraft[]): string[] {
  const beside = tasks.flatMap(({ id, scope = '' }) => {
    const paths = scopePaths(scope)
    const tests = new Set(paths.flatMap((path) => listTestsOf(path)))
    const permitted = paths.filter((path) => tests.has(path))
    return permitted.length === 0 ? [] : [{ id, permitted }]
  })
  const [first] = beside
  if (first === undefined) return []
  const tests = [...new Set(beside.flatMap(({ permitted }) => permitted))]
  const shown = tests.slice(0, mostTests).map((path) => `\`${path}\``)
  const more = tests.length - shown.length
  return [
    recordText(
      '{tasks} may touch tests that are named after their files, too: {paths}. For other files comment `/replan {task}: Scope: …`.',
      {
        tasks: listIds(beside.map(({ id }) => id)),
        paths: [...shown, ...(more > 0 ? [recordText('{n} more', { n: more })] : [])].join(', '),
        task: first.id,
      },
    ),
  ]
}

/** A title may speak of an agent ("Fix answers by gemini"), and so isn't taken for who does it. */
function noteUnmarkedAgents(tasks: readonly TaskDraft[]): string[] {
  return tasks.flatMap(({ id, title, executor }) => {
    const name = executor === undefined ? endingAgent.exec(title)?.[1]?.toLowerCase() : undefined
    if (name === undefined) return []
    return [
      recordText(
        '{task} ends with “by {name}”, which is read as its title: should {name} do it, write `(by {name})` there, or comment `/replan {task} by {name}`.',
        { task: id, name },
      ),
    ]
  })
}

const endingAgent = new RegExp(`\\sby \`?(${agentNames.join('|')})\`?$`, 'i')

export function noteEstimates(tasks: readonly TaskDraft[]): string[] {
  const unsaid = tasks.filter((task) => task.estimate_from === 'assumed').map((task) => task.id)
  if (unsaid.length === 0) return []
  return [
    recordText(
      unsaid.length === 1
        ? 'No estimate in the issue for {tasks}: computed from what the plan says of it.'
        : 'No estimate in the issue for {tasks}: computed from what the plan says of them.',
      { tasks: listIds(unsaid) },
    ),
  ]
}

/** The plan shows a path where it says what the task delivers. */
function namesDeliverable({ deliverable_spec: spec }: TaskDraft): boolean {
  return spec?.filename !== undefined || (spec?.files ?? []).length > 0
}

/** What was said in the thread and not followed, in its own words: several comments are one text only to a planner. */
export function noteGuidance(guidance: Guidance, { tasks }: PlanSketch): string[] {
  const most = 10
  const notes = guidance.unread.slice(0, most).map(({ text, why }) => {
    const shown = text.length > 80 ? `${text.slice(0, 79)}…` : text
    if (why !== '') return recordText('"{said}" is not followed: {why}.', { said: shown, why })
    return tasks.length === 0
      ? recordText('"{said}" does not say what should be so.', { said: shown })
      : recordText('"{said}" can not be read as a change to the plan.', { said: shown })
  })
  const more = guidance.unread.length - most
  return more > 0 ? [...notes, recordText('And {n} more lines of what was said.', { n: more })] : notes
}

/** Of tasks that were held to their own words alone: criteria that the guidance states take the place of those. */
export function noteReplacedWords({ edits }: Guidance, { tasks, strict }: PlanSketch): string[] {
  if (strict) return []
  const stated = edits.flatMap(({ change }) =>
    change.kind === 'amend' && (change.below?.criteria.length ?? 0) > 0 ? [change.id] : [],
  )
  return tasks.flatMap((task) => {
    if (!stated.includes(task.id) || assembleCriteria(task).length > 0) return []
    return [
      recordText(
        '{task} is held to what the guidance says of it: its own words, “{title}”, are no criterion beside that.',
        { task: task.id, title: task.title },
      ),
    ]
  })
}

export function listIds(ids: readonly string[]): string {
  return ids.length > 12
    ? recordText('{items} and {n} more', { items: ids.slice(0, 12).join(', '), n: ids.length - 12 })
    : ids.join(', ')
}
