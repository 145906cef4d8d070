import { Client } from 'pg'
import type { Database } from '../../../src/adapters/postgres/tables/database.ts'
import { openServer } from '../../../src/adapters/postgres/server/open-server.ts'
import { createQueues } from '../../../src/adapters/postgres/create-queues.ts'
import type { Queues } from '../../../src/application/ports/queues/queues.ts'
import { findFreePort } from '../find-free-port.ts'
import { startPostgres } from '../postgres/start-postgres.ts'

/** Where databases come from that a test may do anything to. */
export interface DatabaseSource {
  /** An empty one, apart from all others. */
  open(): Promise<Database>
  /** As another process would open a database that is open. */
  openAgain(database: Database): Promise<Database>
  /** Ends everything that was opened and removes it. */
  close(): Promise<void>
}

/** Inbox and runs on a database, as a process of its own would have them; nobody waits for who is nearer, unless told. */
export function openQueues(
  database: Database,
  { leaseMs = 60_000, runsPerRepository = 10, headStart = { partitionMs: 0, runMs: 0 } } = {},
): Promise<Queues> {
  return createQueues(database, { leaseMs, runsPerRepository, headStart, onFault: () => {} })
}

/** Leaves nothing in a database of Countersign's: opening another takes longer than most tests. */
export async function emptyQueues(database: Database): Promise<void> {
  const tables = ['inbox', 'inbox_lane', 'run', 'repository_change', 'repository_home'].map(
    (table) => `countersign.${table}`,
  )
  await database.query(`truncate ${tables.join(', ')}`)
}

export interface ServerSource extends DatabaseSource {
  /** Address of a new database on the server. */
  address(): Promise<string>
  /** Of the server's first process, whose children the others are. */
  pid(): number
  /** Ends the server's process, and starts it again on what it kept. */
  stop(): Promise<void>
  start(): Promise<void>
}

/** A real Postgres, started for the tests of one file. */
export async function createServerSource(): Promise<ServerSource> {
  const server = await startPostgres(await findFreePort())
  const opened: Database[] = []
  let count = 0
  const addresses = new Map<Database, string>()
  const address = async () => {
    count += 1
    // Others may ask for theirs meanwhile.
    const name = `test_${count}`
    await createDatabase(server.address('postgres'), name)
    return server.address(name)
  }
  return {
    address,
    pid: () => server.pid(),
    stop: () => server.stop(),
    start: () => server.start(),
    async open() {
      const one = await address()
      const database = await openServer(one, () => {})
      addresses.set(database, one)
      opened.push(database)
      return database
    },
    async openAgain(database) {
      const again = await openServer(addresses.get(database) ?? '', () => {})
      opened.push(again)
      return again
    },
    async close() {
      await Promise.all(opened.map((one) => one.close().catch(() => undefined)))
      await server.close()
    },
  }
}

async function createDatabase(address: string, name: string): Promise<void> {
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}
