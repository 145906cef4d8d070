/** What any text is made of, and what parsers look for. */
const common = [
  'a',
  ' ',
  '\n',
  '\n\n',
  '\t',
  '    ',
  '\\',
  '/',
  '`',
  '```\n',
  '"',
  "'",
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '<',
  '>',
  '<!--',
  '-->',
  '*',
  '_',
  '-',
  '- ',
  '#',
  '# a',
  '> ',
  '|',
  '|-|\n',
  ':',
  ': ',
  ',',
  '.',
  '..',
  '@',
  '&',
  '!',
  '![',
  '](',
  '=',
  '0',
  '1. ',
  '\r\n',
  '\u001B[',
  '\u200B',
  '\u0301',
  '中',
  '🙂',
  'https://a.b',
]

/** A text of about so many characters; the same fragments and size give the same. */
export interface Repetition {
  /** As one can read it. */
  label: string
  make: (size: number) => string
}

/** Draws repetitions of one to four fragments. The same seed gives the same ones. */
export function drawRepetitions(count: number, pieces: readonly string[], seed: number): Repetition[] {
  const draw = createDraw(seed)
  const pool = [...common, ...pieces, ...pieces]
  const pick = () => pool[draw(pool.length)] ?? ''
  return Array.from({ length: count }, () => {
    const fragments = Array.from({ length: 1 + draw(4) }, pick)
    return draw(4) === 0 ? nest(fragments) : repeat(fragments, draw(2) === 0 ? '\n' : '', draw(3) === 0 ? pick() : '')
  })
}

function repeat(fragments: readonly string[], end: string, before: string): Repetition {
  const text = `${fragments.join('')}${end}`
  return {
    label: `${before === '' ? '' : `${JSON.stringify(before)}, then `}${JSON.stringify(text)} over and over`,
    make: (size) => before + text.repeat(Math.ceil(size / text.length)),
  }
}

/** The first half over and over, then the second half as often. */
function nest(fragments: readonly string[]): Repetition {
  const middle = Math.ceil(fragments.length / 2)
  const open = fragments.slice(0, middle).join('')
  const close = fragments.slice(middle).join('')
  return {
    label: `${JSON.stringify(open)} over and over, then ${JSON.stringify(close)}`,
    make(size) {
      const times = Math.ceil(size / (open.length + close.length))
      return open.repeat(times) + close.repeat(times)
    },
  }
}

function createDraw(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
