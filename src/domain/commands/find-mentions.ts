import MarkdownIt from 'markdown-it'
import { parseMarkdownBlocks } from '../text/parse-markdown.ts'

/** A line that names the bot; `line` counts from 1. */
export interface Mention {
  line: number
  /** What follows the name on that line. */
  said: string
  /** It begins with the name, or with a greeting before it. */
  isAddressed: boolean
  /** It thanks or tells, and goes on with no question and no wish. */
  isThanks: boolean
  /** The word that each clause begins with, politeness left out: where something is asked for, its verb. '' of a statement. */
  openings: string[]
}

const inlineParser = new MarkdownIt('default', { html: true, linkify: false })
const greeting = /^(?:(?:hi|hey|hello|dear|ok|okay|thanks|please)[\s,!]*)?$/i

/** Who says that asks for nothing: `Thanks @countersign, great`, `@countersign fyi`. */
const thanking = /^\W*(?:thanks|thank you|thx|ty|cheers|cc|fyi)\b/i
/** Unless it goes on with a question or a wish. */
const wish =
  /[?？]|(?:^|[.,;:!–—-]|\band|\bbut|\bnow|\bso)\s*\b(?:please|pls|can|could|go|let|try|start|continue|proceed)\b/i
/** Before what is asked for. */
const polite = new Set(
  'please pls could can would will you we i d ll s like want need to let us now then just also and so go ahead'.split(
    ' ',
  ),
)
/** Behind a noun, which a command's name may be: `plan looks good`. */
const stating = /^(?:is|isn|are|was|were|has|looks?|reads?|seems?|sounds?|makes?)$/
/** Whoever has more to ask for writes commands. */
const longestRead = 400

/** Lines of top-level paragraphs in which `@name` stands; not in code, quotes, lists, tables, headings or HTML. Linear in the text. */
export function findMentions(body: string, name: string): Mention[] {
  const mention = `@${name.toLowerCase()}`
  // Nearly all comments are talk, and cost no more than this.
  if (name === '' || !body.toLowerCase().includes(mention)) return []
  return findProse(body).flatMap(({ line, text }) => mentionsOf(text, mention, line))
}

/** Lines of top-level paragraphs, without what stands in code or HTML; `line` counts from 1. */
export function findProse(body: string): { line: number; text: string }[] {
  const prose: { line: number; text: string }[] = []
  let paragraph = false
  for (const token of parseMarkdownBlocks(body)) {
    if (token.type === 'inline' && paragraph && token.map !== null)
      for (const [index, text] of plainLines(token.content).entries())
        prose.push({ line: token.map[0] + 1 + index, text })
    paragraph = token.type === 'paragraph_open' && token.level === 0
  }
  return prose
}

function plainLines(content: string): string[] {
  const tokens = inlineParser.parseInline(content, {})[0]?.children ?? []
  const text = tokens.map(({ type, content: said }) => {
    if (type === 'softbreak' || type === 'hardbreak') return '\n'
    return type === 'text' ? said : ''
  })
  return text.join('').split('\n')
}

function mentionsOf(text: string, mention: string, line: number): Mention[] {
  const lower = text.toLowerCase()
  const at = lower.indexOf(mention)
  const before = lower[at - 1] ?? ' '
  const behind = text.slice(at + mention.length).replace(/^\[bot\]/i, '')
  if (at === -1 || /[\w@/.-]/.test(before) || /^[\w'’-]/.test(behind)) return []
  const greeted = lower.slice(0, at).trim()
  const isThanks = (thanking.test(greeted) || thanking.test(behind)) && !wish.test(behind)
  return [{ line, said: behind, isAddressed: greeting.test(greeted), isThanks, openings: findOpenings(behind) }]
}

function findOpenings(said: string): string[] {
  const clauses = said
    .slice(0, longestRead)
    .toLowerCase()
    .replace(/^[^a-z]+/, '')
    .split(/[.,;:!?…–—]\s/)
  return clauses.map((clause) => {
    const words = clause.match(/[a-z]+/g) ?? []
    const at = words.findIndex((word) => !polite.has(word))
    return stating.test(words[at + 1] ?? '') ? '' : (words[at] ?? '')
  })
}
