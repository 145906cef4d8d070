// What nobody sees, or sees as something else: controls, lone surrogates, spaces of other widths, bidi controls, fillers.
// Joiners and variation selector 16 may stay after a character of a script or emoji that needs them.
const hidden = [
  String.raw`[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u{fff9}-\u{fffb}]`,
  String.raw`(?! )\p{Zs}`,
  String.raw`(?![\u200c\u200d\ufe0f])\p{Default_Ignorable_Code_Point}`,
  String.raw`(?<![^\x00-\x7f])[\u200c\u200d\ufe0f]`,
  '!(?<=<!)(?=--)',
]
// Spaces that Markdown drops or folds.
const lostSpaces = ['(?<![^]) ', ' (?= )', ' (?![^])']
// A run of tildes or ticks looks like a fence, at least to a program that doesn't look closely; ticks in a line never
// stay in a run.
const tildes = '(?<=~~)~'
const ticks = '(?<=``)`'

const inLine = escapePattern([...hidden, ...lostSpaces, tildes])
// In a block of code line ends and tabs show.
const inBlock = escapePattern([String.raw`(?![\n\t])(?:${hidden.join('|')})`, tildes, ticks])

function escapePattern(parts: readonly string[]): RegExp {
  const special = parts.map((part) => `(?:${part})`).join('|')
  return new RegExp(String.raw`\\(?=[\\nrtu]|${special})|${special}`, 'gu')
}

/** Text on one line in which every character can be seen: `\n`, `\t`, `\u{200b}`; a backslash before such is doubled. */
export function escapeHidden(text: string): string {
  return text.replace(inLine, toEscape)
}

/** The same for a block of code, in which line ends, tabs and spaces stay. */
export function escapeHiddenInBlock(text: string): string {
  return text.replace(inBlock, toEscape)
}

/** What `escapeHidden` and `escapeHiddenInBlock` were given. */
export function parseHiddenEscapes(text: string): string {
  return text.replace(/\\(?:([\\nrt])|u\{([0-9a-f]{1,6})\})/g, (whole, short: string | undefined, hex = '') => {
    if (short !== undefined) return shortEscapes.get(short) ?? whole
    const code = Number.parseInt(hex, 16)
    return code > 0x10_ff_ff ? whole : String.fromCodePoint(code)
  })
}

const shortEscapes = new Map([
  ['\\', '\\'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

function toEscape(character: string): string {
  for (const [letter, meant] of shortEscapes) if (meant === character) return `\\${letter}`
  return `\\u{${character.codePointAt(0)?.toString(16)}}`
}
