// Bidi controls, tag characters, fillers and other code points that draw nothing but change what is read or copied.
// Joiners (U+200C, U+200D) and variation selector 16 stay: scripts and emoji need them.
const hidden =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f]/g

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
