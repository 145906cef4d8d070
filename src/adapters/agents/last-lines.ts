/** The end of an output, for a comment: whole lines, no colours, at most so many lines and characters. */
export function lastLines(output: string, maxLines: number, maxLength: number): string {
  const lines = removeColours(output)
    .split(/\r?\n|\r/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
  const kept = lines.slice(-maxLines).join('\n')

  return kept.length <= maxLength ? kept : `…${kept.slice(-maxLength)}`
}

/** Text without terminal control sequences. */
export function removeColours(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control sequences are what is removed
  return text.replaceAll(/\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)|[@-Z\\-_])/g, '')
}
