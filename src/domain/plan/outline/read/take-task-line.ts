import { anyOf } from '../../../text/any-of.ts'
import { findCodeSpans, findPathSpans, looksLikePath } from '../words/find-path-spans.ts'
import { foldMarks } from '../words/fold-marks.ts'
import { attributeWords, nothingWords } from '../words/outline-words.ts'
import { findTaskIds, parseEstimate, takeFact } from './parse-task-text.ts'
import { createTaskOutline, type TaskOutline } from './task-outline.ts'

type Attribute = keyof typeof attributeWords

const names: readonly Attribute[] = ['scope', 'delivers', 'after', 'estimate', 'who', 'tests', 'action']
const attributes = names.map((name) => ({
  name,
  pattern: new RegExp(`^${anyOf(attributeWords[name])}\\s*:\\s*(\\S.*)$`, 'is'),
}))
const nothingLine = new RegExp(`^${anyOf(nothingWords)}\\.?$`, 'i')

/** Reads a line below a task: an attribute (`Scope: …`, `after T1`, `2h`), else a step (`item`) or a part of its description. */
export function takeTaskLine(task: TaskOutline, text: string, kind: 'item' | 'line'): void {
  if (takeNamedAttribute(task, text) || takeFact(withoutMarks(text), task)) return
  task.paths.push(...findPathSpans(text))
  if (kind === 'item') task.steps.push(text)
  else task.description.push(text)
}

/** Whether a line below a task is an attribute of it. */
export function takesAttribute(text: string): boolean {
  const scratch = createTaskOutline('T1', 1, '')
  return takeNamedAttribute(scratch, text) || takeFact(withoutMarks(text), scratch)
}

/** Reads `Scope: …`, `Delivers: …` and their like; false where the line is none of them. */
export function takeNamedAttribute(task: TaskOutline, text: string): boolean {
  const plain = withoutMarks(text)
  return attributes.some(({ name, pattern }) => {
    const value = pattern.exec(plain)?.[1]
    return value !== undefined && takeAttribute(task, name, value.trim())
  })
}

/** Without emphasis; that of `docs/**` and `src/__tests__/` is part of a path. */
function withoutMarks(text: string): string {
  const marks = /`[^`\n]*`|\*\*|__/g
  return foldMarks(
    text.replaceAll(marks, (found, at: number) =>
      found.startsWith('`') || text[at - 1] === '/' || text[at + 2] === '/' ? found : '',
    ),
  )
}

/** False where the words after the colon aren't what the attribute takes: then the line is prose. */
function takeAttribute(task: TaskOutline, name: Attribute, value: string): boolean {
  switch (name) {
    case 'scope':
      return takeAll(task.scope, splitPaths(value))
    case 'delivers':
      return takeAll(task.delivers, splitPaths(value))
    case 'after':
      return takeAll(task.dependsOn, findTaskIds(value)) || nothingLine.test(value)
    case 'estimate': {
      const days = parseEstimate(value)
      if (days !== undefined) task.personDays = days
      return days !== undefined
    }
    case 'who':
      return takeFact(`who: ${value}`, task)
    case 'tests':
      return takeAll(task.testCommands, findCodeSpans(value))
    case 'action':
      task.action = value
      return true
  }
}

function takeAll(list: string[], values: readonly string[]): boolean {
  list.push(...values)
  return values.length > 0
}

/** Paths in code spans; without any, what is left between commas if it all looks like paths. */
function splitPaths(value: string): string[] {
  const spans = findCodeSpans(value)
  if (spans.length > 0) return spans
  const words = value.split(/[\s,]+/).filter((word) => word !== '')
  return words.every((word) => looksLikePath(word)) ? words : []
}
