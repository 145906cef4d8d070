import { RE2JS } from 're2js'

/** `*`, `**` and `?` of git's and GitHub's files of patterns, as an expression; all else is itself. */
export function renderGlob(pattern: string): string {
  const parts = pattern.match(/\*\*+\/?|[^]/gu) ?? []
  return parts
    .map((part) => {
      if (part.startsWith('**')) return part.endsWith('/') ? '(?:.*/)?' : '.*'
      if (part === '*') return '[^/]*'
      return part === '?' ? '[^/]' : RE2JS.quote(part)
    })
    .join('')
}
