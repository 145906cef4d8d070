import { shorten } from '../../markdown/shorten.ts'
import { toOneLine } from '../../markdown/hidden-characters.ts'

/** Letters that take the room of two, as those of Chinese do. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const longest = 400
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A title in at most two lines of so many letters: SVG breaks no lines. */
export function wrapLabel(title: string, columns: number): string[] {
  const shown = shorten(toOneLine(title).replaceAll('`', ''), longest)
  const letters = Array.from(graphemes.segment(shown), ({ segment }) => segment)
  const [first, rest] = takeLine(letters, columns)
  if (rest.length === 0) return [first]
  const [second, more] = takeLine(rest, columns)
  return [first, more.length === 0 ? second : `${second.replace(/.{1,2}$/u, '').trimEnd()}…`]
}

/** Words in one line of so many letters. */
export function cutLabel(words: string, columns: number): string {
  const letters = Array.from(graphemes.segment(words), ({ segment }) => segment)
  let used = 0
  const end = letters.findIndex((letter) => (used += wide.test(letter) ? 2 : 1) > columns)
  return end === -1 ? words : `${letters.slice(0, end - 1).join('')}…`
}

function takeLine(letters: readonly string[], columns: number): [line: string, rest: string[]] {
  let used = 0
  let end = 0
  let space = -1
  for (; end < letters.length; end++) {
    const letter = letters[end] ?? ''
    used += wide.test(letter) ? 2 : 1
    if (used > columns) break
    if (letter === ' ') space = end
  }
  if (end === letters.length) return [letters.join(''), []]
  // A word that alone is longer than the line is broken.
  const at = space > columns / 3 ? space : end
  return [letters.slice(0, at).join('').trimEnd(), letters.slice(letters[at] === ' ' ? at + 1 : at)]
}
