import type { ExecutionRecord, Receipt } from '../../../domain/records/execution-record.ts'

/** What runs took on one day, or by one executor. */
export interface Share {
  name: string
  runs: number
  durationMs: number
  tokens: number
  costUsd: number
}

/** Ids of runs are UUIDs that begin with their time; '' where one is not. */
export function dayOfRun({ run_id: id }: Pick<Receipt, 'run_id'>): string {
  const [, high, low] = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(id) ?? []
  if (high === undefined || low === undefined) return ''
  return new Date(Number.parseInt(high + low, 16)).toISOString().slice(0, 10)
}

/** Sums by name, in the order in which names come first. */
export function sumReceipts(receipts: readonly Receipt[], nameOf: (receipt: Receipt) => string): Share[] {
  const shares = new Map<string, Share>()
  for (const receipt of receipts) {
    const name = nameOf(receipt)
    const share = shares.get(name) ?? { name, runs: 0, durationMs: 0, tokens: 0, costUsd: 0 }
    share.runs += 1
    share.durationMs += receipt.duration_ms
    share.tokens += receipt.tokens ?? 0
    share.costUsd += receipt.cost_usd ?? 0
    shares.set(name, share)
  }
  return [...shares.values()]
}

/** What the share of those is called. */
export const leftOut = 'before'

/** What receipts that went before add up to, as a share of its own; nothing where none did. */
export function leftOutShare({ receipts_left_out: left }: Pick<ExecutionRecord, 'receipts_left_out'>): Share[] {
  if (left.runs === 0) return []
  return [{ name: leftOut, runs: left.runs, durationMs: left.duration_ms, tokens: left.tokens, costUsd: left.cost_usd }]
}
