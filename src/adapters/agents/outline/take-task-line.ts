import { findCodeSpans, findPathSpans, looksLikePath } from './find-path-spans.ts'
import { parseEstimate, findTaskIds, takeFact } from './parse-task-text.ts'
import type { TaskOutline } from './task-outline.ts'

const attribute =
  /^(scope|files?|delivers?|deliverable|after|depends on|blocked by|estimate|executor|by|who|tests?|action)\s*:\s*(\S.*)$/is

/** Reads a line below a task: an attribute (`Scope: …`, `after T1`, `2h`), else a step (`item`) or a part of its description. */
export function takeTaskLine(task: TaskOutline, text: string, kind: 'item' | 'line'): void {
  const plain = text.replaceAll(/\*\*|__/g, '')
  const match = attribute.exec(plain)
  if (match !== null && takeAttribute(task, (match[1] ?? '').toLowerCase(), (match[2] ?? '').trim())) return
  if (takeFact(plain, task)) return
  task.paths.push(...findPathSpans(text))
  if (kind === 'item') task.steps.push(text)
  else task.description.push(text)
}

/** False where the words after the colon aren't what the attribute takes: then the line is prose. */
function takeAttribute(task: TaskOutline, name: string, value: string): boolean {
  switch (name) {
    case 'scope':
    case 'file':
    case 'files':
      return takeAll(task.scope, splitPaths(value))
    case 'deliver':
    case 'delivers':
    case 'deliverable': {
      const [path] = splitPaths(value)
      if (path !== undefined) task.delivers = path
      return path !== undefined
    }
    case 'after':
    case 'depends on':
    case 'blocked by':
      return takeAll(task.dependsOn, findTaskIds(value)) || /^(?:none|nothing|-)\.?$/i.test(value)
    case 'estimate': {
      const days = parseEstimate(value)
      if (days !== undefined) task.personDays = days
      return days !== undefined
    }
    case 'executor':
    case 'by':
    case 'who':
      return takeFact(`${name}: ${value}`, task)
    case 'test':
    case 'tests':
      return takeAll(task.testCommands, findCodeSpans(value))
    case 'action':
      task.action = value
      return true
  }
  return false
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
