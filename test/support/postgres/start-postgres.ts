import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { endWithProcess } from '../processes/end-with-process.ts'
import { type Installation, installPostgres } from './install-postgres.ts'

const run = promisify(execFile)
const name = 'postgres'
const readyLine = 'database system is ready to accept connections'
/** What it says is read, so it says it in English. */
const env = { ...process.env, LC_ALL: 'C' }

/** A server of Postgres with a folder of its own. */
export interface PostgresServer {
  /** Of its first process, whose children the others are. */
  pid(): number
  address(database: string): string
  /** Ends it, and starts it again on what it kept. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Ends it, and leaves nothing behind. */
  close(): Promise<void>
}

/** Starts the Postgres that npm brought; it ends with this process at the latest. */
export async function startPostgres(port: number): Promise<PostgresServer> {
  const installation = await installPostgres()
  let server: ChildProcess | undefined
  const start = async () => {
    server = await serve(installation, port)
  }
  const stop = async () => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGINT')
    await ended
  }
  const close = async () => {
    await stop()
    await installation.remove()
  }
  try {
    await initialise(installation)
    await start()
  } catch (error) {
    await close()
    throw error
  }
  const address = (database: string) => `postgres://${name}:${name}@127.0.0.1:${port}/${database}`
  return { pid: () => server?.pid ?? 0, address, stop, start, close }
}

async function initialise({ dir, binaries, user }: Installation): Promise<void> {
  const passwordFile = join(dir, 'password')
  await writeFile(passwordFile, `${name}\n`, { mode: 0o600 })
  if (user !== undefined) await chown(passwordFile, user.uid, user.gid)
  const access = ['--auth=scram-sha-256', `--username=${name}`, `--pwfile=${passwordFile}`]
  const args = ['-D', join(dir, 'data'), ...access, '--locale=C', '--encoding=UTF8', '--no-sync']
  await run(join(binaries, 'initdb'), args, { ...user, cwd: dir, env })
}

/** Resolves when it takes connections. */
async function serve({ dir, binaries, user }: Installation, port: number): Promise<ChildProcess> {
  const args = ['-D', join(dir, 'data'), '-p', String(port), '-c', 'unix_socket_directories=']
  const server = spawn(join(binaries, 'postgres'), args, {
    ...user,
    cwd: dir,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  server.on('exit', endWithProcess(server.pid ?? 0, 'QUIT'))
  let said = ''
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.on('exit', (code) => reject(new Error(`Postgres ended (${code}) before it was ready:\n${said}`)))
    server.stderr.on('data', (chunk: Buffer) => {
      // It goes on talking, and stops where nobody reads.
      if (said.length < 10_000) said += chunk.toString()
      if (said.includes(readyLine)) resolve()
    })
  })
  return server
}
