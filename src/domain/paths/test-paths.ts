import { isLiteralPattern } from './path-pattern.ts'

/** Where tests usually stand. Who mends something may test it, also where only what is to be mended is named. */
export const testPaths: readonly string[] = ['**/*test*', '**/*test*/**', '**/*.spec.*']

const codeFile =
  /\.(?:[cm]?[jt]sx?|vue|svelte|py|go|rb|rs|java|kts?|cs|scala|swift|php|groovy|dart|exs?|erl|lua|c|cc|cpp|h|hpp|sh|zig|r|jl)$/i
const isTest =
  /(?:^|\/)(?:tests?|specs?|__tests__)\/|(?:^|\/)test[-_.][^/]*$|[-_.](?:test|spec)\.[^/]*$|(?:Test|Tests|Spec)\.[^/]*$/

/** Where tests named after a file of code stand: `round.test.ts`, `test_round.py`, `RoundTest.java`, `test/math/round.js`. None for other files and for tests. */
export function listTestsOf(path: string): string[] {
  if (!isLiteralPattern(path) || !codeFile.test(path) || isTest.test(path)) return []
  const stem = path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('.'))
  if (stem === '') return []
  const joined = /^[A-Z]/.test(stem) ? `,${stem}Test,${stem}Tests,${stem}Spec` : ''
  return [`**/{test?${stem},${stem}?test,${stem}?spec${joined}}.*`, `**/{test,tests,spec,__tests__}/**/${stem}.*`]
}

/** Without the patterns above, and those of the other paths: they permit, and say nothing of how much is to be done. */
export function withoutTestPaths(paths: readonly string[]): string[] {
  const permits = new Set([...testPaths, ...paths.flatMap((path) => listTestsOf(path))])
  return paths.filter((path) => !permits.has(path))
}
