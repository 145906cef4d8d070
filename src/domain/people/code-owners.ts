import { RE2JS } from 're2js'
import { renderGlob } from '../paths/render-glob.ts'
import { readReviewerName } from './reviewer-name.ts'

/** Where GitHub looks for the file, in this order; the first that is there counts. */
export const codeOwnersPaths = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'] as const

/** More lines of a file are not read. */
const mostRules = 5_000

interface OwnerRule {
  matches: (path: string) => boolean
  /** Logins and teams, without `@`; none where a line takes its paths out again. */
  owners: string[]
}

/**
 * Owners of each path by the rules of GitHub's CODEOWNERS: the last line that matches counts. Addresses of mail are left
 * out, as nobody can be asked by them, and so are lines that GitHub skips (`!`, `[a-z]`).
 */
export function readCodeOwners(text: string): (path: string) => string[] {
  const rules = text
    .split('\n', mostRules)
    .flatMap((line) => readRule(line) ?? [])
    .toReversed()
  return (path) => rules.find(({ matches }) => matches(path))?.owners ?? []
}

function readRule(line: string): OwnerRule | undefined {
  const [pattern, ...names] = splitWords(line)
  if (pattern === undefined || pattern.length > 1_000 || /^!|[[\]]/.test(pattern)) return undefined
  return { matches: createOwnerMatcher(pattern), owners: names.flatMap((name) => readReviewerName(name) ?? []) }
}

/** Words between spaces, up to a comment; `\ ` is a space in a path. */
function splitWords(line: string): string[] {
  const words: string[] = []
  let word = ''
  for (const part of line.match(/\\[^]|[^]/gu) ?? []) {
    if (part === '#' && word === '') break
    if (/^\s$/.test(part)) {
      if (word !== '') words.push(word)
      word = ''
    } else word += part.startsWith('\\') && part.length > 1 ? part.slice(1) : part
  }
  return word === '' ? words : [...words, word]
}

/** As in a gitignore file, but `docs/*` is what lies right in `docs`. Linear in the path. */
function createOwnerMatcher(pattern: string): OwnerRule['matches'] {
  const isFolder = pattern.endsWith('/')
  const path = pattern.replace(/^\//, '').replace(/\/$/, '')
  const isAnchored = pattern.startsWith('/') || path.includes('/')
  const below = isFolder ? '/.*' : path.endsWith('/*') ? '' : '(?:/.*)?'
  const expression = RE2JS.compile(`${isAnchored ? '' : '(?:.*/)?'}${renderGlob(path)}${below}`, RE2JS.DOTALL)
  return (one) => expression.matches(one)
}
