import { v7 as uuidV7 } from 'uuid'
import { CountersignFault } from '../../../application/fault.ts'
import type { Queues } from '../../../application/ports/queues/queues.ts'
import { joinQueues } from '../memory-queues.ts'
import type { MemoryView } from '../memory-tables.ts'
import { createEmbeddedHeads } from './embedded-heads.ts'
import { EmbeddedInbox } from './embedded-inbox.ts'
import { type FileThread, Journal } from './journal.ts'
import { JournaledTables } from './journaled-tables.ts'
import { tidyFile } from './tidy-file.ts'

const tidyEveryMs = 3_600_000

export interface EmbeddedOptions {
  /** Runs at work at the same time. */
  runsPerRepository: number
  onFault: (what: string, error: unknown) => void
}

/** Inbox and runs of the only process, written down by a thread that has the file. Closing them closes it. */
export async function createEmbeddedQueues(
  start: () => Promise<FileThread>,
  { runsPerRepository, onFault }: EmbeddedOptions,
): Promise<Queues> {
  const nowMs = Date.now
  const journal = new Journal(await start(), start)
  const tables = new JournaledTables(journal, nowMs)
  try {
    await tables.load()
  } catch (error) {
    await journal.close()
    throw error
  }
  const view = { tables, holder: uuidV7(), leaseMs: Infinity, nowMs, reach: reachBy(journal) }
  const queues = joinQueues(new EmbeddedInbox(view, journal, onFault), view, { runsPerRepository })
  const tidying = startTidying(journal, tables, onFault)
  return {
    ...queues,
    heads: createEmbeddedHeads(journal, nowMs, onFault),
    async close() {
      await tidying.stop()
      await queues.close()
      await journal.close()
    },
  }
}

/** What is asked for is done in memory, and told when it is on the disk; what is looked at is on the disk too. */
function reachBy(journal: Journal): MemoryView['reach'] {
  return async (_what, kind, act) => {
    try {
      await journal.ready()
      if (kind === 'read') await journal.flush()
      const result = act()
      await journal.flush()
      return result
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new CountersignFault('database_unavailable', 'the database failed', why, error)
    }
  }
}

function startTidying(journal: Journal, tables: JournaledTables, onFault: EmbeddedOptions['onFault']) {
  let isClosing = false
  const tidy = async () => {
    try {
      await tidyFile(journal, () => isClosing)
      tables.forgetIdlePartitions()
    } catch (error) {
      if (!isClosing) onFault('what was done is kept for longer', error)
    }
  }
  // Nobody waits for it: there may be much of it.
  let tidied = tidy()
  const timer = setInterval(() => {
    tidied = tidied.then(tidy)
  }, tidyEveryMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      isClosing = true
      await tidied
    },
  }
}
