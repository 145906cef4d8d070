import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sandbox } from 'github-sandbox'
import { startCountersignSandbox } from '../../../src/entrypoints/sandbox/start-countersign-sandbox.ts'
import { parseSettings } from '../../../src/entrypoints/settings/parse-settings.ts'
import { startApp } from '../../../src/entrypoints/server/start-app.ts'
import { type AppProcess, startAppProcess } from '../support/processes/app-process.ts'
import { appSettings } from '../support/processes/app-settings.ts'
import { openPlayground } from '../support/playground.ts'
import { removeFolder } from '../support/processes/remove-folder.ts'
import { expectSound } from '../support/processes/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'
import { type DoorState, type GitHubDoor, openDoor } from './support/github-door.ts'
import { noteFault } from './support/chains/note-fault.ts'
import { patienceMs } from '../../support/vitest/patience.ts'

const patience = { timeout: patienceMs(60_000), interval: 100 }
/** In this order, so that a server meets each of them in its first seconds. */
const states: readonly DoorState[] = ['401', '502', 'silent', '401 of a proxy', 'refused']

let dir: string
let sandbox: Sandbox
let door: GitHubDoor
let app: AppProcess | undefined

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-outage-'))
  sandbox = await startCountersignSandbox({ port: 0, dataDir: join(dir, 'github'), isKept: false })
  door = await openDoor(sandbox.url)
})

afterAll(async () => {
  await app?.kill()
  await door.close()
  await sandbox.close()
  await removeFolder(dir)
})

async function ask(path: string): Promise<{ status: number; said: unknown }> {
  const answer = await fetch(new URL(path, app?.webhookUrl))
  return { status: answer.status, said: await answer.json() }
}

function messages(): unknown[] {
  return app?.readLog().map(({ msg }) => msg) ?? []
}

test('a server that finds no GitHub takes webhooks, says what it waits for, and goes on by itself', async () => {
  await door.turn('401')
  app = await startAppProcess(sandbox, join(dir, 'app'), {
    GITHUB_API_URL: door.url,
    DATABASE: 'memory',
    LOG_LEVEL: 'info',
  })
  sandbox.setWebhookUrl(app.webhookUrl)
  const running = { sandbox, app, idle: () => sandbox.idle() }
  const repo = await openPlayground(running, { name: 'outage-at-start', dir })
  const issue = await repo.openIssue('A note', writeIssue([{ id: 'T1', path: 'a.txt', content: 'a' }]))
  await repo.label(issue)
  await sandbox.idle()
  for (const state of states) {
    await door.turn(state)
    if (state !== 'refused') await door.met()
  }
  await expect.poll(messages, patience).toContain(began)

  expect(new Set(sandbox.world.deliveries.map(({ statusCode }) => statusCode))).toEqual(new Set([202]))
  expect(await ask('/healthz')).toMatchObject({ status: 200 })
  expect(await ask('/readyz')).toMatchObject({
    status: 503,
    said: { ready: false, why: expect.stringMatching(/^GitHub does not answer, since 2/), waits_for: ['github'] },
  })

  await door.turn('open')
  await expect.poll(async () => (await repo.record(issue)).plan_comment, patience).not.toBeNull()

  expect(await ask('/readyz')).toEqual({ status: 200, said: { ready: true } })
  expect(messages().filter((one) => String(one).startsWith('GitHub'))).toEqual([refused, began, ended])
  await sandbox.idle()
  await expectSound({ sandbox }, repo)
  for (const where of states)
    await noteFault({ fault: 'GitHub out of reach when a server starts', where: wordsOf(where), tried: 1, lost: 0 })
})

const refused = 'GitHub does not know this App: it is asked again for some seconds, then the server ends'
const began = 'GitHub does not answer: webhooks are stored, and the work begins once it does'
const ended = 'GitHub answers: the work begins'

function wordsOf(state: DoorState): string {
  switch (state) {
    case 'open':
      return 'it answers'
    case 'refused':
      return 'connections are refused'
    case 'silent':
      return 'no answer at all'
    case '502':
      return 'it answers 502'
    case '401 of a proxy':
      return 'a proxy answers 401'
    case '401':
      return 'it answers 401 for a moment'
  }
}

test('a server that GitHub refuses again and again says so and ends', async () => {
  await door.turn('401')
  const app = await startApp(parseSettings(settingsWith({})), {}, undefined, { wait: async () => {} })

  await expect(app.begun).rejects.toMatchObject({
    code: 'github_refused',
    message: expect.stringMatching(/doesn't know this App .*A JSON web token could not be decoded/),
  })
  await app.close()
})

test('a server with a key that is none ends before it takes anything', async () => {
  const key = '-----BEGIN RSA PRIVATE KEY-----\ncanary\n-----END RSA PRIVATE KEY-----\n'

  await expect(startApp(parseSettings(settingsWith({ PRIVATE_KEY: key })), {})).rejects.toMatchObject({
    code: 'configuration_invalid',
    message: "PRIVATE_KEY can't be read",
    details: expect.not.stringContaining('canary'),
  })
})

test('told to end while it waits, a server ends at once', async () => {
  await door.turn('silent')
  const app = await startApp(parseSettings(settingsWith({})), {})
  await door.met()

  await app.close()

  await expect(app.begun).rejects.toMatchObject({ code: 'github_unavailable' })
})

function settingsWith(env: Record<string, string>): Record<string, string> {
  const common = { GITHUB_API_URL: door.url, DATA_DIR: join(dir, 'here'), DATABASE: 'memory', PORT: '0' }
  return { ...appSettings(sandbox), ...common, LOG_LEVEL: 'silent', ...env }
}
