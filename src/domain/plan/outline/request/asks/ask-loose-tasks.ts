import type { PlanAnswer } from '../../../plan-answer.ts'
import { cutText } from '../../../../text/cut-text.ts'
import type { TaskOutline } from '../../read/task-outline.ts'
import { listLines } from '../../words/lists/list-lines.ts'
import { isLooseTask } from '../doubts/loose-words.ts'

/** Tasks of which nobody could tell that they are done: where they are half of all, the issue is asked about. */
export function askLooseTasks(tasks: readonly TaskOutline[]): PlanAnswer | undefined {
  const loose = findLooseTasks(tasks)
  const [first] = loose
  if (first === undefined || loose.length * 2 < tasks.length) return undefined
  const others = loose.slice(1).map(({ line }) => line)
  const also = others.length === 0 ? '' : `, and so ${others.length === 1 ? 'does' : 'do'} ${listLines(others)}`
  return {
    kind: 'needs_input',
    lacks: [
      `“${cutText(first.title, 160)}” (line ${first.line}) could come to anything${also}. How would somebody tell that it is done? Write it in the issue, as an item \`- Acceptance: …\` indented below it, and comment \`/answer\`.`,
    ],
  }
}

/** The same among others that say what is to be had. */
export function noteLooseTasks(tasks: readonly TaskOutline[]): string[] {
  return findLooseTasks(tasks).map(
    ({ id, line, title }) =>
      `Line ${line} ("${cutText(title, 80)}") could come to anything: whoever reviews ${id} decides whether it is done. To say it, comment \`/replan ${id}: Acceptance: …\`, or leave it out: \`/replan drop ${id}\`.`,
  )
}

function findLooseTasks(tasks: readonly TaskOutline[]): TaskOutline[] {
  return tasks.filter((task) => {
    const { criteria, paths, scope, delivers, work, testCommands, steps, description } = task
    const said = [criteria, paths, scope, delivers, work, testCommands, steps, description]
    return said.every((list) => list.length === 0) && isLooseTask(task.title)
  })
}
