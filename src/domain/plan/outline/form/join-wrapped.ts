import type { OutlineNode } from '../read/parse-outline.ts'
import { splitLabel } from '../read/parse-task-text.ts'
import { takesAttribute } from '../read/take-task-line.ts'
import { isLabel } from '../words/section-titles.ts'

/** Nobody breaks a shorter line by hand. */
const ofWrapped = 30
const longest = 1_000

/** Items whose text goes on below, as editors wrap it at some column, in one piece: half of a sentence is no task. */
export function joinWrapped(nodes: readonly OutlineNode[]): OutlineNode[] {
  const joined: OutlineNode[] = []
  let end = 0
  for (const node of joinSteps(nodes)) {
    const last = joined.at(-1)
    if (last?.kind === 'item' && node.kind === 'line' && node.line === end + 1 && goesOn(last, node))
      joined[joined.length - 1] = { ...last, text: `${last.text} ${node.text}` }
    else joined.push(node)
    end = node.line
  }
  return joined
}

function goesOn(item: OutlineNode & { kind: 'item' }, { text, depth }: OutlineNode & { kind: 'line' }): boolean {
  if (depth !== item.depth || item.text.length < ofWrapped || item.text.length > longest) return false
  if (/[.!?:;。！？：；]$/.test(item.text) || !/^[\p{Ll}\d`(]/u.test(text)) return false
  return !isLabel(text) && splitLabel(text).id === null && !takesAttribute(text)
}

const step = /^[*_]{0,3}(given|when|then|and|but)[*_]{0,3}\s?:?[*_]{0,3}$/i
const begun = /^(?:given|when|then|and|but)\b/i

/** `**GIVEN**`, and what is given on the line below it. */
function joinSteps(nodes: readonly OutlineNode[]): OutlineNode[] {
  const steps = nodes.filter((node) => node.kind === 'line' && step.test(node.text))
  if (steps.length < 2) return [...nodes]
  return nodes.flatMap((node, index): OutlineNode[] => {
    const above = nodes[index - 1]
    if (isStep(node, nodes[index + 1])) return []
    if (node.kind !== 'line' || above?.kind !== 'line' || !isStep(above, node)) return [node]
    const word = step.exec(above.text)?.[1] ?? ''
    const rest = node.text.replace(begun, '').trim()
    return [{ ...node, line: above.line, text: `${word} ${rest}` }]
  })
}

function isStep(node: OutlineNode, next: OutlineNode | undefined): boolean {
  return node.kind === 'line' && step.test(node.text) && next?.kind === 'line' && next.line <= node.line + 2
}
