import { parentPort } from 'node:worker_threads'
import type { Query } from '../tables/database.ts'
import { findSqlState } from '../tables/find-sql-state.ts'

export interface WorkerRequest {
  id: number
  /** `close` where it is null. */
  sql: string | null
  parameters: readonly unknown[]
}

export type WorkerAnswer =
  | { id: number; rows: Record<string, unknown>[] }
  | { id: number; fault: string; sqlState: string | undefined }

/** The inside of a `DatabaseThread`: opens the database and runs what it is sent. Does nothing outside of a thread. */
export async function answerStatements(
  open: () => Promise<{ query: Query; close: () => Promise<void> }>,
): Promise<void> {
  const port = parentPort
  if (port === null) return
  const database = await open()
  port.on('message', (request: WorkerRequest) => void answer(request))
  port.postMessage({ id: 0, rows: [] } satisfies WorkerAnswer)

  async function answer({ id, sql, parameters }: WorkerRequest): Promise<void> {
    try {
      if (sql === null) await database.close()
      const rows = sql === null ? [] : await database.query(sql, parameters)
      port?.postMessage({ id, rows } satisfies WorkerAnswer)
      if (sql === null) port?.close()
    } catch (error) {
      const fault = error instanceof Error ? error.message : String(error)
      port?.postMessage({ id, fault, sqlState: findSqlState(error) } satisfies WorkerAnswer)
    }
  }
}
