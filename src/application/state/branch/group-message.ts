/** What one issue's commit says of itself. */
export interface CommitWords {
  /** `ISS-007`. */
  id: string
  headline: string
  lines: readonly string[]
}

const maxNamed = 4
const maxHeadline = 72

/**
 * Message of a commit that holds the transitions of several issues: `ISS-007, ISS-009: plan drafted, T1 run yielded`;
 * each line says whose it is. Of one issue it is that issue's own.
 */
export function renderGroupMessage(words: readonly CommitWords[]): { headline: string; lines: string[] } {
  const [only, ...others] = words
  if (only !== undefined && others.length === 0) {
    return { headline: `${only.id}: ${only.headline}`, lines: [...only.lines] }
  }
  const ids = words.map(({ id }) => id)
  const named = ids.length > maxNamed ? [...ids.slice(0, maxNamed - 1), `${ids.length - maxNamed + 1} more`] : ids
  const what = [...new Set(words.map(({ headline }) => headline))]
  const whole = `${named.join(', ')}: ${what.join(', ')}`
  const headline = whole.length <= maxHeadline ? whole : `${named.join(', ')}: ${what.length} kinds of changes`
  return { headline, lines: words.flatMap(({ id, lines }) => lines.map((line) => `${id}: ${line}`)) }
}
