/** Puts bytes where they take no memory, for as long as an export takes; they can be read again and again. */
export type Spool = (chunks: AsyncIterable<Uint8Array>) => Promise<Blob>

/** What was spooled goes when it is disposed. */
export type OpenSpool = () => Promise<{ spool: Spool } & AsyncDisposable>
