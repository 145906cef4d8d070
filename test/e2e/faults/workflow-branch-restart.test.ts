import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Passage, Sandbox } from 'github-sandbox'
import { breakOff } from 'github-sandbox/testing'
import { startCountersignSandbox } from '../../../src/entrypoints/sandbox/start-countersign-sandbox.ts'
import { type AppProcess, startAppProcess } from '../support/processes/app-process.ts'
import { readGit } from '../support/git/git.ts'
import { openPlayground, type Playground } from '../support/playground.ts'
import { removeFolder } from '../support/processes/remove-folder.ts'
import { writeIssue } from '../support/write-issue.ts'
import { findCallSites } from './support/call-sites.ts'
import { noteFault } from './support/chains/note-fault.ts'
import { patienceMs } from '../../support/vitest/patience.ts'

vi.setConfig({ testTimeout: patienceMs(600_000) })

let dir: string
let sandbox: Sandbox
let app: AppProcess
/** Sees each request before GitHub does. */
let intervene = (passage: Passage) => passage.carryOut()

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-moved-back-'))
  const dataDir = join(dir, 'github')
  sandbox = await startCountersignSandbox({
    port: 0,
    dataDir,
    isKept: false,
    intervene: (passage) => intervene(passage),
  })
  await start()
})

afterAll(async () => {
  await app.kill()
  await sandbox.close()
  await removeFolder(dir)
})

async function start(): Promise<void> {
  app = await startAppProcess(sandbox, join(dir, 'app'), { SWEEP_MINUTES: '0', LOG_LEVEL: 'silent' })
  sandbox.setWebhookUrl(app.webhookUrl)
}

async function until(what: () => Promise<boolean>): Promise<void> {
  await expect.poll(() => what().catch(() => false), { timeout: patienceMs(120_000), interval: 250 }).toBe(true)
}

async function isOwedNothing(repo: Playground, issue: number): Promise<boolean> {
  return (await repo.record(issue)).outbox.length === 0
}

/** Of a plan that was proposed, nothing is left to be done or written down. */
async function isProposed(repo: Playground, issue: number): Promise<boolean> {
  return (await repo.record(issue)).phase === 'proposed' && isOwedNothing(repo, issue)
}

test('a branch moved back while the server is down is held after the start; /doctor fix finds the newest', async () => {
  const repo = await openPlayground({ sandbox, app, idle: () => sandbox.idle() }, { name: 'moved-back', dir })
  const tasks = [{ id: 'T1', path: 'one.txt', content: 'one', criteria: ['`one.txt` exists', '`one.txt` reads well'] }]
  const issue = await repo.planIssue('A note', writeIssue(tasks))
  await until(() => isProposed(repo, issue))
  const older = await repo.workflowHead()
  await repo.say(issue, 'maintainer', '/approve')
  await until(async () => (await repo.task(issue, 'T1')).state === 'READY_TO_CHECK' && isOwedNothing(repo, issue))
  const newest = await repo.workflowHead()
  // What was asked of the database before has been done when it answers these.
  for (let times = 0; times < 3; times += 1) await fetch(new URL('/readyz', app.webhookUrl))

  await app.kill()
  const back = { ref: 'heads/countersign/workflow', sha: older, force: true }
  await repo.as('writer').rest.git.updateRef({ ...repo.place, ...back })
  await start()
  await repo.say(issue, 'maintainer', '/approve T1')

  const said = async (words: string) => (await repo.thread(issue)).filter((text) => text.includes(words))
  await until(async () => (await said('Everything is on hold')).length === 1)
  expect(await said('Everything is on hold')).toEqual([
    expect.stringContaining(`was moved back: it was at ${newest.slice(0, 7)}`),
  ])
  expect(await repo.workflowHead()).toBe(older)
  await repo.say(issue, 'maintainer', '/doctor fix')
  await until(async () => (await said('No longer on hold')).length === 1)
  expect(await readGit(repo.bareDir, ['merge-base', newest, await repo.workflowHead()])).toBe(newest)
  await repo.say(issue, 'maintainer', '/approve T1')
  await until(async () => (await repo.record(issue)).phase === 'completed')
  const fault = 'somebody else changes or deletes the workflow branch'
  await noteFault({ fault, where: 'moved back while the server was down', tried: 1, lost: 0 })
})

test('killed between putting the branch back and saying so, it is said after the start, once', async () => {
  const repo = await openPlayground({ sandbox, app, idle: () => sandbox.idle() }, { name: 'put-back', dir })
  const issue = await repo.planIssue('A note', writeIssue([{ id: 'T1', path: 'one.txt', content: 'one' }]))
  await until(() => isProposed(repo, issue))
  await repo.push('writer', 'countersign/workflow', { 'workspace/mine.txt': 'mine\n' })
  let killed: Promise<void> | undefined
  intervene = async (passage) => {
    if (killed !== undefined) return breakOff()
    if (findCallSites(passage).every(({ name }) => name !== 'mutation updateRefs (state)')) return passage.carryOut()
    await passage.carryOut()
    killed = app.kill()
    return breakOff()
  }

  await repo.say(issue, 'maintainer', '/doctor fix')
  await until(async () => {
    await killed
    return killed !== undefined
  })
  intervene = (passage) => passage.carryOut()
  await start()

  const said = async (words: string) => (await repo.thread(issue)).filter((text) => text.includes(words))
  await until(async () => (await said('No longer on hold')).length > 0 && (await said('Doctor:')).length > 0)
  expect(await said('No longer on hold')).toEqual([expect.stringContaining('had `countersign/workflow` put back')])
  await noteFault({
    fault: 'server killed (SIGKILL) when a request is done but not answered',
    where: 'the workflow branch put back',
    tried: 1,
    lost: 0,
  })
})
