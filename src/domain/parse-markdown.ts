import MarkdownIt, { type Token } from 'markdown-it'

export type MarkdownToken = Token

const parser = new MarkdownIt('default', { html: true, linkify: false, typographer: false })
const blockParser = new MarkdownIt('default', { html: true, linkify: false, typographer: false })
blockParser.core.ruler.enableOnly(['normalize', 'block'])

/** Tokens of GitHub's Markdown in document order, inline content included. `map` holds lines from 0, end exclusive. Linear in the text. */
export function parseMarkdown(text: string): MarkdownToken[] {
  return parser.parse(text, {})
}

/** As `parseMarkdown`, with inline content left as raw text. */
export function parseMarkdownBlocks(text: string): MarkdownToken[] {
  return blockParser.parse(text, {})
}
