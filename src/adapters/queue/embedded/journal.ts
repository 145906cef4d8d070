import type { DatabaseThread } from '../../storage/database-thread.ts'
import type { FileAnswer, FileQuestion, FileRow, Statement } from './file-question.ts'
import { migrations } from './migrations.ts'

export type FileThread = Pick<DatabaseThread<FileQuestion, FileAnswer>, 'ask' | 'close' | 'hasEnded'>

interface Batch {
  statements: Statement[]
  undo: (() => void)[]
  done: PromiseWithResolvers<FileAnswer>
}

/** Changes nothing, and is written all the same. */
const probe: Statement = { sql: `pragma user_version = ${migrations.length}`, parameters: [] }

/**
 * Writes changes into the file, all that come while one commit is under way with the next one. What could not be written is
 * undone: nothing has happened that isn't in the file.
 */
export class Journal {
  #thread: FileThread
  readonly #start: () => Promise<FileThread>
  #reread: () => Promise<void> = async () => {}
  #open: Batch | undefined
  #sent: Batch | undefined
  #isScheduled = false
  #hasFailed = false
  #mending: Promise<void> | undefined

  /** `start`: opens the file again, where the thread ended. */
  constructor(thread: FileThread, start: () => Promise<FileThread>) {
    this.#thread = thread
    this.#start = start
  }

  /** `reread` is called where it isn't known whether the last changes are in the file. */
  onDoubt(reread: () => Promise<void>): void {
    this.#reread = reread
  }

  /** Changes were made, and how they are undone; they are written with the next commit. */
  note(statements: readonly Statement[], undo: () => void): void {
    const batch = this.#batch()
    batch.statements.push(...statements)
    batch.undo.push(undo)
  }

  /** Writes statements with the next commit; their rows once they are on the disk. */
  async write(statements: readonly Statement[]): Promise<FileAnswer> {
    const batch = this.#batch()
    const from = batch.statements.push(...statements) - statements.length
    return (await batch.done.promise).slice(from, from + statements.length)
  }

  /** Resolves when all that was noted so far is on the disk. */
  async flush(): Promise<void> {
    await (this.#open ?? this.#sent)?.done.promise
  }

  async read(statement: Statement): Promise<FileRow[]> {
    const [rows = []] = await this.#thread.ask({ statements: [statement], isOne: false })
    return rows
  }

  /** Resolves when the file takes changes; at once unless one has failed. Rejects where it still takes none. */
  async ready(): Promise<void> {
    if (!this.#hasFailed && !this.#thread.hasEnded()) return
    this.#mending ??= this.#mend().finally(() => {
      this.#mending = undefined
    })
    await this.#mending
  }

  async close(): Promise<void> {
    await this.flush().catch(() => undefined)
    await this.#thread.close()
  }

  async #mend(): Promise<void> {
    if (this.#thread.hasEnded()) {
      // Two threads on one file would wait for each other for ever: the old one must be gone.
      await this.#thread.close()
      this.#thread = await this.#start()
      await this.#reread()
    } else {
      await this.#thread.ask({ statements: [probe], isOne: true })
    }
    this.#hasFailed = false
  }

  #batch(): Batch {
    if (this.#open === undefined) {
      this.#open = { statements: [], undo: [], done: Promise.withResolvers() }
      // Whoever made the changes may not wait for them.
      this.#open.done.promise.catch(() => undefined)
      this.#schedule()
    }
    return this.#open
  }

  /** With what else this turn of the event loop brings. */
  #schedule(): void {
    if (this.#isScheduled || this.#sent !== undefined || this.#open === undefined) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      void this.#send()
    })
  }

  async #send(): Promise<void> {
    const batch = this.#open
    if (batch === undefined) return
    this.#open = undefined
    this.#sent = batch
    const { statements } = batch
    try {
      const answer = statements.length === 0 ? [] : await this.#thread.ask({ statements, isOne: true })
      this.#sent = undefined
      batch.done.resolve(answer)
    } catch (error) {
      this.#fail(error)
    }
    this.#schedule()
  }

  /** What was changed since was changed on top of what is undone. */
  #fail(error: unknown): void {
    this.#hasFailed = true
    const failed = [this.#sent, this.#open].filter((batch) => batch !== undefined)
    this.#sent = undefined
    this.#open = undefined
    for (const { undo } of failed.toReversed()) for (const one of undo.toReversed()) one()
    for (const { done } of failed) done.reject(error)
  }
}
