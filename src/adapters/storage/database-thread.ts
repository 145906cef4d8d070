import { Worker } from 'node:worker_threads'
import type { ThreadReply, ThreadRequest } from './answer-questions.ts'

/** On a machine that is busy with other things even the start of a thread takes long. */
const openMs = 120_000

interface Asked<Answer> {
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
  timer: NodeJS.Timeout | undefined
}

/** A database in a thread of its own, where what a statement costs holds up nobody else. */
export class DatabaseThread<Question, Answer> {
  readonly #worker: Worker
  readonly #answerMs: number | null
  readonly #asked = new Map<number, Asked<Answer>>()
  #lastId = 0
  #ended: Error | undefined

  /**
   * Starts a module on this place. `answerMs`: what an answer may take; then the thread is taken for hung and is ended. null: it
   * is waited for, however long.
   */
  static async start<Question, Answer>(
    module: URL,
    place: string,
    answerMs: number | null,
  ): Promise<DatabaseThread<Question, Answer>> {
    const thread = new DatabaseThread<Question, Answer>(module, place, answerMs)
    try {
      // The worker's first message says that the database is open, or why it isn't.
      await new Promise<Answer>((resolve, reject) => thread.#await(0, { resolve, reject }, openMs))
    } catch (error) {
      await thread.#worker.terminate()
      throw error
    }
    return thread
  }

  private constructor(module: URL, place: string, answerMs: number | null) {
    this.#answerMs = answerMs
    this.#worker = new Worker(module, { workerData: place })
    this.#worker.on('error', (error) => this.#end(error instanceof Error ? error : new Error(String(error))))
    this.#worker.on('exit', () => this.#end(new Error('the thread of the database has ended')))
    this.#worker.on('message', (said: ThreadReply<Answer>) => {
      const one = this.#asked.get(said.id)
      this.#asked.delete(said.id)
      clearTimeout(one?.timer)
      // Only what was asked is answered: where no answer is due, nobody reads it.
      if ('answer' in said) one?.resolve(said.answer as Answer)
      else one?.reject(Object.assign(new Error(said.fault), { code: said.code }))
    })
  }

  hasEnded(): boolean {
    return this.#ended !== undefined
  }

  /** Rejects when the thread ends before it answers; whether it was done is not known then. */
  ask(question: Question): Promise<Answer> {
    return this.#ask(question)
  }

  async close(): Promise<void> {
    if (this.#ended === undefined) await this.#ask(null)
    await this.#worker.terminate()
  }

  #ask(question: Question | null): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== undefined) {
        reject(this.#ended)
        return
      }
      this.#lastId += 1
      this.#await(this.#lastId, { resolve, reject }, this.#answerMs)
      const request: ThreadRequest<Question> = { id: this.#lastId, question }
      this.#worker.postMessage(request, [])
    })
  }

  #await(id: number, asked: Omit<Asked<Answer>, 'timer'>, withinMs: number | null): void {
    const giveUp = (ms: number) => {
      const why = new Error(`the database's thread did not answer within ${ms} ms`)
      this.#end(Object.assign(why, { code: 'ETIMEDOUT' }))
      void this.#worker.terminate()
    }
    this.#asked.set(id, { ...asked, timer: withinMs === null ? undefined : setTimeout(giveUp, withinMs, withinMs) })
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
