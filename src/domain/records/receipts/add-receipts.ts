import type { Receipt } from '../execution-record.ts'

/** One receipt of a review that was tried more than once: what its last try was, and what all of them asked and took. */
export function addReceipts(before: Receipt | null, last: Receipt): Receipt {
  if (before === null) return last
  return {
    ...last,
    duration_ms: before.duration_ms + last.duration_ms,
    tokens: addKnown(before.tokens, last.tokens),
    cost_usd: addKnown(before.cost_usd, last.cost_usd),
    questions: [...(before.questions ?? []), ...(last.questions ?? [])],
  }
}

function addKnown(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : one + other
}
