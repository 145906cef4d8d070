const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
// East Asian wide and fullwidth (Unicode TR11), and emoji.
const wide =
  /\p{Emoji_Presentation}|\u{fe0f}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u

/** Cells that a text of one line takes in a terminal. */
export function countColumns(text: string): number {
  let columns = 0
  for (const { segment } of graphemes.segment(text)) columns += wide.test(segment) ? 2 : 1
  return columns
}

/** The text in lines of at most `columns` cells: broken between words, and inside those that are longer, as Chinese has no spaces. */
export function wrapColumns(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`
    if (countColumns(joined) <= columns) {
      line = joined
      continue
    }
    // A long word begins where the line before it has room, as it is broken anyhow.
    const pieces = cut(countColumns(word) > columns && countColumns(line) < columns - 1 ? joined : word, columns)
    if (pieces[0] === undefined) continue
    if (line !== '' && !pieces[0].startsWith(`${line} `)) lines.push(line)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
  }
  return [...lines, ...(line === '' && lines.length > 0 ? [] : [line])]
}

/** Pieces of at most `columns` cells. */
function cut(text: string, columns: number): string[] {
  const pieces: string[] = []
  let piece = ''
  let taken = 0
  for (const { segment } of graphemes.segment(text)) {
    const width = wide.test(segment) ? 2 : 1
    if (taken + width > columns && piece !== '') {
      pieces.push(piece)
      piece = ''
      taken = 0
    }
    piece += segment
    taken += width
  }
  return piece === '' ? pieces : [...pieces, piece]
}
