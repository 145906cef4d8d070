import type { Amount, SpendScope, Spent } from './spend-limits.ts'

/** `countersign models --json`: what may be asked of whom, at what price, and how much of the limits is spent. */
export interface ModelsReport {
  schema_version: 1
  providers: {
    name: string
    kind: string
    address: string
    state: 'answers' | 'refused' | 'failing' | 'away'
    what: string
  }[]
  models: ModelReport[]
  /** What a call for another model is answered with; null: refused. */
  other_models: string | null
  limits: LimitReport[]
}

export interface ModelReport {
  name: string
  provider: string
  /** As the provider calls it. */
  upstream: string
  /** Dollars for a million tokens of input and output; null: not priced. */
  price: { input: number; output: number } | null
}

export interface LimitReport {
  scope: SpendScope
  amount: Amount
  limit: number
  /** Of whichever has spent most; null where nothing was spent. */
  most: { of: string; spent: number } | null
}

/** Of what is counted under a limit, that which has spent most. */
export function findMost(counted: readonly { scope: string; spent: Spent }[], amount: Amount): LimitReport['most'] {
  const most = counted.reduce<LimitReport['most']>(
    (so, { scope, spent }) => (so !== null && so.spent >= spent[amount] ? so : { of: scope, spent: spent[amount] }),
    null,
  )
  return most === null || most.spent === 0 ? null : most
}
