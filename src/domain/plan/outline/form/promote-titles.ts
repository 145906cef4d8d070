import { type OutlineNode, stripEmphasis } from '../read/parse-outline.ts'
import { splitLabel } from '../read/parse-task-text.ts'
import { findStatedCriterion } from '../read/read-criterion.ts'
import { saysDone, sectionKind } from '../words/section-titles.ts'
import { formPart, type FormPart } from './form-part.ts'

/** Below every heading that Markdown has. */
const labelLevel = 7
const bold = /^(\*\*|__)((?:(?!\1).){1,198})\1\s*[:：]?$/
const announcing = /^([^:：]{1,100})[:：]$/
const asking = /^[^?？.]{1,60}[?？]$/
/** `What went wrong? (add screenshot)`: behind its mark a form says how to answer, or its author where. */
const askingWith = /([?？])\s*\([^()]{1,80}\)$/
/** Signs that templates put before a label: `❓**Is your feature …**`. */
const sign = /^[^\p{L}\p{N}\p{P}\s`#+]{1,4}\s*(?=\*\*|__)/u
const inline = /^(?:\*\*|__)?([^:：*_]{1,40})(?:[:：]\s*(?:\*\*|__)|(?:\*\*|__)\s*[:：]|[:：]\s)\s*(\S.*)$/
/** What is told on the line of its label. In a sentence other words stand before a colon as well. */
const toldInline: readonly FormPart[] = ['report', 'reproduction']
/** Who reports a weakness says so what to do about it. */
const advising =
  /^(?:(?:suggested|proposed|possible|recommended) )?(?:mitigation|remediation|recommendation|fix|solution)s?$/i
/** `**Solution** - add a label`: a label in bold, with a dash behind it. */
const dashed = /^(\*\*|__)([^:：*_]{1,40})\1\s+[–—-]\s+(\S.*)$/
const toldInBold: readonly FormPart[] = [...toldInline, 'wanted', 'context', 'environment']

/**
 * Labels of templates as headings: `**Screenshots**`, `Steps to reproduce:`, `Actual: it crashes`. What stands below
 * such a label belongs to it, and no longer to the one before. Labels that this product gives a meaning stay what they
 * are, and so does the text of an issue whose tasks are lines: a label is a part of such a task.
 */
export function promoteTitles(written: readonly OutlineNode[]): OutlineNode[] {
  const nodes = liftLabels(written)
  if (nodes.some((node) => node.kind === 'line' && splitLabel(node.text).id !== null)) return [...nodes]
  const isTemplate = isOfBoldLabels(nodes)
  const promoted = nodes.flatMap((node, index): OutlineNode[] => {
    if (node.kind !== 'line' || node.depth !== 0) return [node]
    const label = isTemplate ? bold.exec(node.text.replace(sign, ''))?.[2] : undefined
    if (label !== undefined && isNameOnly(label) && formPart(label) === 'other')
      return [{ kind: 'heading', line: node.line, depth: 0, level: labelLevel, text: label.trim() }]
    return promoteLine(node, nodes[index + 1]?.line === node.line + 1)
  })
  return endReasons(promoted)
}

/** `Scope:`, `Public API:`, and not `It should:`. */
const nameLabel = /^(?!(?:it|this|we|i|you|the|to|should|must)\b)\p{Lu}[\p{L}-]*(?: [\p{L}-]+){0,2}:$/iu

/** Behind the list below `Motivation:` another label with a list, whatever it is, begins something else. */
function endReasons(nodes: readonly OutlineNode[]): OutlineNode[] {
  let isWhy = false
  return nodes.map((node, index): OutlineNode => {
    if (node.kind === 'heading') isWhy = node.level === labelLevel && formPart(node.text) === 'context'
    if (!isWhy || node.kind !== 'line' || node.depth > 0 || !nameLabel.test(node.text)) return node
    const isEnd = nodes[index - 1]?.kind === 'item' && nodes[index + 1]?.kind === 'item'
    if (!isEnd) return node
    isWhy = false
    return { kind: 'heading', line: node.line, depth: 0, level: labelLevel, text: node.text.slice(0, -1) }
  })
}

/** `* Expected result:`, as some templates have it in a list: what stands below it in the item is its own. */
function liftLabels(nodes: readonly OutlineNode[]): OutlineNode[] {
  let inside = 0
  return nodes.map((node): OutlineNode => {
    if (node.kind === 'item' && node.checked === null && isReportLabel(node.text)) {
      inside = node.depth
      return { kind: 'heading', line: node.line, depth: 0, level: labelLevel, text: node.text.replace(/[:：]$/, '') }
    }
    if (node.kind !== 'line' || node.depth !== inside) inside = 0
    // `1.保存成功` is an item that a blank is missing in.
    return inside === 0 || node.kind !== 'line'
      ? node
      : { ...node, depth: 0, text: node.text.replace(/^\d{1,2}[.、](?=\p{Script=Han})/u, '') }
  })
}

function isReportLabel(text: string): boolean {
  const label = announcing.exec(stripEmphasis(text))?.[1]
  return label !== undefined && ['expected', ...toldInline].includes(formPart(label)) && !saysDone(label)
}

/** Lines in bold that are known labels: other such lines are labels too, in whatever words. */
function isOfBoldLabels(nodes: readonly OutlineNode[]): boolean {
  const labels = nodes.flatMap((node) => {
    const label = node.kind === 'line' && node.depth === 0 ? bold.exec(node.text.replace(sign, ''))?.[2] : undefined
    return label === undefined ? [] : [label]
  })
  return labels.length > 1 && labels.some((label) => formPart(label) !== 'other')
}

/** `Capturas de tela`, and not `It must be fast`. */
function isNameOnly(label: string): boolean {
  return label.trim().split(/\s+/).length <= 4 && !/[.!;]$/.test(label.trim())
}

/** `What happens?`, as forms ask it; other questions are the author's. */
function askedTitle(text: string): string | undefined {
  return asking.test(text) && toldInline.includes(formPart(text)) ? text : undefined
}

/** `*Describe the bug **in detail***`: what is set apart as a whole, where forms have such a title. */
function italicTitle(text: string): string | undefined {
  const inner = /^([*_])(?!\1|\s)(.{1,198})\1$/.exec(text)?.[2]?.replaceAll(/[*_]/g, '')
  return inner !== undefined && toldInline.includes(formPart(inner)) ? inner : undefined
}

/** `goesOn`: the next line belongs to the same paragraph. */
function promoteLine(node: OutlineNode & { kind: 'line' }, goesOn: boolean): OutlineNode[] {
  const { line, depth } = node
  const text = node.text.replace(sign, '').replace(dashed, '$1$2:$1 $3').replace(askingWith, '$1')
  const emphasised = bold.exec(text)?.[2] ?? italicTitle(text)
  const title = emphasised ?? announcing.exec(stripEmphasis(text))?.[1] ?? askedTitle(text)
  if (title === undefined && askingWith.test(node.text) && sectionKind(text) !== 'other') return [{ ...node, text }]
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
  if (!(isBold ? toldInBold : toldInline).includes(formPart(label)) && !advising.test(label)) return [node]
  return [
    { kind: 'heading', line, depth, level: labelLevel, text: label.trim() },
    { kind: 'line', line, depth, text: rest },
  ]
}
