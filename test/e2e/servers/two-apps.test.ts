import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { openServer } from '../../../src/adapters/postgres/server/open-server.ts'
import type { Sandbox } from 'github-sandbox'
import { startCountersignSandbox } from '../../../src/entrypoints/sandbox/start-countersign-sandbox.ts'
import { createServerSource } from '../../support/queues/database-sources.ts'
import { startAppProcess } from '../support/processes/app-process.ts'
import { openPlayground } from '../support/playground.ts'
import { removeFolder } from '../support/processes/remove-folder.ts'
import { expectSound } from '../support/processes/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'
import { isPlanShown } from '../support/is-plan-shown.ts'
import { patienceMs } from '../../support/vitest/patience.ts'

const slow = { timeout: patienceMs(120_000), interval: 250 }

/** Gives each webhook to all of them at once: as it came, and once more laid out anew under a delivery id of its own. */
async function fanOut(sandbox: Sandbox, urls: readonly string[]) {
  const refused: number[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const body = (await buffer(request)).toString()
      const anew = JSON.stringify(JSON.parse(body), null, 1)
      const signature = `sha256=${createHmac('sha256', sandbox.app.webhookSecret).update(anew).digest('hex')}`
      const headers = {
        'content-type': 'application/json',
        'x-github-event': String(request.headers['x-github-event']),
        'x-github-delivery': String(request.headers['x-github-delivery']),
        'x-hub-signature-256': String(request.headers['x-hub-signature-256']),
      }
      const again = { ...headers, 'x-github-delivery': randomUUID(), 'x-hub-signature-256': signature }
      const answers = await Promise.all(
        urls.flatMap((url) => [
          fetch(url, { method: 'POST', body, headers }),
          fetch(url, { method: 'POST', body: anew, headers: again }),
        ]),
      )
      refused.push(...answers.filter(({ ok }) => !ok).map(({ status }) => status))
      response.end()
    })()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, refused, close: () => server.close() }
}

test('two Apps on one Postgres that are told everything twice each do and say everything once', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'countersign-two-apps-'))
  const source = await createServerSource()
  const address = await source.address()
  const sandbox = await startCountersignSandbox({ port: 0, dataDir: join(dir, 'github'), isKept: false })
  const env = { DATABASE_URL: address, SWEEP_MINUTES: '0', SECONDARY_LIMITS: 'off' }
  const apps = await Promise.all(['a', 'b'].map((name) => startAppProcess(sandbox, join(dir, name), env)))
  const fan = await fanOut(
    sandbox,
    apps.map((app) => app.webhookUrl),
  )
  sandbox.setWebhookUrl(fan.url)
  const database = await openServer(address, () => {})
  const untilRest = () =>
    vi.waitFor(async () => {
      const [found] = await database.query(
        `select (select count(*) from countersign.inbox where state <> 'done') + (select count(*) from countersign.run)
          + (select count(*) from countersign.inbox_lane where held_until > '-infinity' and lane like '%#%') as open`,
      )
      expect(found).toEqual({ open: '0' })
    }, slow)
  try {
    const running = { sandbox, app: { webhookUrl: fan.url }, idle: () => sandbox.idle() }
    const repo = await openPlayground(running, { name: 'twice', dir, config: 'run:\n  isolation: none\n' })
    const issue = await repo.planIssue(
      'A note',
      writeIssue([{ id: 'T1', path: 'note.txt', run: 'echo done > note.txt' }]),
    )
    await vi.waitFor(async () => expect(await repo.record(issue)).toSatisfy(isPlanShown), slow)
    await repo.say(issue, 'maintainer', '/approve')
    await vi.waitFor(async () => expect((await repo.record(issue)).phase).toBe('completed'), slow)
    await untilRest()
    const before = await repo.thread(issue)
    await repo.say(issue, 'maintainer', '/list')
    await vi.waitFor(async () => expect((await repo.thread(issue)).length).toBeGreaterThan(before.length), slow)
    await untilRest()

    const thread = await repo.thread(issue)
    expect(thread).toHaveLength(before.length + 1)
    expect(new Set(thread).size).toBe(thread.length)
    const { artifacts, receipts } = await repo.execution(issue)
    expect([artifacts.length, receipts.length]).toEqual([1, 1])
    expect((await repo.pulls()).map(({ head }) => head).toSorted()).toEqual([
      'countersign/ISS-001/1/T1',
      'countersign/ISS-001/1/base',
    ])
    await expectSound({ sandbox }, repo)
    expect([fan.refused, sandbox.drifts]).toEqual([[], []])
  } finally {
    await Promise.all(apps.map((app) => app.kill()))
    fan.close()
    await database.close()
    await sandbox.close()
    await source.close()
    await removeFolder(dir)
  }
})
