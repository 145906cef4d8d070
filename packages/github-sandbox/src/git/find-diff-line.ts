/** A place in a file's patch that a review comment can stand on. */
export interface DiffLine {
  line: number
  side: 'LEFT' | 'RIGHT'
  /** Counted from the line below the first hunk header, as GitHub counts. */
  position: number
  /** From the hunk's header to this line. */
  hunk: string
}

/** Every line of a patch with its number; lines that stand unchanged count for both sides. */
function parseDiffLines(patch: string): DiffLine[] {
  const lines: DiffLine[] = []
  let hunk: string[] = []
  let left = 0
  let right = 0
  for (const [position, text] of patch.split('\n').entries()) {
    const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(text)
    if (header) {
      left = Number(header[1])
      right = Number(header[2])
      hunk = [text]
      continue
    }
    hunk.push(text)
    if (text.startsWith('\\')) continue
    const place = { position, hunk: hunk.join('\n') }
    // Unchanged lines are meant by their new number first.
    if (!text.startsWith('-')) lines.push({ ...place, line: right, side: 'RIGHT' })
    if (!text.startsWith('+')) lines.push({ ...place, line: left, side: 'LEFT' })
    if (!text.startsWith('-')) right += 1
    if (!text.startsWith('+')) left += 1
  }

  return lines
}

/** The line of a patch by number and side, or by `position`. */
export function findDiffLine(
  patch: string,
  place: { line: number; side: 'LEFT' | 'RIGHT' } | { position: number },
): DiffLine | undefined {
  return parseDiffLines(patch).find((one) =>
    'position' in place ? one.position === place.position : one.line === place.line && one.side === place.side,
  )
}
