/** Text of a file as it is read: without a mark of byte order, lines ended by a line feed. */
export function readPlainText(raw: string): string {
  return raw.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
}

/** A text with the line ends and the mark that the file had before. */
export function keepLineEnds(raw: string, text: string): string {
  const mark = raw.startsWith('\uFEFF') ? '\uFEFF' : ''
  return mark + (raw.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text)
}

/** Whether a file can be written again so that only what was changed differs: one with mixed line ends can't. */
export function keepsItsLineEnds(raw: string): boolean {
  return keepLineEnds(raw, readPlainText(raw)) === raw
}
