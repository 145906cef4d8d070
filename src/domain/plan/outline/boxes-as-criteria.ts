import { recordText } from '../../language/message.ts'
import { outcomeWords } from '../score/criterion-words.ts'
import type { OutlineNode } from './read/parse-outline.ts'
import { splitLabel } from './read/parse-task-text.ts'
import type { IssueOutline, TaskOutline } from './read/task-outline.ts'
import { isOrder } from './request/tells-state.ts'
import { beginsChange } from './words/find-reason-to-decline.ts'
import { listLines } from './words/lists/list-lines.ts'

/** `Default: 1000 requests an hour`, `Configurable by an option`. */
const property = /^(?:\p{Lu}[\p{L} ]{1,30}: \S|\w{3,}[ai]ble\b)/u
/** So few may be a slip. */
const least = 2

/**
 * Boxes that say what must hold and not what to do, beside criteria of the whole: facets of one thing. As tasks each would
 * do it anew, and the criteria would hold none of them. Told in a note; undefined where the boxes are tasks.
 */
export function readBoxesAsCriteria(outline: IssueOutline, nodes: readonly OutlineNode[]): string | undefined {
  const { tasks, acceptance } = outline
  const stating = tasks.filter(({ title }) => statesWhatHolds(title))
  const isWritten = acceptance.some(({ expected }) => expected !== true)
  if (!isWritten || stating.length < least || stating.length * 2 < tasks.length) return undefined
  const isNamed = nodes.some((node) => node.kind !== 'fence' && splitLabel(node.text).id !== null)
  if (isNamed || outline.fences.length > 0 || !tasks.every((task) => isBare(task, outline))) return undefined
  outline.acceptance = [...tasks.map(({ title, line }) => ({ text: title, line })), ...acceptance]
  outline.tasks = []
  outline.boxes = []
  const lines = stating.map(({ line }) => line)
  return recordText(
    '{lines} say what must hold, and not what to do: so the boxes are criteria of one task. A box that begins with `T2:` is a task.',
    { lines: listLines(lines, true) },
  )
}

function statesWhatHolds(title: string): boolean {
  if (beginsChange(title) || isOrder(title)) return false
  if (property.test(title)) return true
  const [, ...words] = title.toLowerCase().match(/[a-z\d_-]+/g) ?? []
  return words.some((word) => /^(?:is|are|has|have)$/.test(word) || (word.endsWith('s') && outcomeWords.has(word)))
}

/** A box and nothing more: no id, no file, and nothing said of it. */
function isBare(task: TaskOutline, { boxes }: IssueOutline): boolean {
  const { dependsOn, description, steps, criteria, testCommands, paths, scope, delivers } = task
  const said = [dependsOn, description, steps, criteria, testCommands, paths, scope, delivers]
  const isNamed = task.personDays !== undefined || task.executor !== undefined || task.action !== null
  const own = boxes.filter((box) => box.task === task)
  const isBox = own.length === 1 && own[0]?.line === task.line
  return isBox && !isNamed && said.every((list) => list.length === 0)
}
