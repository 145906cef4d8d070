import type { Token } from 'markdown-it'
import { parseMarkdownBlocks } from '../../text/parse-markdown.ts'

export interface TableRow {
  cells: string[]
  /** From 1. */
  line: number
}

/** A block of a progress page; HTML, which only folds, is left out. */
export type ProgressBlock =
  | { kind: 'heading'; line: number; level: number; text: string }
  | { kind: 'table'; line: number; heads: string[]; rows: TableRow[] }
  | { kind: 'code'; line: number; text: string }
  | { kind: 'text'; line: number; text: string }

/** Blocks of a page in order, inline content as it was written. */
export function parseBlocks(text: string): ProgressBlock[] {
  const blocks: ProgressBlock[] = []
  let table: Extract<ProgressBlock, { kind: 'table' }> | undefined
  let row: TableRow | undefined
  let opened: Token | undefined
  for (const token of parseMarkdownBlocks(text)) {
    if (token.type === 'table_open') {
      table = { kind: 'table', line: lineOf(token), heads: [], rows: [] }
      blocks.push(table)
    } else if (token.type === 'table_close') table = undefined
    else if (token.type === 'tbody_open' || token.type === 'tbody_close') row = undefined
    else if (token.type === 'tr_open') {
      row = { cells: [], line: lineOf(token) }
      table?.rows.push(row)
    } else if (token.type === 'heading_open' || token.type === 'paragraph_open') opened = token
    else if (token.type === 'fence')
      blocks.push({ kind: 'code', line: lineOf(token), text: token.content.replace(/\n$/, '') })
    else if (token.type === 'inline') {
      if (table !== undefined) row?.cells.push(token.content)
      else if (opened !== undefined) blocks.push(toBlock(opened, token.content))
    }
  }
  for (const block of blocks) if (block.kind === 'table') block.heads = block.rows.shift()?.cells ?? []
  return blocks
}

function toBlock(opened: Token, text: string): ProgressBlock {
  if (opened.type === 'paragraph_open') return { kind: 'text', line: lineOf(opened), text }
  return { kind: 'heading', line: lineOf(opened), level: Number(opened.tag.slice(1)), text }
}

function lineOf(token: Token): number {
  return (token.map?.[0] ?? 0) + 1
}
