import { parseHiddenEscapes } from './hidden-escapes.ts'

/** No value at all, as it stands in a cell. */
export const noneCell = '*none*'
/** A text without any character. */
export const emptyCell = '*empty*'

/** Prose of `renderProse`: references and line breaks are undone outside code between backticks. */
export function parseProse(cell: string): string {
  return cell === emptyCell ? '' : undoMarkup(cell)
}

/** A name or value of `renderCode`; undefined where it is something else. */
export function parseCode(cell: string): string | undefined {
  if (cell === emptyCell) return ''
  const plain = /^`([^`]*)`$/.exec(cell)?.[1]
  if (plain !== undefined) return parseHiddenEscapes(plain)
  const tagged = /^<code>([^`]*)<\/code>$/.exec(cell)?.[1]
  return tagged === undefined ? undefined : undoMarkup(tagged)
}

/** A number as it was written; undefined where it is none. */
export function parseNumber(text: string): number | undefined {
  return /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/.test(text) ? Number(text) : undefined
}

// Put between the parts of a reference so that GitHub doesn't read it; one of the text itself is escaped.
const wordJoiner = 0x2060

function undoMarkup(text: string): string {
  const plain = text.replace(/`[^`]*`|<br>|&#(\d{1,7});/g, (whole, digits: string | undefined) => {
    if (whole === '<br>') return '\n'
    if (digits === undefined) return whole
    const code = Number(digits)
    if (code > 0x10_ff_ff) return whole
    return code === wordJoiner ? '' : String.fromCodePoint(code)
  })
  return parseHiddenEscapes(plain)
}
