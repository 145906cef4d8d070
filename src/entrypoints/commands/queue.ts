import type { Inbox } from '../../application/ports/inbox.ts'
import { renderQueueTable } from '../../views/queue-table.ts'
import { openInbox } from '../open-inbox.ts'
import { parseDatabaseSettings } from '../settings.ts'
import type { CommandIo } from './verify.ts'

const shownAtMost = 1_000
const leaseMs = 30_000

/** `countersign queue list`: exit code 0. */
export async function runQueueList({ json }: { json?: boolean }, io: CommandIo): Promise<number> {
  const entries = await withInbox(io, (inbox) => inbox.list(shownAtMost))
  io.stdout(json === true ? `${JSON.stringify(entries, null, 2)}\n` : renderQueueTable(entries))
  if (entries.length === shownAtMost) io.stderr(`The oldest ${shownAtMost} are shown.\n`)
  return 0
}

/** `countersign queue retry`: exit code 0 put back, 1 none of them is there, 2 wrong usage. */
export async function runQueueRetry(args: { rows: number[]; all: boolean }, io: CommandIo): Promise<number> {
  if (args.all === args.rows.length > 0) {
    io.stderr('countersign queue retry takes either numbers from "queue list", or --all\n')
    return 2
  }
  const count = await withInbox(io, (inbox) => inbox.retry(args.all ? 'all' : args.rows))
  io.stdout(`${count} put back; the App takes ${count === 1 ? 'it' : 'them'} up when it runs.\n`)
  return count > 0 || args.all ? 0 : 1
}

async function withInbox<T>(io: CommandIo, act: (inbox: Inbox) => Promise<T>): Promise<T> {
  const inbox = await openInbox(parseDatabaseSettings(io.env), leaseMs, (what) => io.stderr(`${what}\n`))
  try {
    return await act(inbox)
  } finally {
    await inbox.close()
  }
}
