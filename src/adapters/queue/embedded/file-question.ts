export type SqlValue = string | number | bigint | null | Uint8Array

/** A statement with what its question marks stand for. Bytes are kept packed, and nobody else need know. */
export interface Statement {
  sql: string
  parameters: readonly SqlValue[]
}

/** What the thread of the file is asked; `isOne`: all of it or nothing, on the disk before the answer. */
export interface FileQuestion {
  statements: readonly Statement[]
  isOne: boolean
}

export type FileRow = Record<string, SqlValue>

/** The rows of each statement. */
export type FileAnswer = FileRow[][]
