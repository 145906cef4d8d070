import MarkdownIt, { type Token } from 'markdown-it'

/** How often a quote may look at a line that isn't marked as its own, for each line of the text and at all. */
const looksPerLine = 10
const freeLooks = 1_000

/** What a text costs its parser beyond reading it once. */
interface Looks {
  left: number
  /** The line looked at last. */
  last: number
}

const parser = new MarkdownIt('default', { html: true, linkify: false })
parser.core.ruler.enableOnly(['normalize', 'block'])
// Quotes look ahead to the end of the text for lines that may go on with their last paragraph, though the first one
// that doesn't ends them: `> # a` and `b` in turns took time in the square. Nobody writes what needs so many looks.
parser.block.ruler.before(
  'table',
  'bounded_quotes',
  (state, line, _end, silent) => {
    if (!silent) return false
    const looks = state.env['looks'] as Looks
    looks.left -= Math.max(1, line - looks.last)
    looks.last = line
    return looks.left < 0
  },
  { alt: ['blockquote'] },
)

/**
 * Block tokens of GitHub's Markdown in document order, inline content as raw text; `map` holds lines from 0, end
 * exclusive. Linear in the text, whatever it is: comments come from anybody. In a text that makes quotes look ahead in
 * vain over and over, a quote ends at its last `>`.
 */
export function parseMarkdownBlocks(text: string): Token[] {
  const looks: Looks = { left: freeLooks + looksPerLine * countLines(text), last: 0 }
  return parser.parse(text, { looks })
}

function countLines(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}
