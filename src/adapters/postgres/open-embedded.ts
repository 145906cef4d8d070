import { mkdir } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { Database, Query, Row } from './database.ts'
import { lockFolder } from './lock-folder.ts'
import type { WorkerAnswer, WorkerRequest } from './pglite-worker.ts'

interface Asked {
  resolve: (rows: Row[]) => void
  reject: (error: unknown) => void
}

/** Postgres in this process (PGlite) on a local folder, made if missing and locked against other processes. */
export async function openEmbedded(folder: string): Promise<Database> {
  await mkdir(folder, { recursive: true })
  const lock = await lockFolder(folder)
  try {
    return await startWorker(folder, () => lock.release())
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function startWorker(folder: string, release: () => Promise<void>): Promise<Database> {
  const worker = new Worker(new URL('pglite-worker.ts', import.meta.url), { workerData: folder })
  const asked = new Map<number, Asked>()
  let lastId = 0
  let ended: Error | undefined

  const end = (why: Error) => {
    ended ??= why
    for (const one of asked.values()) one.reject(ended)
    asked.clear()
  }
  worker.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', () => end(new Error('the embedded database is closed')))
  worker.on('message', (answer: WorkerAnswer) => {
    const one = asked.get(answer.id)
    asked.delete(answer.id)
    if ('rows' in answer) one?.resolve(answer.rows)
    else one?.reject(new Error(answer.fault))
  })
  // The worker's first message says that the database is open.
  await new Promise<Row[]>((resolve, reject) => asked.set(0, { resolve, reject }))

  const send = (sql: string | null, parameters: readonly unknown[] = []): Promise<Row[]> =>
    new Promise((resolve, reject) => {
      if (ended !== undefined) {
        reject(ended)
        return
      }
      lastId += 1
      asked.set(lastId, { resolve, reject })
      const request: WorkerRequest = { id: lastId, sql, parameters }
      worker.postMessage(request, [])
    })
  return serialise(send, async () => {
    await send(null)
    await worker.terminate()
    await release()
  })
}

/** There is one connection: a transaction has it to itself, and everything else waits for its end. */
function serialise(send: Query, close: () => Promise<void>): Database {
  let last: Promise<unknown> = Promise.resolve()
  let closing: Promise<void> | undefined
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const turn = last.then(act, act)
    last = turn.catch(() => undefined)
    return turn
  }
  return {
    query: (sql, parameters) => inTurn(() => send(sql, parameters)),
    transaction: (act) =>
      inTurn(async () => {
        await send('begin')
        try {
          const result = await act(send)
          await send('commit')
          return result
        } catch (error) {
          await send('rollback').catch(() => undefined)
          throw error
        }
      }),
    close: () => (closing ??= inTurn(close)),
  }
}
