import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SandboxApp } from '../../../../src/entrypoints/sandbox/start-sandbox-app.ts'
import type { Sandbox, SandboxOptions } from 'github-sandbox'
import { startCountersignSandbox } from '../../../../src/entrypoints/sandbox/start-countersign-sandbox.ts'
import type { Database } from '../../../../src/adapters/postgres/tables/database.ts'
import { openServer } from '../../../../src/adapters/postgres/server/open-server.ts'
import { createServerSource, type ServerSource } from '../../../support/queues/database-sources.ts'
import { type ServerProcess, startIntakeProcess, startWorkerProcess } from './app-process.ts'
import { brokerSandboxGit } from '../git/broker-sandbox-git.ts'
import { openPlayground, type Playground } from '../playground.ts'
import { removeFolder } from './remove-folder.ts'

/** A GitHub, a Postgres, an intake and as many workers as asked for, each a process of its own. */
export interface Cluster {
  sandbox: Sandbox
  dir: string
  /** The database that the processes share; another for each `begin`. */
  database: Database
  /** Ends what ran before, and starts an intake on an empty database. */
  begin(): Promise<void>
  addWorker(env?: Record<string, string>): Promise<ServerProcess>
  repository(name: string, config?: string): Promise<Playground>
  close(): Promise<void>
}

/** `shared`: a Postgres that others have databases on too; without, one of its own. */
export async function startCluster(options: Partial<SandboxOptions> = {}, shared?: ServerSource): Promise<Cluster> {
  const dir = await mkdtemp(join(tmpdir(), 'countersign-cluster-'))
  const source = shared ?? (await createServerSource())
  brokerSandboxGit()
  // With GitHub's own 5,000 requests an hour, 200 issues would wait for the next hour.
  const limits = { rateLimit: 1_000_000_000 }
  const sandbox = await startCountersignSandbox({ port: 0, dataDir: join(dir, 'github'), ...limits, ...options })
  // What a playground asks of the App is only when it is at rest.
  const world = { sandbox, idle: () => sandbox.idle() } as SandboxApp
  let live: ServerProcess[] = []
  let env: Record<string, string> = {}
  let database: Database | undefined
  let workers = 0
  const endAll = async () => {
    await Promise.all(live.map((one) => one.kill()))
    live = []
    await database?.close()
    database = undefined
  }
  return {
    sandbox,
    dir,
    get database() {
      if (database === undefined) throw new Error('nothing was begun')
      return database
    },
    async begin() {
      await endAll()
      const address = await source.address()
      env = { DATABASE_URL: address, SWEEP_MINUTES: '0', SECONDARY_LIMITS: 'off', LEASE_SECONDS: '8' }
      database = await openServer(address, () => {})
      const intake = await startIntakeProcess(sandbox, join(dir, 'intake'), env)
      live.push(intake)
      sandbox.setWebhookUrl(intake.webhookUrl)
    },
    async addWorker(more = {}) {
      workers += 1
      const worker = await startWorkerProcess(sandbox, join(dir, `worker-${workers}`), { ...env, ...more })
      live.push(worker)
      return worker
    },
    repository: (name, config) => openPlayground(world, { name, dir, ...(config === undefined ? {} : { config }) }),
    async close() {
      await endAll()
      await sandbox.close()
      if (shared === undefined) await source.close()
      await removeFolder(dir)
    },
  }
}
