import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { IssRecord } from '../../../src/domain/records/iss-record.ts'
import type { Sandbox } from 'github-sandbox'
import { startCountersignSandbox } from '../../../src/entrypoints/sandbox/start-countersign-sandbox.ts'
import type { Delivery } from 'github-sandbox'
import { createServerSource, type ServerSource } from '../../support/queues/database-sources.ts'
import { createEmbeddedDatabases, type EmbeddedDatabases } from '../../support/queues/embedded-databases.ts'
import { type AppProcess, startAppProcess } from '../support/processes/app-process.ts'
import { openPlayground, type Playground, type Running } from '../support/playground.ts'
import { removeFolder } from '../support/processes/remove-folder.ts'
import { expectSound } from '../support/processes/start-world.ts'
import { redeliver } from '../support/webhook-deliveries.ts'
import { writeIssue } from '../support/write-issue.ts'
import { noteFault } from './support/chains/note-fault.ts'
import { fillDisk, openSmallDisk } from './support/small-disk.ts'
import { patienceMs } from '../../support/vitest/patience.ts'

const restarts = Number(process.env['DATABASE_RESTARTS'] ?? '1')
const restartEveryMs = 2_000
const issues = 4
const embeddedKills = Number(process.env['EMBEDDED_KILLS'] ?? '3')
/** Machines of CI have two cores. */
const writersAtOnce = 2
const patience = { timeout: patienceMs(120_000), interval: 250 }

