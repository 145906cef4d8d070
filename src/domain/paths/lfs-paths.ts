import { RE2JS } from 're2js'
import { renderGlob } from './render-glob.ts'

/** More lines of a file are not read. */
const mostLines = 2_000

/**
 * Whether a path is in Git LFS by the `.gitattributes` at the root: of the lines that match, the last one that says a
 * filter counts. Lines with brackets or quotes are passed over; what they hold is noticed when it is made.
 */
export function readLfsPaths(text: string): (path: string) => boolean {
  const lines = text
    .split('\n', mostLines)
    .flatMap((line) => readLine(line) ?? [])
    .toReversed()
  return (path) => lines.find(({ matches }) => matches(path))?.isLfs ?? false
}

function readLine(line: string): { matches: (path: string) => boolean; isLfs: boolean } | undefined {
  const [pattern = '', ...attributes] = line.trim().split(/[ \t\r]+/)
  if (pattern === '' || pattern.length > 500 || /^[#!]|["[\]\\]|\/$/.test(pattern)) return undefined
  const filter = attributes.findLast((one) => /^[-!]?filter(?:=|$)/.test(one))
  if (filter === undefined) return undefined
  const anywhere = pattern.includes('/') ? '' : '(?:.*/)?'
  const expression = RE2JS.compile(`${anywhere}${renderGlob(pattern.replace(/^\//, ''))}`, RE2JS.DOTALL)
  return { matches: (path) => expression.matches(path), isLfs: filter === 'filter=lfs' }
}
