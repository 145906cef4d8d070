/** A runner takes `##[…]` for a command wherever it stands in a line. Text of issues gets into the log as JSON alone. */
export function muteCommands(line: string): string {
  return line.replaceAll('##[', String.raw`#\u0023[`)
}
