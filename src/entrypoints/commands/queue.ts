import { resolve } from 'node:path'
import { hasEmbedded } from '../../adapters/queue/embedded/open-embedded.ts'
import { CountersignFault } from '../../application/fault.ts'
import { type Inbox, type InboxEntry, retriedForDays } from '../../application/ports/queues/inbox.ts'
import type { Terminal } from '../../views/terminal/plan-text.ts'
import { renderQueueTable } from '../../views/terminal/queue-table.ts'
import { openQueues } from '../server/open-queues.ts'
import { calledWith } from '../settings/called-as.ts'
import { type DatabaseSettings, parseDatabaseSettings } from '../settings/parse-settings.ts'
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
      ? `${JSON.stringify(entries.map(publish), null, 2)}\n`
      : renderQueueTable(entries, { ...io.terminal, retriedFromMs })
  io.stdout(told)
  if (entries.length === shownAtMost) io.stderr(`The oldest ${shownAtMost} are shown.\n`)
  return 0
}

/** As scripts read it since the first version, where a partition was called a lane. */
function publish({ row, delivery, event, partition, ...rest }: InboxEntry) {
  return { row, delivery, event, lane: partition, ...rest }
}

interface Chosen {
  rows: number[]
  all: boolean
}

/** `countersign queue retry`: exit code 0 requeued, 1 not all of them can be, 2 wrong usage. */
export async function runQueueRetry(chosen: Chosen, io: CommandIo): Promise<number> {
  if (refuseChoice('retry', chosen, io)) return 2
  const [requeued, listed] = await withInbox(io, async (inbox) => {
    const done = await inbox.retry(chosen.all ? 'all' : chosen.rows)
    return [done, await inbox.list(shownAtMost)] as const
  })
  io.stdout(renderRequeued(requeued.length))
  // A row that was requeued may be dead once more by now, as the App is at work.
  const left = chosen.rows.filter((row) => !requeued.includes(row))
  const old = listed
    .filter(({ row, state }) => state === 'dead' && (chosen.all ? !requeued.includes(row) : left.includes(row)))
    .map(({ row }) => row)
  if (old.length > 0) {
    const why = `older than ${retriedForDays} days, so that nobody knows whether the sweep has brought what it asks for`
    io.stderr(`Not put back: ${old.join(', ')}: ${why}. Say it again in the thread, and "countersign queue drop".\n`)
  }
  if (chosen.all && listed.length === shownAtMost) {
    io.stderr(`Only the oldest ${shownAtMost} were looked through for what is older than ${retriedForDays} days.\n`)
  }
  const missing = left.filter((row) => !old.includes(row))
  printMissing(missing, listed, io)
  return missing.length > 0 || old.length > 0 ? 1 : 0
}

/** `countersign queue drop`: exit code 0 gone, 1 not all of them are dead, 2 wrong usage. */
export async function runQueueDrop(chosen: Chosen, io: CommandIo): Promise<number> {
  if (refuseChoice('drop', chosen, io)) return 2
  const [dropped, listed] = await withInbox(io, async (inbox) => {
    const done = await inbox.drop(chosen.all ? 'all' : chosen.rows)
    return [done, await inbox.list(shownAtMost)] as const
  })
  io.stdout(dropped.length === 0 ? 'Nothing was dropped.\n' : `${dropped.length} dropped.\n`)
  const left = chosen.rows.filter((row) => !dropped.includes(row))
  const waiting = left.filter((row) => listed.some((one) => one.row === row && one.state === 'waiting'))
  if (waiting.length > 0) io.stderr(`Not dead: ${waiting.join(', ')}. What waits is worked on and can't be dropped.\n`)
  const missing = left.filter((row) => !waiting.includes(row))
  printMissing(missing, listed, io)
  return left.length > 0 ? 1 : 0
}

function refuseChoice(command: string, { rows, all }: Chosen, io: CommandIo): boolean {
  const isClear = all !== rows.length > 0
  if (!isClear) io.stderr(`countersign queue ${command} takes either numbers from "queue list", or --all\n`)
  return !isClear
}

/** `listed`: what "queue list" would show; what is beyond its end may be there all the same. */
function printMissing(missing: readonly number[], listed: readonly InboxEntry[], io: CommandIo): void {
  if (missing.length === 0) return
  const where = listed.length === shownAtMost ? `Not among the oldest ${shownAtMost}` : 'Not there'
  io.stderr(`${where}: ${missing.join(', ')}. What waits or is dead is shown by "countersign queue list".\n`)
}

function renderRequeued(count: number): string {
  if (count === 0) return 'Nothing was put back.\n'
  const them = count === 1 ? 'it' : 'them'
  return `${count} put back, tries counted anew; the App takes ${them} up when it runs.\n`
}

async function withInbox<T>(io: CommandIo, act: (inbox: Inbox) => Promise<T>): Promise<T> {
  const settings = parseDatabaseSettings(io.env)
  expectDatabase(settings)
  const queues = await openQueues(
    settings,
    (what) => io.stderr(`${what}\n`),
    () => {},
  )
  try {
    return await act(queues.inbox)
  } finally {
    await queues.close()
  }
}

/** Looking makes no database where there is none. */
function expectDatabase({ DATABASE, DATABASE_URL, DATA_DIR }: DatabaseSettings): void {
  if (DATABASE_URL !== undefined) return
  if (DATABASE === 'memory') {
    const details = 'It keeps what waits in its own memory (DATABASE=memory), where no command can look.'
    throw new CountersignFault('configuration_invalid', 'the server has no database', details)
  }
  if (hasEmbedded(DATA_DIR)) return
  throw new CountersignFault(
    'configuration_invalid',
    `there is no database in ${resolve(DATA_DIR)}`,
    `Run this in the folder of the server and with its settings (${calledWith('.env')} queue …), or set DATA_DIR or DATABASE_URL as the server has them. A server makes it when it is first started.`,
  )
}
