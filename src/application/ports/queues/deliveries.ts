export interface SentDelivery {
  id: number
  /** The same for each attempt at one webhook. */
  guid: string
  /** ISO 8601. */
  at: string
}

/** The App's webhook deliveries as GitHub keeps them, for three days (design 4.1). */
export interface Deliveries {
  /** Page by page, newest first, those after `since` (ISO 8601). */
  list(outcome: 'success' | 'failure', since: string): AsyncIterable<SentDelivery[]>
  redeliver(id: number): Promise<void>
}