describe('Postgres', () => {
  let dir: string
  let source: ServerSource
  let address: string
  let sandbox: Sandbox
  let app: AppProcess
  let running: Running
  let repo: Playground
  let count = 0

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'countersign-database-'))
    source = await createServerSource()
    address = await source.address()
    sandbox = await startCountersignSandbox({ port: 0, dataDir: join(dir, 'github'), isKept: false })
    app = await startAppProcess(sandbox, join(dir, 'app'), {
      DATABASE_URL: address,
      SWEEP_MINUTES: '0',
    })
    sandbox.setWebhookUrl(app.webhookUrl)
    running = { sandbox, app, idle: () => sandbox.idle() }
  })

  afterEach(async () => {
    await expectSound({ sandbox }, repo)
    expect(sandbox.drifts).toEqual([])
  })

  afterAll(async () => {
    await app.kill()
    await sandbox.close()
    await source.close()
    await removeFolder(dir)
  })

  async function openRepository(): Promise<void> {
    count += 1
    repo = await openPlayground(running, { name: `database-${count}`, dir })
  }

  /** As GitHub's page of deliveries does it, and our reconciler: what was not answered with 2xx goes out again. */
  async function deliverFailed(): Promise<void> {
    const taken = new Set(sandbox.world.deliveries.filter((one) => one.statusCode === 202).map(({ guid }) => guid))
    const open = new Map(
      sandbox.world.deliveries.filter(({ guid }) => !taken.has(guid)).map((one) => [one.guid, one.id]),
    )
    for (const id of open.values()) await redeliver(running, id)
    await sandbox.idle()
  }

  async function until(what: () => Promise<boolean>): Promise<void> {
    await expect
      .poll(async () => {
        await deliverFailed()
        return what().catch(() => false)
      }, patience)
      .toBe(true)
  }

  function untilAtRest(issue: number, wanted: IssRecord['phase']): Promise<void> {
    return until(async () => {
      const { phase, outbox } = await repo.record(issue)
      return phase === wanted && outbox.length === 0
    })
  }

  /** From its label to the pull request for people, whatever happens to the database meanwhile. */
  async function goThrough(title: string): Promise<number> {
    const issue = await repo.openIssue(title, writeIssue([{ id: 'T1', path: `${title}.txt`, content: title }]))
    await repo.label(issue)
    await until(async () => (await repo.record(issue)).plan_comment !== null)
    await repo.say(issue, 'maintainer', '/approve')
    await untilAtRest(issue, 'completed')
    return issue
  }

  async function isReady(): Promise<boolean> {
    const ask = () => fetch(new URL('/readyz', app.webhookUrl))
    // A connection that was kept may be closed by the server just when it is used again.
    return (await ask().catch(ask)).ok
  }

  test(`restarted ${restarts} times while ${issues} issues go through: 503 meanwhile, and nothing is lost`, async () => {
    await openRepository()
    const before = sandbox.world.deliveries.length
    const logged = app.readLog().length
    const ready: boolean[] = []

    const work = Promise.all(Array.from({ length: issues }, (_, n) => goThrough(`note-${n}`)))
    for (let times = 0; times < restarts; times += 1) {
      // On a busy machine it may not yet have noticed that the last restart is over: one outage to it, where two are counted.
      await expect.poll(isReady, patience).toBe(true)
      // Longer than that answer holds.
      await wait(restartEveryMs)
      await source.stop()
      ready.push(await isReady())
      await source.start()
    }
    const done = await work

    const answers = new Set(sandbox.world.deliveries.slice(before).map(({ statusCode }) => statusCode))
    await noteFault({
      fault: 'database restarted',
      where: `real Postgres, ${issues} issues`,
      tried: restarts,
      lost: issues - done.length,
    })
    expect(ready).toEqual(ready.map(() => false))
    const lines = app.readLog().slice(logged)
    expect(lines.filter((line) => 'err' in line)).toEqual([])
    const began = lines.filter(({ msg }) => String(msg).startsWith('the database does not answer')).length
    expect([began >= restarts, began <= 2 * restarts]).toEqual([true, true])
    expect([...answers].filter((code) => code !== 202 && code !== 503)).toEqual([])
    await expect.poll(isReady, patience).toBe(true)
  })

  test('a server that finds no database answers 503, says so, and goes on by itself once there is one', async () => {
    const settings = { DATABASE_URL: await source.address(), LOG_LEVEL: 'info' }
    await source.stop()
    const late = await startAppProcess(sandbox, join(dir, 'late'), settings)
    sandbox.setWebhookUrl(late.webhookUrl)
    running.app = late
    await openRepository()
    const issue = await repo.openIssue('A note', writeIssue([{ id: 'T1', path: 'a.txt', content: 'a' }]))
    await repo.label(issue)
    await sandbox.idle()
    const said = () => late.readLog().map(({ msg }) => String(msg))
    await expect.poll(said, patience).toContainEqual(expect.stringMatching(/^the database does not answer: webhooks/))
    const readiness = await fetch(new URL('/readyz', late.webhookUrl))

    expect(lastDelivery('issues', '"action":"labeled"')).toMatchObject({ statusCode: 503 })
    expect([readiness.status, await readiness.json()]).toEqual([
      503,
      expect.objectContaining({ why: expect.stringMatching(/^the database does not answer/), waits_for: ['database'] }),
    ])

    await source.start()
    await expect.poll(async () => (await repo.record(issue)).plan_comment, patience).not.toBeNull()
    expect(said().filter((one) => one.startsWith('the database'))).toEqual([
      'the database does not answer: webhooks are answered with 503, and nothing is worked on until it does',
      'the database answers: what waited goes on',
    ])
    expect(JSON.stringify(late.readLog())).not.toContain('"stack"')
    await late.stop()
    sandbox.setWebhookUrl(app.webhookUrl)
    running.app = app
    await noteFault({ fault: 'database out of reach when a server starts', where: 'real Postgres', tried: 1, lost: 0 })
  })

  test('emptied and made anew in the middle of an issue: the work goes on from what the branch says', async () => {
    await openRepository()
    const tasks = [
      { id: 'T1', path: 'one.txt', content: 'one', criteria: ['`one.txt` exists', '`one.txt` reads well'] },
      { id: 'T2', path: 'two.txt', content: 'two', criteria: ['`two.txt` exists', '`two.txt` reads well'] },
    ]
    const issue = await repo.openIssue('Two notes', writeIssue(tasks))
    await repo.label(issue)
    await until(async () => (await repo.record(issue)).plan_comment !== null)
    await repo.say(issue, 'maintainer', '/approve')
    const waits = async (id: string) => (await repo.task(issue, id)).state === 'READY_TO_CHECK'
    await until(
      async () => (await waits('T1')) && (await waits('T2')) && (await repo.record(issue)).outbox.length === 0,
    )

    await administer(`drop schema countersign cascade`)
    await repo.say(issue, 'maintainer', '/approve T1')
    await until(async () => (await repo.task(issue, 'T1')).state === 'DONE')
    const name = new URL(address).pathname.slice(1)
    await administer(`drop database ${name} with (force)`, 'postgres')
    const meanwhile = await repo
      .as('maintainer')
      .rest.issues.createComment({ ...repo.place, issue_number: issue, body: '/approve T2' })
    await sandbox.idle()
    expect(lastDelivery('issue_comment', '"body":"/approve T2"')).toMatchObject({ statusCode: 503 })
    await administer(`create database ${name}`, 'postgres')

    await untilAtRest(issue, 'completed')
    expect((await repo.record(issue)).applied.map(({ key }) => key)).toContain(`comment:${meanwhile.data.id}`)
    const thread = await repo.thread(issue)
    expect(thread.filter((text) => text.startsWith('### Plan'))).toHaveLength(1)
    await noteFault({
      fault: 'database emptied or made anew',
      where: 'real Postgres, in the middle of an issue',
      tried: 2,
      lost: 0,
    })
  })

  test('a database that is read-only is 503; once it takes something again, all goes on', async () => {
    await openRepository()
    const issue = await repo.openIssue('A note', writeIssue([{ id: 'T1', path: 'a.txt', content: 'a' }]))
    const name = new URL(address).pathname.slice(1)
    await administer(`alter database ${name} set default_transaction_read_only = on`, 'postgres')
    await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`, 'postgres')

    await repo.label(issue)
    await sandbox.idle()
    expect(lastDelivery('issues', '"action":"labeled"')).toMatchObject({ statusCode: 503 })

    await administer(`alter database ${name} set default_transaction_read_only = off`, 'postgres')
    await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`, 'postgres')
    await untilAtRest(issue, 'proposed')
    await noteFault({
      fault: 'database out of reach or read-only',
      where: 'real Postgres, read-only',
      tried: 1,
      lost: 0,
    })
  })

  test('a database without space is 503; once there is some, all goes on', async () => {
    await openRepository()
    const issue = await repo.openIssue('A note', writeIssue([{ id: 'T1', path: 'a.txt', content: 'a' }]))
    await repo.label(issue)
    await untilAtRest(issue, 'proposed')
    const disk = await openSmallDisk(8)
    await administer(`create tablespace small location '${disk.folder}'`)
    // So that nothing fits in between.
    await administer('vacuum full countersign.inbox')
    await administer('alter table countersign.inbox set tablespace small')
    await fillDisk(disk.dir)

    await repo.say(issue, 'maintainer', `/approve\n\n${randomBytes(45_000).toString('base64')}`)
    await sandbox.idle()
    expect(lastDelivery('issue_comment', '"body":"/approve')).toMatchObject({ statusCode: 503 })

    await rm(join(disk.dir, 'filler'))
    await untilAtRest(issue, 'completed')
    await administer('alter table countersign.inbox set tablespace pg_default')
    await administer('drop tablespace small')
    await disk.end()
    await noteFault({ fault: 'disk full', where: 'real Postgres', tried: 1, lost: 0 })
  })

  /** What the App does meanwhile is told too: the newest one that says so. */
  function lastDelivery(event: string, said: string): Delivery | undefined {
    const says = ({ request }: Delivery) => JSON.stringify(request.payload).includes(said)
    return sandbox.world.deliveries.findLast((one) => one.event === event && says(one))
  }

  async function administer(sql: string, database?: string): Promise<void> {
    const url = new URL(address)
    if (database !== undefined) url.pathname = `/${database}`
    const client = new Client({ connectionString: url.href })
    // It may end its own connection too.
    client.on('error', () => {})
    await client.connect()
    await client.query(sql)
    await client.end()
  }
})

