const most = 6

/** `line 3`, `lines 3, 4 and 9`, `lines 3, 4, 9, 12, 13, 20 and 5 more`. */
export function listLines(lines: readonly number[]): string {
  const [first, second] = lines
  if (second === undefined) return `line ${first ?? ''}`
  if (lines.length > most) return `lines ${lines.slice(0, most).join(', ')} and ${lines.length - most} more`
  return `lines ${lines.slice(0, -1).join(', ')} and ${lines.at(-1) ?? ''}`
}
