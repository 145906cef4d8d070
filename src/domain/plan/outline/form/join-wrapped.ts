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
  for (const node of nodes) {
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
