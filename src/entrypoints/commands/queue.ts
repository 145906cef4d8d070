import type { Inbox } from '../../application/ports/inbox.ts'
import { renderQueueTable } from '../../views/queue-table.ts'
import { openQueues } from '../open-queues.ts'
import { parseDatabaseSettings } from '../settings.ts'
import type { CommandIo } from './verify.ts'

const shownAtMost = 1_000

/** `countersign queue list`: exit code 0. */
export async function runQueueList({ json }: { json?: boolean }, io: CommandIo): Promise<number> {
  const entries = await withInbox(io, (inbox) => inbox.list(shownAtMost))
  io.stdout(json === true ? `${JSON.stringify(entries, null, 2)}\n` : renderQueueTable(entries))
  if (entries.length === shownAtMost) io.stderr(`The oldest ${shownAtMost} are shown.\n`)
  return 0
}

/** `countersign queue retry`: exit code 0 put back, 1 not all of them are there, 2 wrong usage. */
export async function runQueueRetry(args: { rows: number[]; all: boolean }, io: CommandIo): Promise<number> {
  if (args.all === args.rows.length > 0) {
    io.stderr('countersign queue retry takes either numbers from "queue list", or --all\n')
    return 2
  }
  const putBack = await withInbox(io, (inbox) => inbox.retry(args.all ? 'all' : args.rows))
  const missing = args.rows.filter((row) => !putBack.includes(row))
  io.stdout(renderPutBack(putBack.length))
  if (missing.length === 0) return 0
  io.stderr(`Not there: ${missing.join(', ')}. What waits or is dead is shown by "countersign queue list".\n`)
  return 1
}

function renderPutBack(count: number): string {
  if (count === 0) return 'Nothing was put back.\n'
  const them = count === 1 ? 'it' : 'them'
  return `${count} put back, tries counted anew; the App takes ${them} up when it runs.\n`
}

async function withInbox<T>(io: CommandIo, act: (inbox: Inbox) => Promise<T>): Promise<T> {
  const queues = await openQueues(parseDatabaseSettings(io.env), (what) => io.stderr(`${what}\n`))
  try {
    return await act(queues.inbox)
  } finally {
    await queues.close()
  }
}
