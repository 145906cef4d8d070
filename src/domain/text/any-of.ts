/** Words, or pieces of patterns, as one group of a regular expression. */
export function anyOf(words: readonly string[]): string {
  return `(?:${words.join('|')})`
}
