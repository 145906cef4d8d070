/** The line, from 1, at which a diff begins to hold bytes that nobody can read before approving them; undefined where none does. */
export function findBinaryPatch(diff: string): number | undefined {
  const line = diff.split('\n').findIndex((text) => text.startsWith('GIT binary patch'))
  return line === -1 ? undefined : line + 1
}
