/** A webhook as it came, and the lane it waits in. */
export interface Delivery {
  /** GitHub's id of the delivery; a redelivery keeps it. */
  id: string
  event: string
  /** As it was signed. */
  body: Uint8Array
  /** Of the body: the signature covers nothing else, so a replay is known by it. */
  bodySha256: string
  /** What is handled in order and one at a time: `owner/name#7`, or a wider name where no one issue is meant. */
  lane: string
  /** ISO 8601, milliseconds. */
  receivedAt: string
}

/** A stored delivery that was handed out. */
export interface InboxRow {
  row: number
  delivery: Delivery
  /** How often it was handed out, this time included. */
  attempts: number
}

/** Waiting rows of one lane, oldest first, that nobody else works on until the lease ends or is given back. */
export interface Claim {
  lane: string
  holder: string
  rows: InboxRow[]
}

/** `later`: it waits once more. `dead`: it is kept, shown and can be put back; it holds up nobody. */
export type RowOutcome =
  | { kind: 'done' }
  | { kind: 'later'; delayMs: number; why: string }
  | { kind: 'dead'; why: string }

/** A row as people see it. */
export interface InboxEntry {
  row: number
  delivery: string
  event: string
  lane: string
  state: 'waiting' | 'dead'
  attempts: number
  receivedAt: string
  fault: string | null
}

/** What an inbox holds, in numbers. */
export interface InboxMeasure {
  waiting: number
  dead: number
  /** Age of the oldest that waits; 0 where none does. */
  oldestSeconds: number
}

/** Webhooks, kept before they are acknowledged and until what they lead to is committed (design 3, decision 2). */
export interface Inbox {
  /** What is stored outlives this process. */
  durable: boolean
  /** Durable once it resolves. `known`: this delivery or this body was stored before. Throws `database_unavailable`. */
  store(delivery: Delivery): Promise<'stored' | 'known'>
  /** Takes the lane that has waited longest; undefined where nothing is due. A row handed out ten times is dead instead. */
  claim(): Promise<Claim | undefined>
  /** Keeps a claim from ending while its work goes on. */
  extend(claim: Claim): Promise<void>
  /** Records what became of a claim's rows and frees the lane; rows not named wait on. A claim that ended meanwhile changes nothing. */
  finish(claim: Claim, outcomes: ReadonlyMap<number, RowOutcome>): Promise<void>
  /** Rows that are neither done nor dead. */
  countWaiting(): Promise<number>
  measure(): Promise<InboxMeasure>
  /** Oldest first, at most `limit`. */
  list(limit: number): Promise<InboxEntry[]>
  /** Puts dead rows back, and lets waiting ones go at once, their attempts counted anew; returns which, in order. */
  retry(rows: readonly number[] | 'all'): Promise<number[]>
  close(): Promise<void>
}

/** Handed out so often, a row is taken for what ends the process that handles it. */
export const maxAttempts = 10
/** From here on a row is handed out alone, so that it can't take its neighbours with it. */
export const aloneFromAttempt = 4
/** Rows handed out together. */
export const maxRowsAtOnce = 200
