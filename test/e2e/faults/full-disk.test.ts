import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test as base, vi } from 'vitest'
import type { IssRecord } from '../../../src/domain/records/iss-record.ts'
import type { Sandbox } from 'github-sandbox'
import { startCountersignSandbox } from '../../../src/entrypoints/sandbox/start-countersign-sandbox.ts'
import { openPlayground, type Playground, type Running } from '../support/playground.ts'
import { removeFolder } from '../support/processes/remove-folder.ts'
import { expectSound } from '../support/processes/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'
import { settingsFor } from './support/app-processes.ts'
import { noteFault } from './support/chains/note-fault.ts'
import { fillDisk } from './support/small-disk.ts'
import { patienceMs } from '../../support/vitest/patience.ts'

vi.setConfig({ testTimeout: patienceMs(600_000) })

const patience = { timeout: patienceMs(120_000), interval: 250 }
/** It gives a process a file system of its own, of any size. */
const bubblewrap = 'bwrap'

/** A GitHub, and a server that works on little room. */
interface Scene {
  dir: string
  sandbox: Sandbox
  /** What it prints. */
  lines: string[]
  /** The App with a file system of its own at `small`, which ends with it. Returns where that is seen from here. */
  startOnSmallDisk(dataDir: string, small: string, megabytes: number): Promise<string>
  planOne(): Promise<{ repo: Playground; issue: number }>
}

// They wait most of the time: until something that had no room is tried again.
const test = base.extend<{ scene: Scene }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads from it what else is needed
  scene: async ({}, use) => {
    const dir = await mkdtemp(join(tmpdir(), 'countersign-full-'))
    const sandbox = await startCountersignSandbox({ port: 0, dataDir: join(dir, 'github'), isKept: false })
    const lines: string[] = []
    let app: ChildProcess | undefined
    try {
      await use({
        dir,
        sandbox,
        lines,
        async startOnSmallDisk(dataDir, small, megabytes) {
          app = await spawnOnSmallDisk(sandbox, dataDir, small, megabytes)
          sandbox.setWebhookUrl(await readAddress(app, lines))
          const children = await readFile(`/proc/${app.pid}/task/${app.pid}/children`, 'utf8')
          return join(`/proc/${children.trim()}/root`, small)
        },
        planOne: () => planOne(sandbox, dir),
      })
    } finally {
      await end(app)
      await sandbox.close()
      await removeFolder(dir)
    }
  },
})

async function spawnOnSmallDisk(
  sandbox: Sandbox,
  dataDir: string,
  small: string,
  megabytes: number,
): Promise<ChildProcess> {
  await mkdir(small, { recursive: true })
  const disk = ['--size', String(megabytes * 1024 * 1024), '--tmpfs', small]
  const program = [process.execPath, 'src/entrypoints/cli.ts', 'app']
  return spawn(bubblewrap, ['--dev-bind', '/', '/', ...disk, '--die-with-parent', '--', ...program], {
    env: { ...process.env, ...settingsFor(sandbox, dataDir, 0), LOG_LEVEL: 'error', SWEEP_MINUTES: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Where it takes webhooks; what it prints goes into `lines`. */
function readAddress(app: ChildProcess, lines: string[]): Promise<string> {
  return new Promise((resolve) => {
    createInterface({ input: app.stdout ?? process.stdin }).on('line', (line) => {
      lines.push(line)
      const url = / takes webhooks at (\S+)$/.exec(line)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
}

async function end(app: ChildProcess | undefined): Promise<void> {
  if (app === undefined || app.exitCode !== null || app.signalCode !== null) return
  app.kill('SIGKILL')
  await once(app, 'exit')
}

async function planOne(sandbox: Sandbox, dir: string): Promise<{ repo: Playground; issue: number }> {
  const running = { sandbox, app: { webhookUrl: '' }, idle: () => sandbox.idle() } satisfies Running
  const repo = await openPlayground(running, { name: 'full', dir })
  const issue = await repo.openIssue('A note', writeIssue([{ id: 'T1', path: 'a.txt', content: 'a' }]))
  await repo.label(issue)
  await untilAtRest(repo, issue, 'proposed')
  return { repo, issue }
}

async function untilAtRest(repo: Playground, issue: number, wanted: IssRecord['phase']): Promise<void> {
  await vi.waitFor(async () => expect(await repo.record(issue)).toMatchObject({ phase: wanted, outbox: [] }), patience)
}

test.concurrent('an embedded database without space goes on by itself once there is some, and nobody is told otherwise', async ({
  scene,
  expect,
}) => {
  const { dir, sandbox } = scene
  const dataDir = join(dir, 'database')
  const disk = await scene.startOnSmallDisk(dataDir, dataDir, 16)
  const { repo, issue } = await scene.planOne()

  await repo.say(issue, 'maintainer', '/approve')
  await expect.poll(() => repo.record(issue).then(({ phase }) => phase), patience).toBe('working')
  await fillDisk(disk)
  const before = sandbox.world.deliveries.length
  // Pages that the database has already may hold one that is small.
  for (let at = 0; at < 4; at += 1)
    await repo.say(issue, 'maintainer', `/help\n\n${randomBytes(30_000).toString('hex')}`)
  await sandbox.idle()
  const meanwhile = sandbox.world.deliveries.slice(before).filter(({ event }) => event === 'issue_comment')
  await rm(join(disk, 'filler'))

  await untilAtRest(repo, issue, 'completed')
  expect(meanwhile.map(({ statusCode }) => statusCode)).toContain(503)
  expect((await repo.thread(issue)).filter((text) => text.includes('No space left'))).toEqual([])
  await expectSound({ sandbox }, repo)
  await noteFault({ fault: 'disk full', where: 'embedded database', tried: 1, lost: 0 })
})

test.concurrent('work trees without space have their run wait, which counts as no attempt and goes on once there is some', async ({
  scene,
  expect,
}) => {
  const { dir, sandbox, lines } = scene
  const dataDir = join(dir, 'workspace')
  const disk = await scene.startOnSmallDisk(dataDir, join(dataDir, 'workspace'), 4)
  const { repo, issue } = await scene.planOne()
  await fillDisk(disk)

  await repo.say(issue, 'maintainer', '/approve')
  await expect.poll(() => lines.join('\n'), patience).toContain('a run waits for room on the disk')
  await rm(join(disk, 'filler'))

  await untilAtRest(repo, issue, 'completed')
  const { nodes, receipts } = await repo.execution(issue)
  expect([nodes['T1'], receipts.length]).toMatchObject([{ state: 'DONE', attempts: 0 }, 1])
  await expectSound({ sandbox }, repo)
  await noteFault({ fault: 'disk full', where: 'copies of repositories and work trees', tried: 1, lost: 0 })
})
