import { Pool, TypeOverrides } from 'pg'
import { CountersignFault } from '../../../application/fault.ts'
import type { Database, Query } from '../tables/database.ts'
import { listenOn } from './listen-on.ts'
import { packBytes, unpackBytes } from '../../storage/pack-bytes.ts'
import { repeatDeadlocks } from '../tables/repeat-deadlocks.ts'
import { createServerThread } from './server-thread.ts'

const connections = 10
const connectMs = 5_000
const statementMs = 30_000
/** The server ends a statement by itself; this is for one that can't be reached any more. */
const silentMs = 35_000

const bytea = 17
const types = new TypeOverrides()
types.setTypeParser(bytea, (text) => unpackBytes(Buffer.from(text.slice(2), 'hex')))

/** A Postgres server, by its address. `onFault` is told of connections that break while nobody uses them. */
export async function openServer(address: string, onFault: (error: Error) => void): Promise<Database> {
  const pool = new Pool({
    connectionString: address,
    max: connections,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    query_timeout: silentMs,
    keepAlive: true,
    types,
    application_name: 'countersign',
  })
  pool.on('error', onFault)
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    const why = error instanceof Error ? error.message : String(error)
    throw new CountersignFault('database_unavailable', 'Postgres at DATABASE_URL does not answer', why, error)
  }
  const thread = createServerThread(address)
  return {
    bulk: thread.query,
    query: (sql, parameters = []) => repeatDeadlocks(async () => (await pool.query(sql, pack(parameters))).rows),
    transaction: (act) => repeatDeadlocks(() => transact(pool, act)),
    listen: (channel, heard) => listenOn({ address, channel, heard, onFault }),
    async close() {
      await thread.close()
      await pool.end()
    },
  }
}

/** Nobody else need know that bytes are packed. */
function pack(parameters: readonly unknown[]): unknown[] {
  return parameters.map((one) => (one instanceof Uint8Array ? packBytes(one) : one))
}

async function transact<T>(pool: Pool, act: (query: Query) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  // Of a connection that breaks between two statements the next one tells; with nobody listening the process would end.
  const hear = () => {}
  client.on('error', hear)
  const query: Query = async (sql, parameters = []) => (await client.query(sql, pack(parameters))).rows
  try {
    await client.query('begin')
    const result = await act(query)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    const isUsable = await client.query('rollback').then(
      () => true,
      () => false,
    )
    client.release(!isUsable)
    throw error
  } finally {
    client.off('error', hear)
  }
}
