import MarkdownIt from 'markdown-it'
import { parseMarkdownBlocks } from './parse-markdown.ts'

/** A line that begins with `/`, which keyboards of other scripts may write in full width; `line` counts from 1. */
export interface CommandLine {
  line: number
  text: string
}

const slashes = '/／'
const found = Symbol('lines that begin with a slash')

/** Inline rules of GitHub's Markdown, with one more in front: at the beginning of a line, `/` takes that line whole. */
const inlineParser = new MarkdownIt('default', { html: true, linkify: false })
inlineParser.inline.ruler.before('text', 'command_line', (state, silent) => {
  if (!slashes.includes(state.src[state.pos] ?? ' ') || !isLineStart(state.src, state.pos)) return false
  const lineEnd = state.src.indexOf('\n', state.pos)
  const end = lineEnd === -1 ? state.src.length : lineEnd
  if (!silent) (state.env as { [found]: number[] })[found].push(state.pos)
  state.pos = end
  return true
})

/** Lines with a leading `/` among the top-level paragraphs: not in code, quotes, lists, tables, headings or HTML. Linear in the text. */
export function findCommandLines(body: string): CommandLine[] {
  const lines: CommandLine[] = []
  // Nearly all comments are talk, and cost no more than this.
  if (!/^ {0,3}[/／][a-z\p{Script=Han}]/imu.test(body)) return lines
  let paragraph = false
  for (const token of parseMarkdownBlocks(body)) {
    if (token.type === 'inline' && paragraph && token.map !== null && /[/／]/.test(token.content)) {
      lines.push(...linesOfParagraph(token.content, token.map[0] + 1))
    }
    paragraph = token.type === 'paragraph_open' && token.level === 0
  }
  return lines
}

function linesOfParagraph(content: string, firstLine: number): CommandLine[] {
  const offsets: number[] = []
  inlineParser.inline.parse(content, inlineParser, { [found]: offsets }, [])
  let line = firstLine
  let at = 0
  return offsets.map((offset) => {
    for (let index = content.indexOf('\n', at); index !== -1 && index < offset; index = content.indexOf('\n', at)) {
      line += 1
      at = index + 1
    }
    const end = content.indexOf('\n', offset)
    return { line, text: content.slice(offset, end === -1 ? content.length : end).trimEnd() }
  })
}

/** A paragraph may be indented by at most three spaces; deeper, it only looks like code, which is not for us either. */
function isLineStart(text: string, position: number): boolean {
  let at = position - 1
  while (at >= 0 && text[at] === ' ' && position - at <= 3) at -= 1
  return at < 0 || text[at] === '\n'
}
