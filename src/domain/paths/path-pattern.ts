import { RE2JS } from 're2js'

export type PathMatcher = (path: string) => boolean

/**
 * Matches files, folders and globs (`*`, `**`, `?`, `{a,b}`). Brackets and parentheses are themselves, as in
 * `app/[id]/(group)`. Linear in the path, whatever the pattern: scopes come from issues.
 */
export function createPathMatcher(patterns: readonly string[], letterCase: 'exact' | 'ignored' = 'exact'): PathMatcher {
  const fold = letterCase === 'exact' ? (text: string) => text : (text: string) => text.toLowerCase()
  const matchers = patterns.map((pattern) => createMatcher(fold(cleanPattern(pattern))))

  return (path) => matchers.some((matches) => matches(fold(path)))
}

/** The pattern without `./`, a leading or a trailing slash. '' is the repository itself. */
export function cleanPattern(pattern: string): string {
  const path = pattern.trim().replace(/^(?:\.?\/)+/, '')

  return (path === '.' ? '' : path).replace(/(?<!\/)\/+$/, '')
}

/** True when the pattern names one file or folder, without wildcards. */
export function isLiteralPattern(pattern: string): boolean {
  return !/[*?{]/.test(pattern)
}

function createMatcher(pattern: string): PathMatcher {
  const isNamed = (path: string) => pattern === '' || path === pattern || path.startsWith(`${pattern}/`)
  if (isLiteralPattern(pattern) || pattern.length > 1000) return isNamed
  const expression = RE2JS.compile(`${renderExpression(pattern)}(?:/.*)?`, RE2JS.DOTALL)

  return (path) => isNamed(path) || expression.matches(path)
}

function renderExpression(pattern: string): string {
  const isBalanced =
    (pattern.match(/[{}]/g) ?? []).reduce((open, brace) => (open < 0 ? open : open + braceStep(brace)), 0) === 0
  let depth = 0
  const parts = pattern.match(/\*\*+\/?|[^]/gu) ?? []

  return parts
    .map((part) => {
      if (part.startsWith('**')) return part.endsWith('/') ? '(?:.*/)?' : '.*'
      if (part === '*') return '[^/]*'
      if (part === '?') return '[^/]'
      if (isBalanced && (part === '{' || part === '}')) {
        depth += braceStep(part)
        return part === '{' ? '(?:' : ')'
      }
      if (part === ',' && depth > 0) return '|'
      return RE2JS.quote(part)
    })
    .join('')
}

function braceStep(char: string): number {
  if (char === '{') return 1
  return char === '}' ? -1 : 0
}
