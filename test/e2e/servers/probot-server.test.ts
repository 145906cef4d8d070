import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sandbox } from 'github-sandbox'
import { Probot, Server } from 'probot'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountCountersign, type MountedCountersign } from '../../../src/entrypoints/probot.ts'
import { startCountersignSandbox } from '../../../src/entrypoints/sandbox/start-countersign-sandbox.ts'
import { findFreePort } from '../../support/find-free-port.ts'
import { goldenStory, type Standing } from '../faults/support/stories/golden-story.ts'
import { openPlayground, type Playground } from '../support/playground.ts'

let dir: string
let sandbox: Sandbox
let server: Server
let mounted: MountedCountersign
let playground: Playground
/** What another application on the same server was told. */
const others: string[] = []

async function idle(): Promise<void> {
  for (let before = -1; before !== sandbox.world.deliveries.length;) {
    before = sandbox.world.deliveries.length
    await sandbox.idle()
    await mounted.idle()
  }
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-probot-'))
  sandbox = await startCountersignSandbox({ port: 0, dataDir: join(dir, 'github') })
  const { id, privateKey, webhookSecret: secret } = sandbox.app
  const port = await findFreePort()
  const log = pino({ level: 'silent' })
  await writeFile(join(dir, 'key.pem'), privateKey)
  // What somebody has in .env who runs Probot against a GitHub Enterprise Server.
  const env = {
    APP_ID: String(id),
    PRIVATE_KEY_PATH: join(dir, 'key.pem'),
    WEBHOOK_SECRET: secret,
    ONBOARDING: 'off',
    GHE_PROTOCOL: 'http',
    GHE_HOST: new URL(sandbox.web).host,
    LOG_LEVEL: 'fatal',
    DATA_DIR: join(dir, 'app'),
    DATABASE: 'memory',
    RUN_AS_ROOT: 'allowed',
    UNCONFINED_COMMANDS: 'allowed',
    WRITE_SPACING_MS: '0',
    SECONDARY_LIMITS: 'off',
    SWEEP_MINUTES: '0',
  }

  server = new Server({
    host: '127.0.0.1',
    port,
    log,
    Probot: Probot.defaults({ appId: id, privateKey, secret, baseUrl: sandbox.url, log }),
  })
  await server.load(async (app, options) => {
    mounted = await mountCountersign(app, { ...options, env })
  })
  await server.load((app) => {
    app.on('issues.labeled', (context) => void others.push(context.payload.issue.title))
  })
  await server.start()
  await mounted.begun
  const webhookUrl = `http://127.0.0.1:${port}/api/github/webhooks`
  sandbox.setWebhookUrl(webhookUrl)
  const { config } = goldenStory
  playground = await openPlayground({ sandbox, app: { webhookUrl }, idle }, { name: 'golden', dir, config })
})

afterAll(async () => {
  await server.stop()
  await mounted.close()
  await sandbox.close()
  await rm(dir, { recursive: true, force: true })
})

test('in a plain Probot server an issue goes from its label to its release, and other applications hear of it', async () => {
  const issue = await playground.planIssue(goldenStory.title, goldenStory.body)

  await goldenStory.play(
    {
      playground,
      sandbox,
      async until(what, holds) {
        await idle()
        const standing: Standing = {
          record: await playground.record(issue),
          execution: await playground.execution(issue).catch(() => null),
        }
        expect(await holds(standing), what).toBe(true)
      },
      away: (act) => act(),
      unsent: (act) => act(),
      reconcile: async () => void (await mounted.reconcile()),
    },
    issue,
  )

  const { data: releases } = await playground.as('reader').rest.repos.listReleases({ ...playground.place })
  expect(
    releases.map(({ draft, assets }) => ({ draft, isProvable: assets.some(({ name }) => name === 'manifest.json') })),
  ).toEqual([{ draft: false, isProvable: true }])
  expect(others).toContain(goldenStory.title)
  expect(sandbox.drifts).toEqual([])
})

test('its pages are those of a server of its own, and other paths stay Probot’s', async () => {
  const read = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`)
    return [answer.status, await answer.text()] as const
  }

  expect(await read('/readyz')).toEqual([200, '{"ready":true}'])
  expect((await read('/metrics'))[1]).toContain('countersign_webhooks_total{')
  expect((await read('/public-keys'))[0]).toBe(200)
  expect(await read('/ping')).toEqual([200, 'PONG'])
  expect((await read('/nothing'))[0]).toBe(404)
})
