import { type OutlineNode, stripEmphasis } from '../read/parse-outline.ts'
import { splitLabel } from '../read/parse-task-text.ts'
import { findStatedCriterion } from '../read/read-criterion.ts'
import { sectionKind } from '../words/section-titles.ts'
import { formPart, type FormPart } from './form-part.ts'

/** Below every heading that Markdown has. */
const labelLevel = 7
const bold = /^(\*\*|__)([^*_]{1,198})\1\s*[:：]?$/
const announcing = /^([^:：]{1,100})[:：]$/
const asking = /^[^?？.]{1,60}[?？]$/
const inline = /^(?:\*\*|__)?([^:：*_]{1,40})(?:[:：]\s*(?:\*\*|__)|(?:\*\*|__)\s*[:：]|[:：]\s)\s*(\S.*)$/
/** What is told on the line of its label. In a sentence other words stand before a colon as well. */
const toldInline: readonly FormPart[] = ['report', 'reproduction']
const toldInBold: readonly FormPart[] = [...toldInline, 'wanted', 'context']

/**
 * Labels of templates as headings: `**Screenshots**`, `Steps to reproduce:`, `Actual: it crashes`. What stands below
 * such a label belongs to it, and no longer to the one before. Labels that this product gives a meaning stay what they
 * are, and so does the text of an issue whose tasks are lines: a label is a part of such a task.
 */
export function promoteTitles(nodes: readonly OutlineNode[]): OutlineNode[] {
  if (nodes.some((node) => node.kind === 'line' && splitLabel(node.text).id !== null)) return [...nodes]
  return nodes.flatMap((node, index) => {
    if (node.kind !== 'line' || node.depth !== 0) return [node]
    return promoteLine(node, nodes[index + 1]?.line === node.line + 1)
  })
}

/** `What happens?`, as forms ask it; other questions are the author's. */
function askedTitle(text: string): string | undefined {
  return asking.test(text) && toldInline.includes(formPart(text)) ? text : undefined
}

/** `goesOn`: the next line belongs to the same paragraph. */
function promoteLine(node: OutlineNode & { kind: 'line' }, goesOn: boolean): OutlineNode[] {
  const { line, depth, text } = node
  const emphasised = bold.exec(text)?.[2]
  const title = emphasised ?? announcing.exec(stripEmphasis(text))?.[1] ?? askedTitle(text)
  if (title !== undefined) {
    const part = sectionKind(title) === 'other' ? formPart(title) : 'other'
    const asks = emphasised !== undefined && sectionKind(title) === 'other' && /[?？:：]$/.test(emphasised)
    return part === 'other' && !asks
      ? [node]
      : [{ kind: 'heading', line, depth, level: labelLevel, text: title.trim() }]
  }
  const [, label, rest] = inline.exec(text) ?? []
  if (label === undefined || rest === undefined) return [node]
  if (formPart(label) === 'expected' && findStatedCriterion(text) === undefined)
    // What is told on its line ends there: the next paragraph is about something else.
    return (goesOn ? [label, rest] : [`Expected: ${rest}`]).map((part) => ({ kind: 'line', line, depth, text: part }))
  if (sectionKind(label) !== 'other') return [node]
  const isBold = text.startsWith('**') || text.startsWith('__')
  if (!(isBold ? toldInBold : toldInline).includes(formPart(label))) return [node]
  return [
    { kind: 'heading', line, depth, level: labelLevel, text: label.trim() },
    { kind: 'line', line, depth, text: rest },
  ]
}
