import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../../../src/adapters/queue/embedded/open-embedded.ts'
import type { Queues } from '../../../src/application/ports/queues/queues.ts'

/** Where embedded databases come from that a test may do anything to. */
export interface EmbeddedDatabases {
  /** A folder in which nobody has opened one. */
  folder(): string
  open(folder: string, tools?: { runsPerRepository?: number; onFault?: (what: string) => void }): Promise<Queues>
  /** Ends everything that was opened and removes it. */
  close(): Promise<void>
}

export async function createEmbeddedDatabases(): Promise<EmbeddedDatabases> {
  const dir = await mkdtemp(join(tmpdir(), 'countersign-sqlite-'))
  const opened: Queues[] = []
  let count = 0
  return {
    folder() {
      count += 1
      return join(dir, String(count))
    },
    async open(folder, { runsPerRepository = 10, onFault = () => {} } = {}) {
      const queues = await openEmbedded(folder, { runsPerRepository, onFault })
      opened.push(queues)
      return queues
    },
    async close() {
      await Promise.all(opened.map((one) => one.close().catch(() => undefined)))
      await rm(dir, { recursive: true, force: true })
    },
  }
}
