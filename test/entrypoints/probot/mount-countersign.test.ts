import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import nock from 'nock'
import { pino } from 'pino'
import { Probot, ProbotOctokit } from 'probot'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { mountCountersign, type MountedCountersign } from '../../../src/entrypoints/probot.ts'
import { buildPayload } from '../../support/webhook-payloads.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = String(privateKey.export({ type: 'pkcs1', format: 'pem' }))
const secret = 'a secret of sixteen'

let dir: string
let mounted: MountedCountersign | undefined

const comment = buildPayload('issue_comment', 'created', {
  issue: { number: 7, pull_request: undefined },
  comment: { id: 99, body: '/status' },
})

// Files of tests share a process: what stands in for the network is gone with the last of these.
beforeAll(() => {
  if (!nock.isActive()) nock.activate()
})
afterAll(() => nock.restore())
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-probot-'))
  nock.disableNetConnect()
})
afterEach(async () => {
  await mounted?.close()
  mounted = undefined
  nock.cleanAll()
  nock.enableNetConnect()
  await rm(dir, { recursive: true, force: true })
})

/** As Probot's guide on tests makes one. */
function createProbot(options: { secret?: string } = { secret }): Probot {
  return new Probot({
    appId: 42,
    privateKey: pem,
    ...options,
    log: pino({ level: 'silent' }),
    Octokit: ProbotOctokit.defaults({ retry: { enabled: false }, throttle: { enabled: false } }),
  })
}

async function load(probot: Probot, changes: Record<string, string | undefined> = {}): Promise<void> {
  const env = {
    APP_ID: '42',
    PRIVATE_KEY: Buffer.from(pem).toString('base64'),
    WEBHOOK_SECRET: secret,
    DATA_DIR: dir,
    DATABASE: 'memory',
    LOG_LEVEL: 'silent',
    RUN_AS_ROOT: 'allowed',
    SWEEP_MINUTES: '0',
    ...changes,
  }
  await probot.load(async (app, options) => {
    mounted = await mountCountersign(app, { ...options, env })
  })
}

/** GitHub as far as it is asked: who the App is, a token, and queries, which it refuses. */
function answerAsGitHub(): string[] {
  const asked: string[] = []
  const note = (what: string, answer: object) => () => {
    asked.push(what)
    return [what === 'token' ? 201 : 200, answer] as const
  }
  nock('https://api.github.com')
    .persist()
    .get('/app')
    .reply(note('app', { slug: 'countersign' }))
    .post('/app/installations/5/access_tokens')
    .reply(note('token', { token: 'ghs_test', expires_at: new Date(Date.now() + 3_600_000).toISOString() }))
    .post('/graphql', ({ variables }) => variables.owner === 'octo-org')
    .reply(note('query', { data: null, errors: [{ type: 'FORBIDDEN', message: 'not in this test' }] }))
    .get(/.*/)
    .reply(404, {})
    .post(/.*/)
    .reply(403, {})
  return asked
}

test('a webhook that Probot receives is taken up, with a token of its installation', async () => {
  const asked = answerAsGitHub()
  const probot = createProbot()
  await load(probot)
  await mounted?.begun

  await probot.receive({ id: 'a1', name: 'issue_comment', payload: comment as never })
  await vi.waitFor(() => expect(asked).toContain('query'))

  expect(asked.slice(0, 3)).toEqual(['app', 'token', 'query'])
})

test('one that can’t be stored is refused, so that it is delivered again', async () => {
  answerAsGitHub()
  const probot = createProbot()
  await load(probot)

  const receiving = probot.receive({ id: 'a1', name: 'issue_comment', payload: { action: 'created' } as never })

  await expect(receiving).rejects.toMatchObject({
    errors: [{ message: expect.stringContaining('issue_comment was not stored: the payload') }],
  })
})

test.each([
  ['the default secret, which everybody knows', undefined, {}, 'this Probot server takes webhooks of anybody'],
  ['the default secret, given on purpose', 'development', {}, 'this Probot server takes webhooks of anybody'],
  ['a secret that is not WEBHOOK_SECRET', 'another of sixteen', {}, /another secret than WEBHOOK_SECRET/],
  ['settings that lack something', secret, { APP_ID: undefined }, '1 setting is missing or wrong'],
  ['a database that is none', secret, { DATABASE_URL: 'file:here' }, '1 setting is missing or wrong'],
])('is not mounted with %s', async (_, given, changes, message) => {
  const loading = load(createProbot(given === undefined ? {} : { secret: given }), changes)

  await expect(loading).rejects.toMatchObject({
    code: 'configuration_invalid',
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  })
})

test('levels of the log that only Probot has are no mistake', async () => {
  answerAsGitHub()

  await expect(load(createProbot(), { LOG_LEVEL: 'fatal' })).resolves.toBeUndefined()
})

test('where GitHub doesn’t know the App, webhooks are stored all the same', async () => {
  nock('https://api.github.com').persist().get('/app').reply(401, {})
  const probot = createProbot()
  await load(probot)

  await expect(probot.receive({ id: 'a1', name: 'issue_comment', payload: comment as never })).resolves.toBeUndefined()
})
