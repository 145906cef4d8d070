/** A line of earlier work, and the one that stands in its place and holds what it had brought. */
export interface RewrittenLine {
  line: string
  by: string
}

/** So many lines are looked for; beyond that, a change is no settling of a few lines. */
const mostLost = 20
const longestLine = 2_000

/**
 * Which of the lost lines stand on, rewritten: a `fresh` line has in it all that the line brought to the one it replaced,
 * in its order, at least half of its other words, and nothing again that it took out of there; and it is no comment where
 * the line was none. Each fresh line stands for one. `removed`: what the earlier work took away. Linear.
 */
export function findRewritten(
  lost: readonly string[],
  fresh: readonly string[],
  removed: readonly string[],
): { rewritten: RewrittenLine[]; gone: string[] } {
  if (lost.length > mostLost) return { rewritten: [], gone: [...lost] }
  const before = removed.filter(isShort).map((line) => splitWords(line))
  const free = fresh.filter(isShort).map((line) => ({ line, words: splitWords(line) }))
  const rewritten: RewrittenLine[] = []
  const gone: string[] = []
  for (const line of lost) {
    const words = isShort(line) ? splitWords(line) : []
    const replaced = findNearest(before, words)
    const at = free.findIndex((one) => !becomesComment(line, one.line) && holds(one.words, words, replaced))
    const [found] = at === -1 ? [] : free.splice(at, 1)
    if (found === undefined) gone.push(line)
    else rewritten.push({ line, by: found.line })
  }
  return { rewritten, gone }
}

function isShort(line: string): boolean {
  return line.length <= longestLine
}

/** Words, and each sign for itself. */
function splitWords(line: string): string[] {
  return line.match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []
}

/** The line that it most likely replaced; none where they have less than half in common. */
function findNearest(before: readonly string[][], words: readonly string[]): string[] {
  let nearest: string[] = []
  let most = words.length / 2
  for (const one of before) {
    const common = words.length - leaveOut(words, one).length
    if (common < most) continue
    most = common
    nearest = one
  }
  return nearest
}

function holds(next: readonly string[], words: readonly string[], replaced: readonly string[]): boolean {
  const missing = leaveOut(words, next)
  const takenOut = leaveOut(replaced, words).filter((word) => /[\p{L}\p{N}]/u.test(word))
  return (
    words.length > 0 &&
    missing.length * 2 <= words.length &&
    isInOrder(leaveOut(words, replaced), next) &&
    leaveOut(takenOut, leaveOut(next, words)).length === takenOut.length
  )
}

/** Those of `words` that are left once each of `others` has taken one of its kind. */
function leaveOut(words: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const word of others) counts.set(word, (counts.get(word) ?? 0) + 1)
  return words.filter((word) => {
    const count = counts.get(word) ?? 0
    counts.set(word, count - 1)
    return count <= 0
  })
}

function isInOrder(words: readonly string[], all: readonly string[]): boolean {
  let at = 0
  for (const word of all) if (word === words[at]) at += 1
  return at === words.length
}

const commentSign = /^(?:\/\/|\/\*|#|--|;|%|<!--|\*)/

function becomesComment(line: string, next: string): boolean {
  return commentSign.test(next) && !commentSign.test(line)
}
