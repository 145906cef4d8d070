import { isAgentPath } from './agent-paths.ts'
import { canonicalPath, isPlainPath } from './canonical-path.ts'
import { createPathMatcher, type PathMatcher } from './path-pattern.ts'

/**
 * What would change who reviews, what runs on GitHub (design 7.1), or where git fetches large files from, with whose
 * password; in canonical form, so in lower case.
 */
const ofGitHub = /(?:^|\/)(?:\.github|\.lfsconfig)(?:\/|$)|^(?:docs\/)?codeowners(?:\/|$)/

/**
 * Matches every spelling of a built-in denied path, and what the configured globs name in any letter case. One that begins
 * with `!` frees what is denied for being told to agents, and nothing else.
 */
export function createDeniedMatcher(denied: readonly string[]): PathMatcher {
  const globs = denied.filter((glob) => glob.trim() !== '')
  const isConfigured = matchAny(globs.filter((glob) => !glob.startsWith('!')))
  const isFreed = matchAny(globs.flatMap((glob) => (glob.startsWith('!') ? [glob.slice(1)] : [])))

  return (path) => {
    const canonical = canonicalPath(path)
    if (ofGitHub.test(canonical)) return true
    const spellings = [canonical, path.normalize('NFKC')]
    if (isAgentPath(canonical) && !spellings.every(isFreed)) return true
    return spellings.some(isConfigured)
  }
}

/** Globs that free nothing: what holds for every task but those that mend a skill as it is spelled out. */
export function withoutFreed(denied: readonly string[]): string[] {
  return denied.filter((glob) => !glob.startsWith('!'))
}

/** True when a segment is git's own, or may be on some file system: `.git`, `.gitmodules`, `.GIT.`, `git~1`. */
export function isGitMetadata(path: string): boolean {
  if (isPlainPath(path)) return false
  return canonicalPath(path)
    .split('/')
    .some((segment) => (segment.startsWith('.git') && segment !== '.github') || /^\.?git~\d/.test(segment))
}

function matchAny(globs: readonly string[]): PathMatcher {
  return globs.length === 0 ? () => false : createPathMatcher(globs.map(normalizePattern), 'ignored')
}

function normalizePattern(glob: string): string {
  return glob.normalize('NFKC')
}
