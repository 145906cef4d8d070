import { readFile, rename, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import type { LimitCounts, LimitMemory } from '../../adapters/github/client/limits/limit-memory.ts'

/** A kill forgets what was counted since: the tenth of each limit that isn't used is more. */
const everyMs = 1_000

const CountsSchema = z.object({
  windows: z.record(z.string(), z.array(z.object({ at: z.number(), weight: z.number() }))),
  pausedUntil: z.number(),
})
const FileSchema = z.object({ schema_version: z.literal(1), clients: z.record(z.string(), CountsSchema) })

interface LimitFile extends LimitMemory {
  /** Keeps what was counted last. */
  close(): Promise<void>
}

/** Counts of a process in a file of its own, as its part of the limits is its own. A file that can't be read counts as none. */
export async function openLimitFile(file: string, onFault: (what: string, error: unknown) => void): Promise<LimitFile> {
  const kept = await readKept(file, onFault)
  const clients = new Map<string, () => LimitCounts>(Object.entries(kept).map(([name, counts]) => [name, () => counts]))
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    const counts = Object.fromEntries([...clients].map(([name, read]) => [name, read()]))
    try {
      await writeFile(`${file}.new`, JSON.stringify({ schema_version: 1, clients: counts }), { mode: 0o600 })
      await rename(`${file}.new`, file)
    } catch (error) {
      onFault('what was counted for the limits of GitHub was not kept', error)
    }
  }

  function writeNow(): void {
    timer = undefined
    writing = writing.then(write)
  }

  return {
    recall: (client) => kept[client],
    note(client, read) {
      clients.set(client, read)
      timer ??= setTimeout(writeNow, everyMs).unref()
    },
    async close() {
      if (timer !== undefined) {
        clearTimeout(timer)
        writeNow()
      }
      await writing
    },
  }
}

async function readKept(
  file: string,
  onFault: (what: string, error: unknown) => void,
): Promise<Record<string, LimitCounts>> {
  try {
    return FileSchema.parse(JSON.parse(await readFile(file, 'utf8'))).clients
  } catch (error) {
    const isNew = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isNew) onFault('what was counted for the limits of GitHub can’t be read: it is counted anew', error)
    return {}
  }
}
