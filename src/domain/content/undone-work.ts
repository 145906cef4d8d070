import { findRewritten } from './find-rewritten.ts'
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

/** How a change undoes earlier work on a path: all of it, part of its lines, or none, as rewritten lines hold it. */
export type HowUndone = 'deleted' | 'reverted' | 'lost' | 'partly' | 'rewritten'

/** What becomes of earlier work; `lines`: some that are gone (`-`) or there again (`+`), where that can be told by lines. */
export interface Undoing {
  how: HowUndone
  lines: string[]
}

const mostLines = 3
const mostRewritten = 2
const longestLine = 82

/**
 * `settles`: a person brings both sides of a conflict together, which rewrites lines (decision 173).
 * Whether going from `now` to `next` undoes what `earlier` did to the path; null where all of it stands that stood before.
 * By lines, wherever they stand, without those that say nothing (braces, blanks). Linear.
 */
export function findUndone(
  now: PathContent,
  next: PathContent,
  earlier: Contribution,
  { settles }: { settles: boolean },
): Undoing | null {
  const { from, to } = earlier
  if (sameEntry(now.entry, next.entry) || sameEntry(from.entry, to.entry)) return null
  if (next.entry === null) return to.entry === null ? null : { how: 'deleted', lines: [] }
  if (to.entry === null || sameEntry(next.entry, from.entry)) return { how: 'reverted', lines: [] }
  if (now.lines === null || next.lines === null || to.lines === null) return { how: 'lost', lines: [] }
  const byLines = compareLines(now.lines, next.lines, { from: from.lines ?? [], to: to.lines }, settles)
  return byLines === null || byLines.how === 'rewritten' ? (findLostMode(next, earlier) ?? byLines) : byLines
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
  settles: boolean,
): Undoing | null {
  const counts = { now: countLines(now), next: countLines(next), from: countLines(from), to: countLines(to) }
  const count = (side: keyof typeof counts, line: string) => counts[side].get(line) ?? 0
  let stood = 0
  const lost: string[] = []
  const back: string[] = []
  for (const [line, times] of counts.to) {
    const added = Math.min(times - count('from', line), count('now', line))
    if (added <= 0) continue
    stood += added
    lost.push(...repeat(line, Math.min(added, count('now', line) - count('next', line))))
  }
  for (const [line, times] of counts.from) {
    const removed = times - Math.max(count('to', line), count('now', line))
    if (removed <= 0) continue
    stood += removed
    back.push(...repeat(line, Math.min(removed, count('next', line) - count('now', line))))
  }
  if (lost.length + back.length === 0) return null
  const { rewritten, gone } = settles
    ? findRewritten(lost, linesBeyond(counts.next, counts.now), linesBeyond(counts.from, counts.to))
    : { rewritten: [], gone: lost }
  const size = gone.length + back.length
  if (size === 0) {
    const pairs = rewritten.slice(0, mostRewritten).flatMap(({ line, by }) => [`- ${line}`, `+ ${by}`])
    return { how: 'rewritten', lines: pairs.map(shortenLine) }
  }
  const lines = [...gone.map((line) => `- ${line}`), ...back.map((line) => `+ ${line}`)]
  return { how: size === stood ? 'lost' : 'partly', lines: lines.slice(0, mostLines).map(shortenLine) }
}

/** What one side has of a line more than the other. */
function linesBeyond(side: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): string[] {
  return [...side].flatMap(([line, times]) => repeat(line, times - (other.get(line) ?? 0)))
}

function repeat(line: string, times: number): string[] {
  return Array.from({ length: Math.max(0, times) }, () => line)
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
