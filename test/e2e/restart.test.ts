import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { SandboxApp } from '../../src/entrypoints/start-sandbox-app.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { startSandbox } from '../../src/sandbox/start-sandbox.ts'
import { copyEmptyDatabase } from '../support/embedded-template.ts'
import { type AppProcess, startAppProcess } from './support/app-process.ts'
import { openPlayground } from './support/playground.ts'
import { expectSound } from './support/start-world.ts'
import { writeIssue } from './support/write-issue.ts'

let dir: string
let sandbox: Sandbox
/** Set while a test waits for the moment to strike; counts down with each request of the App. */
let requestsToGo = Infinity
let strike: () => void = () => undefined
let live: AppProcess | undefined

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-restart-'))
  await copyEmptyDatabase(join(dir, 'app/database'))
  sandbox = await startSandbox({
    port: 0,
    dataDir: join(dir, 'github'),
    onRequest: ({ actor }) => {
      if (actor !== sandbox.app.botLogin && actor !== sandbox.reviewer.login) return
      requestsToGo -= 1
      if (requestsToGo === 0) strike()
    },
  })
})

afterAll(async () => {
  await live?.kill()
  await sandbox.close()
  expect(sandbox.drifts).toEqual([])
  await rm(dir, { recursive: true, force: true })
})

async function start(env: Record<string, string> = {}): Promise<AppProcess> {
  live = await startAppProcess(sandbox, join(dir, 'app'), env)
  return live
}

const tasks = [
  { id: 'T1', path: 'docs/one.txt', content: 'one' },
  { id: 'T2', path: 'docs/two.txt', content: 'two', after: 'T1' },
]

test.each([2, 4, 9, 14, 19, 24])(
  'killed at its %ith request after the approval and started again, it finishes what it owes without a word from anybody',
  async (nth) => {
    // A sweep of the repositories before this one would be counted with the approval's requests.
    const app = await start({ SWEEP_MINUTES: '0' })
    sandbox.setWebhookUrl(app.webhookUrl)
    // What a playground asks of the App is only when it is at rest.
    const world = { sandbox, idle: () => sandbox.idle() } as SandboxApp
    const repo = await openPlayground(world, { name: `restart-${nth}`, dir })
    const issue = await repo.planIssue('Two notes', writeIssue(tasks))
    await vi.waitFor(async () => expect((await repo.record(issue)).outbox).toEqual([]), { timeout: 20_000 })
    const killed = new Promise<void>((resolve) => {
      strike = () => void app.kill().then(resolve)
    })
    requestsToGo = nth

    await repo.say(issue, 'maintainer', '/approve')
    await killed
    sandbox.setWebhookUrl('http://127.0.0.1:9/')
    const again = await start()

    await vi.waitFor(async () => expect(await repo.record(issue)).toMatchObject({ phase: 'completed', outbox: [] }), {
      timeout: 40_000,
      interval: 200,
    })
    await again.kill()
    const pulls = await repo.pulls()
    expect(pulls.map(({ head, state, merged }) => `${head.split('/').at(-1)} ${state} ${merged}`).toSorted()).toEqual([
      'T1 closed true',
      'T2 closed true',
      'base open false',
    ])
    await expectSound(world, repo)
  },
)
