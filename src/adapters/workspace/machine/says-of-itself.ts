/** What another machine said: `remote: ` begins what came through git's side band. */
const fromElsewhere = /^(?:remote: |fatal: remote error: )/

/**
 * Whether a program says of this machine what the C library says (`what: words`, in English with `LC_ALL=C`). Neither what
 * GitHub says counts, nor a path that holds the same words: git quotes paths of a patch, which anybody may have written.
 */
export function saysOfItself(said: string, words: readonly string[]): boolean {
  const lines = said.split(/[\r\n]+/).filter((line) => !fromElsewhere.test(line))
  return lines.some((line) => words.some((one) => line.trimEnd().endsWith(`: ${one}`)))
}
