import { anyOf } from '../../../text/any-of.ts'
import { foldMarks } from '../words/fold-marks.ts'
import type { TaskAmendment, TaskDrop } from './guidance.ts'
import { dropWords, nothingWords, orderWords, orderWordsUnspaced } from '../words/outline-words.ts'
import { findTaskIds, splitLabel, takeFacts, type TaskFacts } from './parse-task-text.ts'

const taskIdText = String.raw`T[1-9][\d.]*`
const idList = String.raw`${taskIdText}(?:(?:\s*(?:,|&|and|和|与|及|以及)\s*|\s+)${taskIdText})*`
const drop = new RegExp(`^(?:please )?${anyOf(dropWords)}\\s*(?:tasks?|任务)?\\s*(${idList})\\.?$`, 'i')
const named = new RegExp(`^(${taskIdText}(?<!\\.))\\s+(?=\\S)|^(${taskIdText}(?<!\\.))(?=[\\u4E00-\\u9FFF])`, 'i')
const filler = /^(?:takes|needs|is|需要|改为|改成|用时)\s*/i
const byName = /^by\s+(?!@)(?=[a-z][\w-]*$)/i
const noOrder = new RegExp(
  `^${anyOf([...orderWords, ...orderWordsUnspaced])}\\s*:?\\s*${anyOf(nothingWords)}\\.?$`,
  'i',
)
const nextClause = new RegExp(`\\s*;\\s*|\\s*,\\s*(?=${anyOf(dropWords)}\\s|${taskIdText}(?:\\s|:))`, 'i')

/**
 * The changes in a line such as `drop T3`, `T2 after T1`, `T2 by @ada`, or several of them between `;`. Undefined where
 * a part of it is none. A line that begins with `T2:` is left to the reader of tasks, unless others stand beside it.
 */
export function parseEditLine(text: string): (TaskAmendment | TaskDrop)[] | undefined {
  if (text.length > 1000) return undefined
  const plain = foldMarks(text.replaceAll(/\*\*|__/g, '')).trim()
  const whole = parseClause(plain)
  if (whole !== undefined) return [whole]
  const clauses = plain.split(nextClause).filter((clause) => clause !== '')
  if (clauses.length < 2) return undefined
  const edits = clauses.map((clause) => parseClause(clause) ?? parseLabelled(clause))
  return edits.every((edit) => edit !== undefined) ? edits : undefined
}

/** What is said of a task, where it is nothing but facts: `2d, after T1`. */
export function parseFacts(text: string): { facts: TaskFacts; noOrder: boolean } | undefined {
  const facts: TaskFacts = { dependsOn: [] }
  const said = text.trim().replace(filler, '')
  if (noOrder.test(said)) return { facts, noOrder: true }
  return takeFacts(said, facts) || takeFacts(said.replace(byName, 'by: '), facts)
    ? { facts, noOrder: false }
    : undefined
}

function parseClause(clause: string): TaskAmendment | TaskDrop | undefined {
  const dropped = drop.exec(clause)?.[1]
  if (dropped !== undefined) return { kind: 'drop', ids: findTaskIds(dropped) }
  const match = named.exec(clause)
  const id = match?.[1] ?? match?.[2]
  return match === null || id === undefined ? undefined : amend(id, clause.slice(match[0].length))
}

function parseLabelled(clause: string): TaskAmendment | TaskDrop | undefined {
  const { id, rest } = splitLabel(clause)
  return id === null ? undefined : amend(id, rest)
}

function amend(id: string, text: string): TaskAmendment | TaskDrop | undefined {
  const said = parseFacts(text)
  return said === undefined ? undefined : { kind: 'amend', id: id.toUpperCase(), ...said, below: null }
}
