import { type Inbox, retriedForDays } from '../../application/ports/inbox.ts'
import type { Terminal } from '../../views/plan-text.ts'
import { renderQueueTable } from '../../views/queue-table.ts'
import { openQueues } from '../open-queues.ts'
import { parseDatabaseSettings } from '../settings.ts'
import type { CommandIo } from './verify.ts'

const shownAtMost = 1_000
const dayMs = 24 * 3_600_000

/** `countersign queue list`: exit code 0. */
export async function runQueueList(
  { json }: { json?: boolean },
  io: CommandIo & { terminal: Terminal },
): Promise<number> {
  const entries = await withInbox(io, (inbox) => inbox.list(shownAtMost))
  const retriedFromMs = Date.now() - retriedForDays * dayMs
  const told =
    json === true
      ? `${JSON.stringify(entries, null, 2)}\n`
      : renderQueueTable(entries, { ...io.terminal, retriedFromMs })
  io.stdout(told)
  if (entries.length === shownAtMost) io.stderr(`The oldest ${shownAtMost} are shown.\n`)
  return 0
}

interface Chosen {
  rows: number[]
  all: boolean
}

/** `countersign queue retry`: exit code 0 put back, 1 not all of them can be, 2 wrong usage. */
export async function runQueueRetry(chosen: Chosen, io: CommandIo): Promise<number> {
  if (refuseChoice('retry', chosen, io)) return 2
  const [putBack, left] = await withInbox(io, async (inbox) => {
    const done = await inbox.retry(chosen.all ? 'all' : chosen.rows)
    return [done, await inbox.list(shownAtMost)] as const
  })
  io.stdout(renderPutBack(putBack.length))
  const wanted = chosen.all ? left.map(({ row }) => row) : chosen.rows
  const old = left.filter(({ row, state }) => state === 'dead' && wanted.includes(row)).map(({ row }) => row)
  if (old.length > 0) {
    const why = `older than ${retriedForDays} days, so that nobody knows whether the sweep has brought what it asks for`
    io.stderr(`Not put back: ${old.join(', ')}: ${why}. Say it again in the thread, and "countersign queue drop".\n`)
  }
  const missing = tellMissing(
    chosen.rows.filter((row) => !old.includes(row)),
    putBack,
    io,
  )
  return missing || old.length > 0 ? 1 : 0
}

/** `countersign queue drop`: exit code 0 gone, 1 not all of them are dead, 2 wrong usage. */
export async function runQueueDrop(chosen: Chosen, io: CommandIo): Promise<number> {
  if (refuseChoice('drop', chosen, io)) return 2
  const dropped = await withInbox(io, (inbox) => inbox.drop(chosen.all ? 'all' : chosen.rows))
  io.stdout(dropped.length === 0 ? 'Nothing was dropped.\n' : `${dropped.length} dropped.\n`)
  return tellMissing(chosen.rows, dropped, io) ? 1 : 0
}

function refuseChoice(command: string, { rows, all }: Chosen, io: CommandIo): boolean {
  const isClear = all !== rows.length > 0
  if (!isClear) io.stderr(`countersign queue ${command} takes either numbers from "queue list", or --all\n`)
  return !isClear
}

/** True where some of them were not there. */
function tellMissing(rows: readonly number[], found: readonly number[], io: CommandIo): boolean {
  const missing = rows.filter((row) => !found.includes(row))
  if (missing.length === 0) return false
  io.stderr(`Not there: ${missing.join(', ')}. What waits or is dead is shown by "countersign queue list".\n`)
  return true
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
