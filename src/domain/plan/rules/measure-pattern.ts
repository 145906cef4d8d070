/** Longest pattern of a criterion, in characters. */
export const maxPatternLength = 1_000
/** Largest it may become when its counted repetitions are written out, and all patterns of a plan together. */
export const maxPatternSize = 10_000
export const maxPatternSizes = 100_000

// oxlint-disable-next-line regexp/no-super-linear-move -- at most `maxPatternLength` characters are read
const parts = /\\[pP](?:\{[^}]{0,40}\}|[A-Z])|\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]|\{(\d{1,6})(?:,(\d{0,6}))?\}|[^]/gu

/**
 * An upper bound of the instructions that RE2 compiles a pattern to: `(?:ab{3}){10}` is written out, and a few of
 * thousand each take seconds. Linear in the pattern; read no pattern longer than `maxPatternLength`.
 */
export function measurePattern(pattern: string): number {
  const around: number[] = []
  let group = 0
  let last = 0
  for (const [part, from, to] of pattern.matchAll(parts)) {
    if (part === '(') {
      around.push(group)
      group = 0
      last = 1
    } else if (part === ')' && around.length > 0) {
      last = group + 2
      group = (around.pop() ?? 0) + last
    } else if (from !== undefined) {
      const repeated = last * Math.max(1, Number(from), Number(to ?? 0))
      group += repeated - last
      last = repeated
    } else {
      last = 1
      group += 1
    }
  }
  return around.reduce((sum, size) => sum + size, group)
}
