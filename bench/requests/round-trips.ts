import type { RequestRecord } from 'github-sandbox'

/** Both ends of a request are rounded to milliseconds. */
const roundingMs = 1

/**
 * Most requests of which each began after the one before it had ended: what somebody waits for one after another, however
 * many others ran beside them. An upper bound, since a request may follow another without having waited for it.
 */
export function countRoundTrips(requests: readonly Pick<RequestRecord, 'time' | 'ms'>[]): number {
  const spans = requests.map(({ time, ms }) => ({ start: Date.parse(time) - ms, end: Date.parse(time) }))
  let count = 0
  let free = Number.NEGATIVE_INFINITY
  // Taking the one that ends first leaves the most room for those after it.
  for (const { start, end } of spans.toSorted((a, b) => a.end - b.end)) {
    if (start < free - roundingMs) continue
    count += 1
    free = end
  }
  return count
}
