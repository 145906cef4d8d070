import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Octokit } from '@octokit/rest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { startSandbox } from '../../src/sandbox/start-sandbox.ts'
import { copyEmptyDatabase } from '../support/embedded-template.ts'
import { type AppProcess, startAppProcess } from './support/app-process.ts'

let dir: string
let sandbox: Sandbox
let live: AppProcess | undefined

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-crash-'))
  await copyEmptyDatabase(join(dir, 'app/database'))
  // No answer of GitHub's is so quick that a comment is answered before the kill that follows it.
  sandbox = await startSandbox({ port: 0, dataDir: join(dir, 'github'), latencyMs: 250 })
})

afterAll(async () => {
  await live?.kill()
  await sandbox.close()
  expect(sandbox.drifts).toEqual([])
  await rm(dir, { recursive: true, force: true })
})

/** It doesn't sweep: what it knows is what it was told by webhooks. */
async function start(): Promise<AppProcess> {
  live = await startAppProcess(sandbox, join(dir, 'app'), { SWEEP_MINUTES: '0' })
  return live
}

test('comments that were acknowledged before a kill -9 are answered after it, each once', async () => {
  const app = await start()
  sandbox.setWebhookUrl(app.webhookUrl)
  const { repository } = await sandbox.createRepository({ name: 'crash' })
  const [owner = '', repo = ''] = repository.split('/')
  const client = new Octokit({ auth: sandbox.tokens.maintainer, baseUrl: sandbox.url })
  const countAnswers = async (issue_number: number) => {
    const { data } = await client.rest.issues.listComments({ owner, repo, issue_number })
    return data.filter((comment) => comment.user?.login === sandbox.app.botLogin).length
  }
  const asked: number[] = []
  for (const title of ['One', 'Two', 'Three', 'Four']) {
    const { data: issue } = await client.rest.issues.create({ owner, repo, title })
    await client.rest.issues.createComment({ owner, repo, issue_number: issue.number, body: '/help' })
    asked.push(issue.number)
  }

  // Every delivery is acknowledged then; what the last one asks for can't be done yet.
  await sandbox.idle()
  await app.kill()
  const deliveries = sandbox.world.deliveries.map(({ statusCode }) => statusCode)
  expect(new Set(deliveries)).toEqual(new Set([202]))
  expect(await countAnswers(asked.at(-1) ?? 0)).toBe(0)
  await start()

  await expect.poll(() => Promise.all(asked.map(countAnswers)), { timeout: 40_000 }).toEqual([1, 1, 1, 1])
})
