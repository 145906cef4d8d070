import MarkdownIt, { type Token } from 'markdown-it'

const parser = new MarkdownIt('default', { html: true, linkify: false })
parser.core.ruler.enableOnly(['normalize', 'block'])

/**
 * Block tokens of GitHub's Markdown in document order, inline content as raw text; `map` holds lines from 0, end
 * exclusive. Linear in the text, whatever it is: comments come from anybody.
 */
export function parseMarkdownBlocks(text: string): Token[] {
  return parser.parse(text, {})
}
