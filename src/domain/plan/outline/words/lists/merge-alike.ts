import { recordText } from '../../../../language/message.ts'
import { listLines } from './list-lines.ts'

const lead = /^Lines? (\d+)/
/** Of YAML: what stands in code there is the key and the line that would be right. */
const yamlLead = /^Line \d+, column /

/**
 * Messages that differ only in what they quote and in numbers are one: the first, and how often it holds. A reader learns
 * nothing from the second.
 */
export function mergeAlike(messages: readonly string[]): string[] {
  const alike = new Map<string, string[]>()
  for (const message of messages) {
    const differing = yamlLead.test(message) ? /"[^"]*"|\d+/g : /"[^"]*"|`[^`]*`|\d+/g
    const key = message.replaceAll(differing, '…')
    const same = alike.get(key)
    if (same === undefined) alike.set(key, [message])
    else same.push(message)
  }
  return [...alike.values()].map((group) => mergeGroup(group))
}

function mergeGroup(group: readonly string[]): string {
  const [first = ''] = group
  if (group.length === 1) return first
  const lines = group.flatMap((message) => lead.exec(message)?.[1] ?? []).map(Number)
  if (lines.length < group.length)
    return recordText('{first} (And {n} more like this.)', { first, n: group.length - 1 })
  return recordText('{first} The same holds for {lines}.', { first, lines: listLines(lines.slice(1)) })
}
