const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** At most `limit` UTF-16 units with the ellipsis, cut between characters as people count them. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  let end = 0
  // A window: segmenting megabytes for a title would take seconds.
  for (const { segment, index } of graphemes.segment(text.slice(0, limit + 64))) {
    if (index + segment.length > limit - 1) break
    end = index + segment.length
  }
  return `${text.slice(0, end).trimEnd()}…`
}
