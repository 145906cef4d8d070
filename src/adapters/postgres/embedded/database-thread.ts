import { Worker } from 'node:worker_threads'
import type { Row } from '../tables/database.ts'
import type { WorkerAnswer, WorkerRequest } from '../inbox/answer-statements.ts'

/** The first start of a database takes seconds, and longer on a busy machine. */
const openMs = 120_000

interface Asked {
  resolve: (rows: Row[]) => void
  reject: (error: unknown) => void
  timer: NodeJS.Timeout
}

/** A database in a thread of its own, where what a statement costs holds up nobody else. */
export class DatabaseThread {
  readonly #worker: Worker
  readonly #statementMs: number
  readonly #asked = new Map<number, Asked>()
  #lastId = 0
  #ended: Error | undefined

  /** Starts a module of this folder on this place. `statementMs`: what a statement may take; then the thread is taken for hung and is ended. */
  static async start(module: URL, place: string, statementMs: number): Promise<DatabaseThread> {
    const thread = new DatabaseThread(module, place, statementMs)
    // The worker's first message says that the database is open.
    await new Promise<Row[]>((resolve, reject) => thread.#await(0, { resolve, reject }, openMs))
    return thread
  }

  private constructor(module: URL, place: string, statementMs: number) {
    this.#statementMs = statementMs
    this.#worker = new Worker(module, { workerData: place })
    this.#worker.on('error', (error) => this.#end(error instanceof Error ? error : new Error(String(error))))
    this.#worker.on('exit', () => this.#end(new Error('the thread of the database has ended')))
    this.#worker.on('message', (answer: WorkerAnswer) => {
      const one = this.#asked.get(answer.id)
      this.#asked.delete(answer.id)
      clearTimeout(one?.timer)
      if ('rows' in answer) one?.resolve(answer.rows)
      else one?.reject(Object.assign(new Error(answer.fault), { code: answer.sqlState }))
    })
  }

  hasEnded(): boolean {
    return this.#ended !== undefined
  }

  /** Runs a statement. Rejects when the thread ends before it answers; whether it was done is not known then. */
  send(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return this.#send(sql, parameters)
  }

  async close(): Promise<void> {
    if (this.#ended === undefined) await this.#send(null, [])
    await this.#worker.terminate()
  }

  #send(sql: string | null, parameters: readonly unknown[]): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== undefined) {
        reject(this.#ended)
        return
      }
      this.#lastId += 1
      this.#await(this.#lastId, { resolve, reject }, this.#statementMs)
      const request: WorkerRequest = { id: this.#lastId, sql, parameters }
      this.#worker.postMessage(request, [])
    })
  }

  #await(id: number, asked: Omit<Asked, 'timer'>, withinMs: number): void {
    const timer = setTimeout(() => {
      const why = new Error(`the database's thread did not answer within ${withinMs} ms`)
      this.#end(Object.assign(why, { code: 'ETIMEDOUT' }))
      void this.#worker.terminate()
    }, withinMs)
    this.#asked.set(id, { ...asked, timer })
  }

  #end(why: Error): void {
    this.#ended ??= why
    for (const { reject, timer } of this.#asked.values()) {
      clearTimeout(timer)
      reject(this.#ended)
    }
    this.#asked.clear()
  }
}
