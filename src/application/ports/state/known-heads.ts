/** A head of a workflow branch, and since when it is known (ISO 8601). */
export interface KnownHead {
  sha: string
  since: string
}

/**
 * The newest known head of each repository's workflow branch, over restarts and among workers. A memory only: what is
 * missing from it costs a check more, or makes one weaker, and stops nobody.
 */
export interface KnownHeads {
  /** By `owner/name`; undefined where nothing is remembered, or can't be read. */
  recall(repository: string): Promise<KnownHead | undefined>
  /** Nobody waits for it. null: what was remembered no longer counts. */
  note(repository: string, sha: string | null): void
}
