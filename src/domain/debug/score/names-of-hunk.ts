import type { Hunk } from '../read/parse-change.ts'
import { findNames } from '../read/read-words.ts'

export function namesOfHunk({ removed, added }: Hunk): Set<string> {
  return new Set(
    findNames(
      [...removed, ...added]
        .map(({ text }) => text)
        .join('\n')
        .slice(0, 8_000),
    ),
  )
}

export function countNames(hunks: readonly Hunk[]): Map<string, number> {
  const spread = new Map<string, number>()
  for (const hunk of hunks) for (const name of namesOfHunk(hunk)) spread.set(name, (spread.get(name) ?? 0) + 1)
  return spread
}
