import { existsSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Octokit } from '@octokit/rest'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { issuesAtOnce } from '../../../src/entrypoints/server/create-ports.ts'
import { breakOff } from 'github-sandbox/testing'
import type { Sandbox } from 'github-sandbox'
import { startCountersignSandbox } from '../../../src/entrypoints/sandbox/start-countersign-sandbox.ts'
import { countProcesses, ownSleep } from '../../support/count-processes.ts'
import { findCallSites } from '../faults/support/call-sites.ts'
import { type AppProcess, startAppProcess } from '../support/processes/app-process.ts'
import { openPlayground } from '../support/playground.ts'
import { removeFolder } from '../support/processes/remove-folder.ts'
import { expectSound } from '../support/processes/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'
import { isPlanShown } from '../support/is-plan-shown.ts'
import { patienceMs } from '../../support/vitest/patience.ts'

vi.setConfig({ testTimeout: patienceMs(600_000) })

const patience = { timeout: patienceMs(200_000), interval: 100 }
/** What whoever stops it waits for at most (docs/operations.md "Ending a server"). */
const graceMs = 30_000

let dir: string
let sandbox: Sandbox
let live: AppProcess | undefined
/** What the App wants to change on GitHub waits for this; what a process asked for that is gone is not done. */
let held: Promise<'go' | 'gone'> = Promise.resolve('go')

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-crash-'))
  sandbox = await startCountersignSandbox({
    port: 0,
    dataDir: join(dir, 'github'),
    async intervene(passage) {
      const isOurs = passage.actor === sandbox.app.botLogin
      const changes = isOurs && findCallSites(passage).some((site) => site.changes)
      return changes && (await held) === 'gone' ? breakOff() : passage.carryOut()
    },
  })
})

afterAll(async () => {
  await live?.kill()
  await sandbox.close()
  expect(sandbox.drifts).toEqual([])
  await removeFolder(dir)
})

/** It doesn't reconcile: what it knows is what it was told by webhooks. */
async function start(): Promise<AppProcess> {
  live = await startAppProcess(sandbox, join(dir, 'app'), { SWEEP_MINUTES: '0' })
  sandbox.setWebhookUrl(live.webhookUrl)
  return live
}

/** From now on the App changes nothing, until it is told how that ends. */
function holdChanges(): (end: 'go' | 'gone') => void {
  const { promise, resolve } = Promise.withResolvers<'go' | 'gone'>()
  held = promise
  return (end) => {
    resolve(end)
    held = Promise.resolve('go')
  }
}

/** So many issues, in each of which somebody asks for help at the same time. */
async function askForHelp(place: { owner: string; repo: string }, count: number) {
  const client = new Octokit({ auth: sandbox.tokens.maintainer, baseUrl: sandbox.url })
  const titles = Array.from({ length: count }, (_, index) => `Question ${index + 1}`)
  const opened = await Promise.all(titles.map((title) => client.rest.issues.create({ ...place, title })))
  const asked = opened.map(({ data }) => data.number)
  const ask = (issue_number: number) => client.rest.issues.createComment({ ...place, issue_number, body: '/help' })
  await Promise.all(asked.map(ask))
  const countIn = async (issue_number: number) => {
    const { data } = await client.rest.issues.listComments({ ...place, issue_number })
    return data.filter((comment) => comment.user?.login === sandbox.app.botLogin).length
  }
  return () => Promise.all(asked.map(countIn))
}

test('comments that were acknowledged before a kill -9 are answered after it, each once', async () => {
  const app = await start()
  const { repository } = await sandbox.createRepository({ name: 'crash' })
  const [owner = '', repo = ''] = repository.split('/')
  const endHold = holdChanges()
  const countAnswers = await askForHelp({ owner, repo }, 4)

  // Every delivery is acknowledged then.
  await sandbox.idle()
  await app.kill()
  endHold('gone')
  const deliveries = sandbox.world.deliveries.map(({ statusCode }) => statusCode)
  expect(new Set(deliveries)).toEqual(new Set([202]))
  expect(await countAnswers()).toEqual([0, 0, 0, 0])
  await start()

  await expect.poll(countAnswers, patience).toEqual([1, 1, 1, 1])
})

test('told to end in the middle of a run, with webhooks waiting, it ends with 0, and goes on after the next start', async () => {
  await live?.kill()
  const app = await start()
  const running = { sandbox, app, idle: () => sandbox.idle() }
  const repo = await openPlayground(running, { name: 'ended', dir, config: 'run:\n  isolation: none\n' })
  const gate = join(dir, 'gate')
  const nap = ownSleep(0.05)
  const command = `trap ': > ${gate}-told; exit 1' TERM; : > ${gate}-begun; until [ -e ${gate} ]; do ${nap}; done; echo done > note.txt`
  const issue = await repo.planIssue('A note', writeIssue([{ id: 'T1', path: 'note.txt', run: command }]))
  await expect.poll(() => repo.record(issue).catch(String), patience).toSatisfy(isPlanShown)
  await repo.say(issue, 'maintainer', '/approve')
  await expect.poll(() => existsSync(`${gate}-begun`), patience).toBe(true)
  const endHold = holdChanges()
  const countAnswers = await askForHelp(repo.place, 2 * issuesAtOnce)
  await sandbox.idle()

  const from = performance.now()
  const stopping = app.stop()
  await expect.poll(() => existsSync(`${gate}-told`), patience).toBe(true)
  endHold('go')
  const code = await stopping
  const tookMs = performance.now() - from

  expect([code, await countProcesses(nap)]).toEqual([0, 0])
  expect(tookMs).toBeLessThan(graceMs)
  // What was worked on is answered; nothing new was taken.
  expect((await countAnswers()).filter((count) => count === 0).length).toBeGreaterThanOrEqual(issuesAtOnce)
  await start()
  await writeFile(gate, '')
  await expect.poll(countAnswers, patience).toEqual(Array.from({ length: 2 * issuesAtOnce }, () => 1))
  await expect.poll(() => repo.record(issue), patience).toMatchObject({ phase: 'completed', outbox: [] })
  expect(await repo.task(issue, 'T1')).toMatchObject({ state: 'DONE', attempts: 0, lost_leases: 0 })
  await expectSound({ sandbox }, repo)
})
