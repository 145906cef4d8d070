import type { Repository } from '../world/world.ts'
import type { Ruleset } from '../world/ruleset.ts'

/** Whether a ruleset is about this ref. */
export function isAbout(ruleset: Ruleset, repo: Pick<Repository, 'defaultBranch'>, ref: string): boolean {
  if (!ref.startsWith(ruleset.target === 'branch' ? 'refs/heads/' : 'refs/tags/')) return false
  const matches = (pattern: string) => matchRef(pattern, repo, ref)
  return ruleset.include.some(matches) && !ruleset.exclude.some(matches)
}

/**
 * GitHub's patterns are Ruby's `File.fnmatch` with `FNM_PATHNAME`: a star ends at a slash, and two
 * of them go across folders only where a slash follows.
 */
function matchRef(pattern: string, { defaultBranch }: Pick<Repository, 'defaultBranch'>, ref: string): boolean {
  if (pattern === '~ALL') return true
  if (pattern === '~DEFAULT_BRANCH') return ref === `refs/heads/${defaultBranch}`
  const parts = pattern.split('/').map((part, index, { length }) => {
    if (part === '**' && index < length - 1) return '(?:[^/]+/)*'
    const one = part
      .replaceAll(/[.+^${}()|\\]/g, String.raw`\$&`)
      .replaceAll(/\*+/g, '[^/]*')
      .replaceAll('?', '[^/]')
    return index < length - 1 ? `${one}/` : one
  })
  return new RegExp(`^${parts.join('')}$`).test(ref)
}