describe('the embedded database', () => {
  let databases: EmbeddedDatabases
  const writers = new Set<ChildProcess>()

  beforeAll(async () => {
    databases = await createEmbeddedDatabases()
  })
  afterAll(async () => {
    for (const writer of writers) writer.kill('SIGKILL')
    await databases.close()
  })

  /** Stores without end in a process of its own that is killed once it has said of so many that they are stored. */
  async function storeUntilKilled(folder: string, from: number, upTo: number): Promise<string[]> {
    const script = join(import.meta.dirname, '../../support/queues/store-without-end.ts')
    const env = { ...process.env, NODE_COMPILE_CACHE: `${folder}.compiled` }
    const writer = spawn(process.execPath, [script, folder, String(from)], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    writers.add(writer)
    const stored: string[] = []
    for await (const line of createInterface({ input: writer.stdout })) {
      stored.push(line)
      if (stored.length === upTo) writer.kill('SIGKILL')
    }
    if (writer.exitCode === null && writer.signalCode === null) await once(writer, 'exit')
    writers.delete(writer)
    return stored
  }

  /** What was said to be stored in a folder, and isn't there. */
  async function findLost(times: number): Promise<{ stored: number; lost: string[] }> {
    const folder = databases.folder()
    const stored: string[] = []
    for (let kill = 0; kill < times; kill += 1) {
      stored.push(...(await storeUntilKilled(folder, kill * 100_000, 10 + ((kill * 7) % 50))))
    }
    const queues = await databases.open(folder)
    const kept = new Set((await queues.inbox.list(1_000_000)).map(({ delivery }) => delivery))
    await queues.close()
    return { stored: stored.length, lost: stored.filter((id) => !kept.has(id)) }
  }

  test(
    `killed while writing ${embeddedKills} times, it has all that it said it had`,
    { timeout: patienceMs(60_000) + embeddedKills * 15_000 },
    async () => {
      const each = Math.ceil(embeddedKills / writersAtOnce)
      const found = await Promise.all(Array.from({ length: writersAtOnce }, () => findLost(each)))

      const lost = found.flatMap((one) => one.lost)
      await noteFault({
        fault: 'embedded database killed (SIGKILL) while writing',
        where: 'a process that stores webhooks as fast as it can',
        tried: each * writersAtOnce,
        lost: lost.length,
      })
      expect(lost).toEqual([])
      expect(found.map(({ stored }) => stored >= each * 10)).toEqual([true, true])
    },
  )
})
