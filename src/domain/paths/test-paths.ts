/** Where tests usually stand. Who mends something may test it, also where only what is to be mended is named. */
export const testPaths: readonly string[] = ['**/*test*', '**/*test*/**', '**/*.spec.*']

const known = new Set(testPaths)

/** One of the patterns above: a permission, which says nothing of how much is to be done. */
export function isTestPath(path: string): boolean {
  return known.has(path)
}
