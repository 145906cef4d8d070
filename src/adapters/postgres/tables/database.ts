export type Row = Record<string, unknown>

/** Runs one statement; `$1` and so on stand for the parameters. */
export type Query = (sql: string, parameters?: readonly unknown[]) => Promise<Row[]>

/** What the statements need of a Postgres, embedded or not. */
export interface Database {
  query: Query
  /** For a statement that brings much: a thread of its own prepares and sends it. Absent where all statements are run so. */
  bulk?: Query
  /** All of `act`'s statements or none. */
  transaction<T>(act: (query: Query) => Promise<T>): Promise<T>
  /**
   * Has `heard` called with each notification of a channel, and without one whenever some may have been missed, until
   * what is returned is called. Absent where no other process can notify.
   */
  listen?: (channel: string, heard: (payload?: string) => void) => Promise<() => Promise<void>>
  close(): Promise<void>
}
