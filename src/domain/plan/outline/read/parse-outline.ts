import { parseMarkdownBlocks } from '../../../text/parse-markdown.ts'

/**
 * A block of an issue, in document order; paragraphs line by line, as GitHub shows them. `depth` is how many list items
 * it stands in (its own included for an item); `line` counts from 1; `text` is raw inline Markdown.
 */
export type OutlineNode = { line: number; depth: number } & (
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'item'; checked: boolean | null; text: string }
  | { kind: 'line'; text: string }
  | { kind: 'fence'; info: string; content: string }
)

/** The blocks a plan can be read from. Quotes, tables and HTML are talk about the work, not the work: left out, as is `_No response_`. */
export function parseOutline(text: string, isTaskList = false): OutlineNode[] {
  const nodes: OutlineNode[] = []
  let depth = 0
  let outside = 0
  let freshItem = false
  let heading = 0
  const unlink = definesLinks.test(text) ? withoutReferences : (content: string) => content
  for (const token of parseMarkdownBlocks(text)) {
    const line = (token.map?.[0] ?? 0) + 1
    switch (token.type) {
      case 'html_block':
        outside = Math.max(0, outside + countQuotes(token.content))
        break
      case 'blockquote_open':
      case 'table_open':
        outside += 1
        break
      case 'blockquote_close':
      case 'table_close':
        outside -= 1
        break
      case 'list_item_open':
        depth += 1
        freshItem = true
        break
      case 'list_item_close':
        depth -= 1
        freshItem = false
        break
      case 'heading_open':
        heading = Number(token.tag.slice(1))
        break
      case 'heading_close':
        heading = 0
        break
      case 'inline':
        if (outside === 0) nodes.push(...makeTextNodes(unlink(token.content), { line, depth, heading, freshItem }))
        freshItem = false
        break
      case 'fence':
      case 'code_block':
        if (outside === 0 && !isTaskList && token.info.trim() === '[tasklist]')
          nodes.push(...readTaskList(token.content, line, depth))
        else if (outside === 0)
          nodes.push({ kind: 'fence', line, depth, info: token.info.trim(), content: token.content })
        freshItem = false
        break
    }
  }
  return nodes
}

/** GitHub's own block of tasks is a list, and no code; there is none within another, however deep somebody nests them. */
function readTaskList(content: string, line: number, depth: number): OutlineNode[] {
  return parseOutline(content, true).map((node) => ({ ...node, line: node.line + line, depth: node.depth + depth }))
}

const definesLinks = /^ {0,3}\[[^\][\n]{1,200}\]:/m

/** `[the guide][1]` of a text that says elsewhere what `[1]` is: its words. */
function withoutReferences(content: string): string {
  return content.replaceAll(/(?<![\w`\]])\[([^\][\n]{1,200})\]\[[^\][\n]{0,200}\]/g, '$1')
}

/** How many more quotes written in HTML begin in it than end. */
function countQuotes(html: string): number {
  return html.split(/<blockquote[\s>]/i).length - html.split(/<\/blockquote\s*>/i).length
}

/** `• Sort by name`, `-Sort by name`: Markdown makes no list of these, and their author meant one. */
const otherBullet = /^(?:[•●▪◦‣·] ?|[–—] |-(?=\p{Lu}\p{Ll}+ \S))(\S.*)$/u

interface Place {
  line: number
  depth: number
  /** Level of the heading it stands in, or 0. */
  heading: number
  /** It is the first block of its list item. */
  freshItem: boolean
}

function makeTextNodes(content: string, { line, depth, heading, freshItem }: Place): OutlineNode[] {
  if (heading > 0) {
    return [{ kind: 'heading', line, depth, level: heading, text: stripEmphasis(content.replaceAll('\n', ' ').trim()) }]
  }
  const lines = content.split('\n')
  const isListed = lines.filter((one) => otherBullet.test(one.trim())).length > 1
  return lines.flatMap((raw, index): OutlineNode[] => {
    const text = raw.trim()
    if (text === '' || text === '_No response_') return []
    const listed = isListed && (index > 0 || !freshItem) ? otherBullet.exec(text)?.[1] : undefined
    if (listed !== undefined)
      return [{ kind: 'item', line: line + index, depth: Math.max(1, depth), checked: null, text: listed }]
    // `-[ ] x`, in which a blank was forgotten.
    const joined = /^[-*+]\[([ xX])\]\s+(\S.*)$/s.exec(text)
    if (joined !== null)
      return [
        {
          kind: 'item',
          line: line + index,
          depth: Math.max(1, depth),
          checked: joined[1] !== ' ',
          text: joined[2] ?? '',
        },
      ]
    if (index > 0 || !freshItem) return [{ kind: 'line', line: line + index, depth, text }]
    const box = /^\[([ xX])\](?:\s+|$)/.exec(text)
    const rest = box === null ? text : text.slice(box[0].length)
    return [{ kind: 'item', line, depth, checked: box === null ? null : box[1] !== ' ', text: rest }]
  })
}

/** `**T1**: title` means what `T1: title` means. */
export function stripEmphasis(text: string): string {
  return text.replace(/^(\*\*|__)(.+?)\1/s, '$2')
}
