export interface Delivery {
  id: number
  /** The same for each attempt at one webhook. */
  guid: string
  /** ISO 8601. */
  at: string
}

/** The App's webhook deliveries as GitHub keeps them, for three days (design 4 "Webhooks"). */
export interface Deliveries {
  /** Newest first, those after `since` (ISO 8601); very many are cut. */
  list(outcome: 'success' | 'failure', since: string): Promise<Delivery[]>
  redeliver(id: number): Promise<void>
}
