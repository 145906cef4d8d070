import { isAgentPath } from './agent-paths.ts'
import { canonicalPath, isPlainPath } from './canonical-path.ts'
import { createPathMatcher, type PathMatcher } from './path-pattern.ts'

/**
 * What would change who reviews, what runs on GitHub (design 7.1), or where git fetches large files from, with whose
 * password; in canonical form, so in lower case.
 */
const ofGitHub = /(?:^|\/)(?:\.github|\.lfsconfig)(?:\/|$)|^(?:docs\/)?codeowners(?:\/|$)/

/** Matches every spelling of a built-in denied path, and what the configured globs name in any letter case. */
export function createDeniedMatcher(denied: readonly string[]): PathMatcher {
  const globs = denied.filter((glob) => glob.trim() !== '')
  const configured = globs.length === 0 ? undefined : createPathMatcher(globs.map(normalizePattern), 'ignored')

  return (path) => {
    const canonical = canonicalPath(path)
    if (ofGitHub.test(canonical) || isAgentPath(canonical)) return true
    return configured !== undefined && (configured(canonical) || configured(path.normalize('NFKC')))
  }
}

/** True when a segment is git's own, or may be on some file system: `.git`, `.gitmodules`, `.GIT.`, `git~1`. */
export function isGitMetadata(path: string): boolean {
  if (isPlainPath(path)) return false
  return canonicalPath(path)
    .split('/')
    .some((segment) => (segment.startsWith('.git') && segment !== '.github') || /^\.?git~\d/.test(segment))
}

function normalizePattern(glob: string): string {
  return glob.normalize('NFKC')
}
