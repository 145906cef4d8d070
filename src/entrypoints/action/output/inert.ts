const control = /[\p{Cc}\u2028\u2029]/gu

/**
 * A line that the runner takes for text and for nothing else: it reads a command in a line that begins with `::`, and in one
 * that has `##[` anywhere.
 */
export function inertLine(line: string): string {
  return line
    .replace(control, ' ')
    .replaceAll('##[', '## [')
    .replace(/^(\s*):(?=:)/, '$1: ')
}

/** All lines of a text. */
export function inertText(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(inertLine)
    .join('\n')
}
