// Bidi controls, tag characters, fillers, soft hyphens: they draw nothing but change what is read or copied.
// Joiners and variation selector 16 stay: scripts and emoji need them.
const hidden = /(?!\u{200c}|\u{200d}|\u{fe0f})[\p{Default_Ignorable_Code_Point}\u{fff9}-\u{fffb}]/gu
const controls = /[\p{Cc}--[\t\n]]/gv

/** The text without characters that nobody sees; line ends become `\n`, lone surrogates U+FFFD. */
export function removeHidden(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(controls, '')
    .replace(hidden, '')
}

/** One line: every run of white space is one space. */
export function toOneLine(text: string): string {
  return removeHidden(text).replace(/\s+/g, ' ').trim()
}

/** One line in which white space within a line stays as it is: of code, each blank counts. */
export function asOneLine(text: string): string {
  return removeHidden(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}
