/** What was said or found on several lines, or as a list, a line each: in one paragraph it would run together. */
export function listSaid(said: readonly string[]): string[] {
  return said
    .flatMap((text) => text.split('\n'))
    .map((text) => text.trim().replace(/^[-*+] /, ''))
    .filter((text) => text !== '')
}
