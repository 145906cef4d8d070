import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, type QueryOptions } from '@electric-sql/pglite'
import { findSqlState } from './find-sql-state.ts'
import { packBytes, unpackBytes } from './pack-bytes.ts'

export interface WorkerRequest {
  id: number
  /** `close` where it is null. */
  sql: string | null
  parameters: readonly unknown[]
}

export type WorkerAnswer =
  | { id: number; rows: Record<string, unknown>[] }
  | { id: number; fault: string; sqlState: string | undefined }

// PGlite's own ways with bytes go digit by digit. They are packed on this side of the border, so nobody else need know.
const bytea = 17
const options = {
  serializers: { [bytea]: packBytes },
  parsers: { [bytea]: (text: string) => unpackBytes(Buffer.from(text.slice(2), 'hex')) },
  // Its types say that parameters are sent as text only; bytes are sent as they are.
} as unknown as QueryOptions

// Runs in a thread of its own: a statement blocks the thread it runs in.
const port = parentPort
if (port !== null) {
  const database = await PGlite.create(String(workerData))
  port.on('message', (request: WorkerRequest) => void answer(request))
  port.postMessage({ id: 0, rows: [] } satisfies WorkerAnswer)

  async function answer({ id, sql, parameters }: WorkerRequest): Promise<void> {
    try {
      if (sql === null) await database.close()
      const rows =
        sql === null ? [] : (await database.query<Record<string, unknown>>(sql, [...parameters], options)).rows
      port?.postMessage({ id, rows } satisfies WorkerAnswer)
      if (sql === null) port?.close()
    } catch (error) {
      const fault = error instanceof Error ? error.message : String(error)
      port?.postMessage({ id, fault, sqlState: findSqlState(error) } satisfies WorkerAnswer)
    }
  }
}
