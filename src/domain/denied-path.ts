import { canonicalPath, isPlainPath } from './canonical-path.ts'
import { createPathMatcher, type PathMatcher } from './path-pattern.ts'

/**
 * What no task may write: it would change who reviews, what runs on GitHub, or what agents are told (design 7).
 * In canonical form, so in lower case.
 */
const builtInGlobs = [
  '**/.github',
  '{,docs/}codeowners',
  '**/{agent,agents,claude,gemini,qwen}{,.local,.override}.md',
  '**/{copilot-instructions,*.instructions,*.chatmode}.md',
  '**/{.agent,.agents,.amazonq,.claude,.clinerules,.codex,.continue,.cursor,.gemini,.junie,.kiro,.qwen,.roo,.windsurf}',
  '**/{.cursorrules,.windsurfrules,.roorules*,.goosehints,.mcp.json,.aider.conf.yml,.codeiumignore,.cursorignore}',
]
/** One expression: looking for each by itself takes six times as long. */
const builtIn = createPathMatcher([`{${builtInGlobs.join(',')}}`])
/** What each of them takes: nearly all paths have nothing of it, and are spared that expression. */
const hint = /(?:^|\/)\.|codeowners|\.md(?:\/|$)/

/** True for every spelling of a built-in denied path, and for what the configured globs name in any letter case. */
export function isDeniedPath(path: string, denied: readonly string[]): boolean {
  return createDeniedMatcher(denied)(path)
}

/** `isDeniedPath` for many paths under the same globs. */
export function createDeniedMatcher(denied: readonly string[]): PathMatcher {
  const globs = denied.filter((glob) => glob.trim() !== '')
  const configured = globs.length === 0 ? undefined : createPathMatcher(globs.map(normalizePattern), 'ignored')

  return (path) => {
    const canonical = canonicalPath(path)
    if (hint.test(canonical) && builtIn(canonical)) return true
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
