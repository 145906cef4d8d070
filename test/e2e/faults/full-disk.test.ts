import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { IssRecord } from '../../../src/domain/iss-record.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import { startSandbox } from '../../../src/sandbox/start-sandbox.ts'
import { openPlayground, type Playground, type Running } from '../support/playground.ts'
import { removeFolder } from '../support/remove-folder.ts'
import { expectSound } from '../support/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'
import { settingsFor } from './support/app-processes.ts'
import { noteFault } from './support/note-fault.ts'
import { fillDisk } from './support/small-disk.ts'

const patience = { timeout: 120_000, interval: 250 }
/** It gives a process a file system of its own, of any size. */
const bubblewrap = 'bwrap'

let dir: string
let sandbox: Sandbox
let app: ChildProcess | undefined
let count = 0
/** What it prints. */
const lines: string[] = []

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-full-'))
  sandbox = await startSandbox({ port: 0, dataDir: join(dir, 'github'), isKept: false })
})

afterEach(() => end())

afterAll(async () => {
  await sandbox.close()
  await removeFolder(dir)
})

async function end(): Promise<void> {
  if (app === undefined || app.exitCode !== null || app.signalCode !== null) return
  app.kill('SIGKILL')
  await once(app, 'exit')
}

/** The App with a file system of its own at `small`, which ends with it. Returns where that is seen from here. */
async function startOnSmallDisk(dataDir: string, small: string, megabytes: number): Promise<string> {
  await mkdir(small, { recursive: true })
  const disk = ['--size', String(megabytes * 1024 * 1024), '--tmpfs', small]
  const program = [process.execPath, 'src/entrypoints/cli.ts', 'app']
  app = spawn(bubblewrap, ['--dev-bind', '/', '/', ...disk, '--die-with-parent', '--', ...program], {
    env: { ...process.env, ...settingsFor(sandbox, dataDir, 0), LOG_LEVEL: 'error', SWEEP_MINUTES: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  lines.length = 0
  const told = new Promise<string>((resolve) => {
    createInterface({ input: app?.stdout ?? process.stdin }).on('line', (line) => {
      lines.push(line)
      const url = / takes webhooks at (\S+)$/.exec(line)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
  sandbox.setWebhookUrl(await told)
  const children = await readFile(`/proc/${app.pid}/task/${app.pid}/children`, 'utf8')
  return join(`/proc/${children.trim()}/root`, small)
}

async function planOne(): Promise<{ repo: Playground; issue: number }> {
  count += 1
  const running = { sandbox, app: { webhookUrl: '' }, idle: () => sandbox.idle() } satisfies Running
  const repo = await openPlayground(running, { name: `full-${count}`, dir })
  const issue = await repo.openIssue('A note', writeIssue([{ id: 'T1', path: 'a.txt', content: 'a' }]))
  await repo.label(issue)
  await untilAtRest(repo, issue, 'proposed')
  return { repo, issue }
}

async function untilAtRest(repo: Playground, issue: number, wanted: IssRecord['phase']): Promise<void> {
  const look = () => repo.record(issue).catch(() => null)
  await expect
    .poll(async () => {
      const record = await look()
      return record?.outbox.length === 0 ? record.phase : 'on its way'
    }, patience)
    .toBe(wanted)
}

test('an embedded database without space goes on by itself once there is some, and nobody is told otherwise', async () => {
  const dataDir = join(dir, 'database')
  const disk = await startOnSmallDisk(dataDir, dataDir, 96)
  const { repo, issue } = await planOne()
  await fillDisk(disk)

  await repo.say(issue, 'maintainer', '/approve')
  await expect.poll(() => repo.record(issue).then(({ phase }) => phase), patience).toBe('working')
  await repo.say(issue, 'maintainer', 'x'.repeat(60_000))
  await rm(join(disk, 'filler'))

  await untilAtRest(repo, issue, 'completed')
  expect((await repo.thread(issue)).filter((text) => text.includes('No space left'))).toEqual([])
  await expectSound({ sandbox }, repo)
  await noteFault({ fault: 'disk full', where: 'embedded database', tried: 1, lost: 0 })
}, 600_000)

test('work trees without space have their run wait, which counts as no attempt and goes on once there is some', async () => {
  const dataDir = join(dir, 'workspace')
  const disk = await startOnSmallDisk(dataDir, join(dataDir, 'workspace'), 4)
  const { repo, issue } = await planOne()
  await fillDisk(disk)

  await repo.say(issue, 'maintainer', '/approve')
  await expect.poll(() => lines.join('\n'), patience).toContain('a run waits for room on the disk')
  await rm(join(disk, 'filler'))

  await untilAtRest(repo, issue, 'completed')
  const { nodes, receipts } = await repo.execution(issue)
  expect([nodes['T1'], receipts.length]).toMatchObject([{ state: 'DONE', attempts: 0 }, 1])
  await expectSound({ sandbox }, repo)
  await noteFault({ fault: 'disk full', where: 'copies of repositories and work trees', tried: 1, lost: 0 })
}, 600_000)
