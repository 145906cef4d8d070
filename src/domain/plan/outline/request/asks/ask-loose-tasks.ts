import { recordText } from '../../../../language/message.ts'
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
  const told = { title: cutText(first.title, 160), line: first.line, lines: listLines(others) }
  return {
    kind: 'needs_input',
    lacks: [
      others.length === 0
        ? recordText(
            '“{title}” (line {line}) could come to anything. How would somebody tell that it is done? Write it in the issue, as an item `- Acceptance: …` indented below it, and comment `/answer`.',
            told,
          )
        : recordText(
            others.length === 1
              ? '“{title}” (line {line}) could come to anything, and so does {lines}. How would somebody tell that it is done? Write it in the issue, as an item `- Acceptance: …` indented below it, and comment `/answer`.'
              : '“{title}” (line {line}) could come to anything, and so do {lines}. How would somebody tell that it is done? Write it in the issue, as an item `- Acceptance: …` indented below it, and comment `/answer`.',
            told,
          ),
    ],
  }
}

/** The same among others that say what is to be had. */
export function noteLooseTasks(tasks: readonly TaskOutline[]): string[] {
  return findLooseTasks(tasks).map(({ id, line, title }) =>
    recordText(
      'Line {line} ("{title}") could come to anything: whoever reviews {task} decides whether it is done. To say it, comment `/replan {task}: Acceptance: …`, or leave it out: `/replan drop {task}`.',
      { line, title: cutText(title, 80), task: id },
    ),
  )
}

function findLooseTasks(tasks: readonly TaskOutline[]): TaskOutline[] {
  return tasks.filter((task) => {
    const { criteria, paths, scope, delivers, work, testCommands, steps, description } = task
    const said = [criteria, paths, scope, delivers, work, testCommands, steps, description]
    return said.every((list) => list.length === 0) && isLooseTask(task.title)
  })
}
