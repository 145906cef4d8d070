import type { RepositoryRef } from '../../repository-ref.ts'

/** A webhook as it came, or news of our own work, and the partition it waits in. */
export interface Delivery {
  /** GitHub's id of the delivery; a redelivery keeps it. */
  id: string
  event: string
  /** What was read of it, as JSON. */
  body: Uint8Array
  /** The same for webhooks with equal bodies: their signature, which covers nothing else, so a replay is known by it. */
  bodyKey: string
  /** What is handled in order and one at a time: `owner/name#7`, or a wider name where no one issue is meant. */
  partition: string
  /** ISO 8601, milliseconds. */
  receivedAt: string
  /** Of the App, where the partition's repository is. */
  installationId: number
  /** The run that this came of; null for all else. */
  run: string | null
}

/** A stored delivery that was handed out. */
export interface InboxRow {
  row: number
  delivery: Delivery
  /** How often it was handed out, this time included, but for the times that it was deferred. */
  attempts: number
  /** How often it was deferred. */
  deferrals: number
}

/** Waiting rows of one partition, oldest first, and the partition: no other process works in it until it is given back. */
export interface Claim {
  partition: string
  repository: RepositoryRef
  /** May be empty where the partition was abandoned. */
  rows: InboxRow[]
  /** Another process worked here since this one did: what it remembers of the partition is old. */
  wasElsewhere: boolean
  /** The repository was changed by others since this process claimed a partition of it. */
  wasChanged: boolean
  /** Whoever worked here before went away without giving it back: what it owed may be half done. */
  wasAbandoned: boolean
}

/**
 * `later`: it waits once more. `deferred`: so too, and it doesn't count as a try: what it met has nothing to do with it.
 * `dead`: it is kept, shown and can be requeued; it holds up nobody.
 */
export type RowOutcome =
  | { kind: 'done' }
  | { kind: 'later'; delayMs: number; why: string }
  | { kind: 'deferred'; delayMs: number; why: string }
  | { kind: 'dead'; why: string }

/** A row as people see it. */
export interface InboxEntry {
  row: number
  delivery: string
  event: string
  partition: string
  state: 'waiting' | 'dead'
  /** How often it was handed out. */
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

/**
 * Webhooks and news of our own work, kept until what they lead to is committed (design 3.2). It is the only way
 * into a partition, and whoever claims a partition has it alone: what an issue leads to happens in one process at a time.
 */
export interface Inbox {
  /** What is stored outlives this process. */
  durable: boolean
  /** Durable once it resolves. `known`: this delivery or this body was stored before. Throws `database_unavailable`. */
  store(delivery: Delivery): Promise<'stored' | 'known'>
  /** Those of these ids of deliveries that were stored, as long as it is remembered: a week. */
  findStored(deliveryIds: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Takes a partition of the repository whose turn it is, there the one that has waited longest; none of an installation in
   * `full`. Undefined where nothing else is due. A row handed out ten times is dead instead.
   */
  claim(full?: readonly number[]): Promise<Claim | undefined>
  /** Records what became of a claim's rows; rows not named wait on. Where the partition was lost meanwhile, it changes nothing; after a failure it may be called again, until when the rows are not handed out here. */
  finish(claim: Claim, outcomes: ReadonlyMap<number, RowOutcome>): Promise<void>
  /** The partition stays this process's beyond the end of its claim, until what is returned was called. */
  keep(partition: string): () => void
  /** Tells whenever it is asked whether the partition was this process's all the time since: false once another may have taken it. */
  watch(partition: string): () => boolean
  /** True when this process is the only one that has the name, from then on until it ends. */
  lease(name: string): Promise<boolean>
  /** Whoever claims a partition of it next is told that it was changed. */
  noteChange(repository: RepositoryRef): Promise<void>
  /** `heard` is called whenever something may be due. */
  listen(heard: () => void): void
  /** Rows that are neither done nor dead. */
  countWaiting(): Promise<number>
  measure(): Promise<InboxMeasure>
  /** Oldest first, at most `limit`; of one repository by its key, or of all. */
  list(limit: number, repository?: string): Promise<InboxEntry[]>
  /**
   * Requeues dead rows that are no older than `retriedForDays`, and lets waiting ones go at once, their attempts counted
   * anew; returns which, in order.
   */
  retry(rows: readonly number[] | 'all'): Promise<number[]>
  /** Gives dead rows up for good: they are not listed any more, and still known. Returns which, in order. */
  drop(rows: readonly number[] | 'all'): Promise<number[]>
}

/** Records keep what was applied for seven days: of what is dead for longer nobody knows whether the reconciler brought it. */
export const retriedForDays = 6

/** Handed out so often, a row is taken for what ends the process that handles it. */
export const maxAttempts = 10
/** From here on, deferred or not, a row is handed out alone, so that it can't take its neighbours with it. */
export const aloneFromAttempt = 4
/** Rows handed out together. */
export const maxRowsAtOnce = 200
