import { addCall, addUses, type CountedCall, type ModelUse, noModelUse } from './model-use.ts'

/** What costs may be told by. */
export const costKeys = ['day', 'issue', 'task', 'model'] as const
export type CostKey = (typeof costKeys)[number]

/** One call as it is kept, without its texts. */
export interface RecordedCall extends CountedCall {
  at: string
  repository: string
  issue: number
  task: string
  /** By name; null where none was asked. */
  provider: string | null
}

export interface CostRow {
  key: string
  use: ModelUse
}

/** `countersign costs --json`. */
export interface CostReport {
  schema_version: 1
  by: CostKey
  /** Times of the first and the last call; null where there is none. */
  from: string | null
  to: string | null
  /** Days and issues in their order; tasks and models too. */
  rows: CostRow[]
  total: ModelUse
}

/** Calls by day (UTC), issue, task or model, by the same count as receipts. */
export function addUpCosts(calls: Iterable<RecordedCall>, by: CostKey): CostReport {
  const uses = new Map<string, ModelUse>()
  let [from, to]: [string | null, string | null] = [null, null]
  for (const call of calls) {
    if (from === null || call.at < from) from = call.at
    if (to === null || call.at > to) to = call.at
    const key = keyOf(call, by)
    uses.set(key, addCall(uses.get(key) ?? noModelUse, call))
  }
  const rows = [...uses].map(([key, use]) => ({ key, use })).toSorted((a, b) => compareKeys(a.key, b.key))
  return { schema_version: 1, by, from, to, rows, total: rows.reduce((sum, { use }) => addUses(sum, use), noModelUse) }
}

function keyOf({ at, repository, issue, task, provider, model }: RecordedCall, by: CostKey): string {
  switch (by) {
    case 'day':
      return at.slice(0, 10)
    case 'issue':
      return `${repository}#${issue}`
    case 'task':
      return `${repository}#${issue} ${task}`
    case 'model':
      return model === null ? 'none (refused)' : `${provider}:${model}`
  }
}

const collator = new Intl.Collator('en', { numeric: true })

function compareKeys(a: string, b: string): number {
  return collator.compare(a, b)
}
