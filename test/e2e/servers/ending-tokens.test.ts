import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SandboxApp, startSandboxApp } from '../../../src/entrypoints/sandbox/start-sandbox-app.ts'
import { noteFault } from '../faults/support/chains/note-fault.ts'
import { openPlayground } from '../support/playground.ts'
import { writeIssue } from '../support/write-issue.ts'

let dir: string
let running: SandboxApp

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-tokens-'))
  running = await startSandboxApp({
    dataDir: dir,
    port: 0,
    env: { ...process.env, LOG_LEVEL: 'silent' },
    secondIdentity: true,
    sandbox: { tokenLife: { requests: 3 }, isKept: false },
  })
})

afterAll(async () => {
  await running.close()
  expect(running.sandbox.drifts).toEqual([])
  await rm(dir, { recursive: true, force: true })
})

test('work goes on while tokens end after every third request', async () => {
  const place = await openPlayground(running, { name: 'tokens', dir })
  const issue = await place.planIssue('Notes', writeIssue([{ id: 'T1', path: 'NOTES.md', content: 'One' }]))
  const { plan_hash: hash } = await place.record(issue)

  await place.say(issue, 'maintainer', `/approve plan@${hash?.slice(0, 7)}`)

  expect(await place.task(issue, 'T1')).toMatchObject({ state: 'DONE', attempts: 0 })
  const refused = running.requests.filter(({ status }) => status === 401)
  const made = running.requests.filter(({ route, status }) => route.endsWith('/access_tokens') && status === 201)
  expect(refused.length).toBeGreaterThan(5)
  expect(made.length).toBeGreaterThan(5)
  expect(refused.filter(({ route }) => route.startsWith('git '))).not.toEqual([])
  const where = 'after every third request of an issue'
  await noteFault({ fault: '401: the token has ended', where, tried: refused.length, lost: 0 })
})
