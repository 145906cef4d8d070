/** The smallest of some numbers that `percent` of them don't exceed. Throws for none. */
export function percentile(numbers: readonly number[], percent: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const found = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]
  if (found === undefined) throw new Error('no numbers have no percentile')
  return found
}
