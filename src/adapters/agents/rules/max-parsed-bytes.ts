/** A file with more than that isn't read as data. */
export const maxParsedBytes = 5_000_000
