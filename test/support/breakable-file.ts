import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmbeddedQueues, type EmbeddedOptions } from '../../src/adapters/queue/embedded/create-embedded-queues.ts'
import type { FileAnswer, FileQuestion } from '../../src/adapters/queue/embedded/file-question.ts'
import type { FileThread } from '../../src/adapters/queue/embedded/journal.ts'
import { openFile } from '../../src/adapters/queue/embedded/open-file.ts'
import type { Queues } from '../../src/application/ports/queues/queues.ts'

type Fault = 'full' | 'ended before' | 'ended after'

/** The file of an embedded database, and what has it open: it does as a disk or a thread does that fails. */
export class BreakableFile {
  /** What the next commits meet. */
  fault: Fault | undefined
  /** Commits wait for it. */
  held: Promise<void> | undefined
  commits = 0
  readonly #dir: string

  static async make(): Promise<BreakableFile> {
    return new BreakableFile(await mkdtemp(join(tmpdir(), 'countersign-file-')))
  }

  private constructor(dir: string) {
    this.#dir = dir
  }

  openQueues(onFault: EmbeddedOptions['onFault'] = () => {}): Promise<Queues> {
    return createEmbeddedQueues(() => this.#start(), { runsPerRepository: 10, onFault })
  }

  remove(): Promise<void> {
    return rm(this.#dir, { recursive: true, force: true })
  }

  async #start(): Promise<FileThread> {
    const file = openFile(join(this.#dir, 'database.sqlite'))
    let ended = false
    const end = async () => {
      if (!ended) await file.close()
      ended = true
    }
    return {
      hasEnded: () => ended,
      close: end,
      ask: async (question: FileQuestion): Promise<FileAnswer> => {
        if (question.isOne) await this.held
        if (ended) throw new Error('the thread of the database has ended')
        const fault = question.isOne ? this.fault : undefined
        if (fault === 'full') throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
        const answer = fault === 'ended before' ? [] : await file.answer(question)
        if (question.isOne) this.commits += 1
        if (fault === undefined) return answer
        this.fault = undefined
        await end()
        throw new Error('the thread of the database has ended')
      },
    }
  }
}
