import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Database } from '../../src/adapters/postgres/tables/database.ts'
import { openEmbedded } from '../../src/adapters/postgres/embedded/open-embedded.ts'
import { openServer } from '../../src/adapters/postgres/server/open-server.ts'
import { createQueues } from '../../src/adapters/postgres/create-queues.ts'
import type { Queues } from '../../src/application/ports/queues/queues.ts'
import { copyEmptyDatabase } from './embedded-template.ts'
import { findFreePort } from './find-free-port.ts'
import { startPostgres } from './postgres/start-postgres.ts'

/** Where databases come from that a test may do anything to. */
export interface DatabaseSource {
  /** An empty one, apart from all others. */
  open(): Promise<Database>
  /** As another process would open a database that is open. */
  openAgain(database: Database): Promise<Database>
  /** Ends everything that was opened and removes it. */
  close(): Promise<void>
}

/** Inbox and runs on a database, as a process of its own would have them. */
export function openQueues(
  database: Database,
  { leaseMs = 60_000, runsPerRepository = 10, isAlone = false } = {},
): Promise<Queues> {
  return createQueues(database, { leaseMs, isAlone, runsPerRepository, onFault: () => {} })
}

/** Leaves nothing in a database of Countersign's: opening another takes longer than most tests. */
export async function emptyQueues(database: Database): Promise<void> {
  const tables = ['inbox', 'inbox_lane', 'run', 'repository_change'].map((table) => `countersign.${table}`)
  await database.query(`truncate ${tables.join(', ')}`)
}

export interface EmbeddedSource extends DatabaseSource {
  /** The folder of a new database that nobody has opened. */
  folder(): Promise<string>
}

/** The embedded database. */
export async function createEmbeddedSource(): Promise<EmbeddedSource> {
  const dir = await mkdtemp(join(tmpdir(), 'countersign-pglite-'))
  const opened: Database[] = []
  let count = 0
  const folder = async () => {
    count += 1
    const copy = join(dir, String(count), 'database')
    await copyEmptyDatabase(copy)
    return copy
  }
  return {
    folder,
    async open() {
      const database = await openEmbedded(await folder())
      opened.push(database)
      return database
    },
    // It takes one process; in a test, two of them share its connection.
    openAgain: (database) => Promise.resolve({ ...database, close: () => Promise.resolve() }),
    async close() {
      await Promise.all(opened.map((one) => one.close().catch(() => undefined)))
      await rm(dir, { recursive: true, force: true })
    },
  }
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

/**
 * Each kind of database with its name, for tests that all of them have to pass: with `QUEUE_ENGINES=all`. Else they are
 * played on Postgres, where two processes have a connection each; that the promises of the queues hold on the embedded
 * one, whose statements are the same, `sql-defects.test.ts` shows.
 */
export const databaseKinds: [string, () => Promise<DatabaseSource>][] = [['Postgres', createServerSource]]
if (process.env['QUEUE_ENGINES'] === 'all') databaseKinds.unshift(['the embedded database', createEmbeddedSource])
