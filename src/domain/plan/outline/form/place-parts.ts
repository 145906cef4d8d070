import type { OutlineNode } from '../read/parse-outline.ts'
import { splitLabel } from '../read/parse-task-text.ts'
import { isLabel } from '../words/section-titles.ts'
import { formPart, type FormPart } from './form-part.ts'

/** A block with the part of the form it stands in; a title with the part it begins. */
export interface PlacedNode {
  node: OutlineNode
  part: FormPart
  /** Its title asks something. */
  asked: boolean
}

/** What such a title begins goes on below the lesser titles in it, whatever these say. */
const spanning: readonly FormPart[] = ['promises', 'choices', 'environment', 'expected', 'tasks']

/** Each block with the part it stands in. */
export function placeParts(nodes: readonly OutlineNode[]): PlacedNode[] {
  let part: FormPart = 'other'
  let level = 0
  let asked = false
  let taskLevel = Infinity
  return nodes.map((node) => {
    const title = titleOf(node)
    if (title !== undefined) {
      const names = splitLabel(title.text).id !== null
      if (names) taskLevel = title.level
      else if (title.level <= taskLevel) taskLevel = Infinity
      // Whatever stands in a task is a part of it.
      const own = names || title.level > taskLevel ? 'tasks' : formPart(title.text)
      if (own !== 'other' || title.level <= level || !spanning.includes(part)) {
        part = own
        level = title.level
        asked = /[?？]\s*(?:\([^()]{0,80}\))?$/.test(title.text)
      }
    }
    return { node, part, asked }
  })
}

function titleOf(node: OutlineNode): { text: string; level: number } | undefined {
  if (node.kind === 'heading') return { text: node.text, level: node.level }
  return node.kind === 'line' && isLabel(node.text) ? { text: node.text, level: 7 } : undefined
}
