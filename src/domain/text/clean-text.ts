/** Text without terminal colours and control characters, line ends and tabs excepted. */
export function cleanText(text: string): string {
  return (
    text
      .replaceAll('\r\n', '\n')
      // oxlint-disable-next-line no-control-regex -- control sequences are what is removed
      .replaceAll(/\u001B\[[0-?]*[ -/]*[@-~]/g, '')
      // oxlint-disable-next-line no-control-regex -- and single control characters
      .replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, '')
  )
}

/** One line of untrusted text, cut with `…` where it is longer than `maxLength`. */
export function cleanLine(text: string, maxLength: number): string {
  const line = cleanText(text.slice(0, 10_000)).replaceAll(/\s+/g, ' ').trim()
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1)}…`
}
