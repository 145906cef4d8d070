import { sameEntry, type TreeEntry } from './tree-change.ts'

/** A path's content; `lines` is null where it is absent, binary, or too large to be compared by lines. */
export interface PathContent {
  entry: TreeEntry | null
  lines: readonly string[] | null
}

/** What one version made of a path. */
export interface Contribution {
  from: PathContent
  to: PathContent
}

/** How a change undoes earlier work on a path: all of it, or part of its lines. */
export type HowUndone = 'deleted' | 'reverted' | 'lost' | 'partly'

/** What becomes of earlier work; `lines`: some that are gone (`-`) or there again (`+`), where that can be told by lines. */
export interface Undoing {
  how: HowUndone
  lines: string[]
}

const mostLines = 3
const longestLine = 80

/**
 * Whether going from `now` to `next` undoes what `earlier` did to the path; null where all of it stands that stood before.
 * By lines, wherever they stand, without those that say nothing (braces, blanks). Linear.
 */
export function findUndone(now: PathContent, next: PathContent, earlier: Contribution): Undoing | null {
  const { from, to } = earlier
  if (sameEntry(now.entry, next.entry) || sameEntry(from.entry, to.entry)) return null
  if (next.entry === null) return to.entry === null ? null : { how: 'deleted', lines: [] }
  if (to.entry === null || sameEntry(next.entry, from.entry)) return { how: 'reverted', lines: [] }
  if (now.lines === null || next.lines === null || to.lines === null) return { how: 'lost', lines: [] }
  return compareLines(now.lines, next.lines, { from: from.lines ?? [], to: to.lines }) ?? findLostMode(next, earlier)
}

function findLostMode(next: PathContent, { from, to }: Contribution): Undoing | null {
  const mode = from.entry?.mode
  return mode !== undefined && mode !== to.entry?.mode && mode === next.entry?.mode
    ? { how: 'partly', lines: [] }
    : null
}

function compareLines(
  now: readonly string[],
  next: readonly string[],
  { from, to }: { from: readonly string[]; to: readonly string[] },
): Undoing | null {
  const counts = { now: countLines(now), next: countLines(next), from: countLines(from), to: countLines(to) }
  const count = (side: keyof typeof counts, line: string) => counts[side].get(line) ?? 0
  let stood = 0
  let gone = 0
  const lines: string[] = []
  const lose = (sign: '-' | '+', line: string, times: number): void => {
    gone += times
    if (times > 0 && lines.length < mostLines) lines.push(`${sign} ${shortenLine(line)}`)
  }
  for (const [line, times] of counts.to) {
    const added = Math.min(times - count('from', line), count('now', line))
    if (added <= 0) continue
    stood += added
    lose('-', line, Math.min(added, Math.max(0, count('now', line) - count('next', line))))
  }
  for (const [line, times] of counts.from) {
    const removed = times - Math.max(count('to', line), count('now', line))
    if (removed <= 0) continue
    stood += removed
    lose('+', line, Math.min(removed, Math.max(0, count('next', line) - count('now', line))))
  }
  if (gone === 0) return null
  return { how: gone === stood ? 'lost' : 'partly', lines }
}

function shortenLine(line: string): string {
  return line.length > longestLine ? `${line.slice(0, longestLine - 1)}…` : line
}

function countLines(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of lines) {
    const text = line.trim()
    if (/[\p{L}\p{N}]/u.test(text)) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return counts
}
