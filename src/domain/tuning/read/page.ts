import type { Token } from 'markdown-it'
import { parseMarkdownBlocks } from '../../text/parse-markdown.ts'

/** A Markdown file as a tree that was laid flat: blocks with the headings above them. Lines count from 1. */
export interface SkillPage {
  blocks: PageBlock[]
  headings: Heading[]
  fences: PageFence[]
  tables: Table[]
}

export interface Heading {
  level: number
  text: string
  line: number
}

/** A paragraph or an item of a list, outside of tables and fences. `section` is the nearest heading above. */
export interface PageBlock {
  kind: 'paragraph' | 'item'
  text: string
  line: number
  section: Heading | undefined
}

/** `line` is that of its first line of content. */
export interface PageFence {
  language: string
  text: string
  line: number
  section: Heading | undefined
}

export interface Table {
  head: string[]
  rows: { cells: string[]; line: number }[]
  line: number
  section: Heading | undefined
}

/** `firstLine` is the line of the file that `text` begins at, after front matter. */
export function readPage(text: string, firstLine: number): SkillPage {
  const page: SkillPage = { blocks: [], headings: [], fences: [], tables: [] }
  let open: Token | undefined
  let items = 0
  let row: string[] | undefined
  for (const token of parseMarkdownBlocks(text)) {
    const line = (token.map?.[0] ?? 0) + firstLine
    const section = page.headings.at(-1)
    const table = page.tables.at(-1)
    if (token.type === 'heading_open') open = token
    else if (token.type === 'heading_close') open = undefined
    else if (token.type === 'list_item_open') items += 1
    else if (token.type === 'list_item_close') items -= 1
    else if (token.type === 'table_open') page.tables.push({ head: [], rows: [], line, section })
    else if (token.type === 'tr_open') row = []
    else if (token.type === 'tr_close') {
      if (table !== undefined && row !== undefined) {
        if (table.head.length === 0) table.head = row
        else table.rows.push({ cells: row, line: table.line + 2 + table.rows.length })
      }
      row = undefined
    } else if (token.type === 'fence' || token.type === 'code_block') {
      const language = token.info.trim().toLowerCase().split(/[\s{]/, 1)[0] ?? ''
      page.fences.push({ language, text: token.content, line: token.type === 'fence' ? line + 1 : line, section })
    } else if (token.type === 'inline') {
      if (row !== undefined) row.push(token.content.trim())
      else if (open !== undefined)
        page.headings.push({ level: Number(open.tag.slice(1)), text: token.content.trim(), line })
      else page.blocks.push({ kind: items > 0 ? 'item' : 'paragraph', text: token.content, line, section })
    }
  }
  return page
}

/** Files that a text names: targets of links, and paths in backticks. `#` and what follows is left out. */
export function findNamedPaths(text: string): { target: string; index: number }[] {
  return [...text.matchAll(/\]\(([^()\s#]{1,300})(?:#[^()\s]{0,200})?\)|`([^`\s]{1,300}\.[a-z]{1,6})`/gi)].map(
    (match) => ({
      target: match[1] ?? match[2] ?? '',
      index: match.index,
    }),
  )
}

/** Sentences and lines of a text. Names of files and numbers keep their points. */
export function splitIntoSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s|[。！？；\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
}
