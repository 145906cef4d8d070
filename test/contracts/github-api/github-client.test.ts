import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ProbotOctokit } from 'probot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paceRequests, type Pacing } from '../../../src/adapters/github/client/pace-requests.ts'
import { createInstallationAuth } from '../../../src/adapters/github/client/installation-auth.ts'
import { githubLimits, shareLimits } from '../../../src/adapters/github/client/limits/request-limits.ts'
import type { RequestObservation } from '../../../src/adapters/github/client/request-observation.ts'
import { traced } from '../../../src/application/trace.ts'
import type { RequestRecord, Sandbox, SandboxOptions } from 'github-sandbox'
import { startCountersignSandbox } from '../../../src/entrypoints/sandbox/start-countersign-sandbox.ts'
import { VirtualClock } from '../../support/virtual-clock.ts'

const at = { owner: 'octo-org', repo: 'widgets' }
const startMs = Date.parse('2026-11-21T10:00:00Z')
const tokenRoute = 'POST /app/installations/{installation_id}/access_tokens'

let dataDir: string
let clock: VirtualClock
let sandbox: Sandbox
let requests: RequestRecord[]
let observed: RequestObservation[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-client-'))
  clock = new VirtualClock(startMs)
  // App tokens are signed with the machine's time, and the sandbox goes by the virtual one.
  vi.useFakeTimers({ toFake: ['Date'], now: startMs })
  requests = []
  observed = []
})
afterEach(async () => {
  vi.useRealTimers()
  await sandbox.close()
  expect(sandbox.drifts).toEqual([])
  await rm(dataDir, { recursive: true })
})

/** A GitHub with the virtual clock, and a client as the server has it. */
async function open(options: Partial<SandboxOptions> = {}, pacing: Partial<Pacing> = {}) {
  const now = () => new Date(clock.now())
  const onRequest = (request: RequestRecord) => void requests.push(request)
  sandbox = await startCountersignSandbox({ port: 0, dataDir, isKept: false, now, onRequest, ...options })
  await sandbox.createRepository({ name: 'widgets' })
  const { id: appId, privateKey, installationId } = sandbox.app
  const octokit = new ProbotOctokit({
    authStrategy: createInstallationAuth({ now: clock.now, wait: clock.waitWithin }),
    auth: { appId, privateKey, installationId },
    baseUrl: sandbox.url,
    throttle: { enabled: false },
    retry: { enabled: false },
    log: { debug() {}, info() {}, warn() {}, error() {}, trace() {}, fatal() {} } as never,
  })
  const token = async () => ((await octokit.auth({ type: 'installation' })) as { token: string }).token
  octokit.hook.wrap('request', (request, one) =>
    clock.during(() => {
      vi.setSystemTime(clock.now())
      return request(one)
    }),
  )
  const paced = paceRequests(
    octokit,
    {
      writeSpacingMs: 0,
      limits: shareLimits(githubLimits, 1),
      now: clock.now,
      wait: clock.wait,
      deadline: (ms) => AbortSignal.timeout(ms),
      observe: (observation) => void observed.push(observation),
      ...pacing,
    },
    installationId,
  )
  const comment = (issue: number, text: string) =>
    octokit.rest.issues.createComment({ ...at, issue_number: issue, body: text })
  const read = () => octokit.rest.repos.get(at)
  const { data: issue } = await octokit.rest.issues.create({ ...at, title: 'An issue' })
  requests.length = 0
  observed.length = 0
  return { octokit, paced, token, read, comment: (text: string) => comment(issue.number, text) }
}

const statuses = () => requests.map(({ route, status }) => `${route} ${status}`)
const tokensMade = () => statuses().filter((one) => one === `${tokenRoute} 201`).length

test('300 comments at once get through GitHub’s own limits without one being refused', async () => {
  const { comment } = await open({ secondaryLimits: true })

  await Promise.all(Array.from({ length: 300 }, (_, index) => comment(`number ${index}`)))

  expect(requests.filter(({ status }) => status !== 201).map(({ status }) => status)).toEqual([])
  expect(requests).toHaveLength(300)
  expect(clock.now() - startMs).toBe(4 * 60_000)
  expect(Math.max(...observed.map(({ waitedMs }) => waitedMs))).toBe(4 * 60_000)
})

test('without limits of its own a client is refused, and comes through by waiting as it is told', async () => {
  const { comment } = await open({ secondaryLimits: { createdPerMinute: 5 } }, { limits: null })

  await Promise.all(Array.from({ length: 8 }, (_, index) => comment(`number ${index}`)))

  expect(statuses().filter((one) => one.endsWith(' 403'))).not.toEqual([])
  expect(statuses().filter((one) => one.endsWith(' 201'))).toHaveLength(8)
  expect(clock.now() - startMs).toBeLessThan(4 * 60_000)
})

/** Without it the answer is a proxy's, which may come after the deed. */
const fromGitHub = { 'x-github-request-id': 'C0DE:1' }

test.each([
  ['403 with retry-after', { status: 403, headers: { 'retry-after': '90' } }, 90_000],
  ['429 with retry-after', { status: 429, headers: { 'retry-after': '90' } }, 90_000],
  [
    '403 with a reset',
    { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(startMs / 1000 + 700) } },
    700_000,
  ],
  ['429 without a word', { status: 429 }, 60_000],
  ['403 without headers', { status: 403, body: { message: 'You have exceeded a secondary rate limit.' } }, 60_000],
])('a write answered with %s is sent again after the pause', async (_name, fault, ms) => {
  const { comment } = await open()
  const headers = { ...fromGitHub, ...('headers' in fault ? fault.headers : {}) }
  const route = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments'
  sandbox.injectFault({ route, when: 'before', ...fault, headers })

  await comment('once')

  expect(requests.map(({ status }) => status)).toEqual([fault.status, 201])
  expect(clock.now() - startMs).toBe(ms)
})

test('a limited GraphQL request, which has status 200, is sent again too', async () => {
  const { octokit } = await open()
  const body = { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] }
  sandbox.injectFault({ route: 'POST /graphql', when: 'before', status: 200, body })

  const answer = await octokit.graphql('query { viewer { login } }')

  expect(answer).toEqual({ viewer: { login: sandbox.app.botLogin } })
  expect(clock.now() - startMs).toBe(60_000)
})

test('an answer that is cut off is no answer: a read is sent again, a write is not', async () => {
  const { read, comment } = await open()
  let cut = 2
  vi.stubGlobal('fetch', async (...parameters: Parameters<typeof fetch>) => {
    const answer = await realFetch(...parameters)
    if (answer.url.endsWith('/access_tokens')) return answer
    cut -= 1
    return cut < 0 ? answer : new Response((await answer.text()).slice(0, 40), answer)
  })

  const { data } = await read()
  cut = 1
  await expect(comment('once')).rejects.toMatchObject({ status: 502 })
  vi.unstubAllGlobals()

  expect(data.name).toBe('widgets')
  expect(requests.map(({ route, status }) => `${route.split(' ')[0]} ${status}`)).toEqual([
    'GET 200',
    'GET 200',
    'GET 200',
    'POST 201',
  ])
})

const realFetch = globalThis.fetch

test('near the end of the hour’s budget it is stretched, and never used up', async () => {
  const { read, octokit } = await open({ rateLimit: 100 })
  const reconcile = () => traced({ urgency: 'background' }, () => octokit.rest.repos.listBranches(at))

  requests.length = 0
  const reading = Array.from({ length: 120 }, read)
  await Promise.all([...reading, reconcile()])

  const limited = requests.filter(({ route }) => route !== tokenRoute)
  const minuteOf = ({ time }: RequestRecord) => Math.floor((Date.parse(time) - startMs) / 60_000)
  expect(new Set(limited.map(({ status }) => status))).toEqual(new Set([200]))
  expect(limited.filter((one) => minuteOf(one) === 0).length).toBeLessThan(95)
  expect(limited.filter((one) => minuteOf(one) < 60).length).toBeLessThan(100)
  expect(limited.filter(({ route }) => route.endsWith('/branches')).map(minuteOf)).toEqual([60])
})

test.each([
  ['after some requests', { tokenLife: { requests: 5 } }],
  ['after some seconds', { tokenLife: { seconds: 30 } }],
])('a token that ends %s costs nobody their request', async (_name, options) => {
  const { comment, read } = await open(options)

  for (let round = 0; round < 6; round += 1) {
    clock.advance(10_000)
    await Promise.all([comment('one'), read(), read()])
  }

  expect(statuses().filter((one) => one.includes('comments') && one.endsWith('201'))).toHaveLength(6)
  expect(tokensMade()).toBeGreaterThan(1)
})

test('a token is renewed before its end, so that nothing is refused', async () => {
  const { read, token } = await open()
  const first = await token()
  clock.advance(56 * 60_000)

  await read()

  expect(statuses()).toEqual([`${tokenRoute} 201`, 'GET /repos/{owner}/{repo} 200'])
  expect(await token()).not.toBe(first)
})

test('many requests under way whose token ends make one new token, and all are done once', async () => {
  const { comment } = await open()
  clock.advance(60_000)
  sandbox.endTokens()

  await Promise.all(Array.from({ length: 20 }, (_, index) => comment(`number ${index}`)))

  expect(tokensMade()).toBe(1)
  expect(statuses().filter((one) => one.endsWith('comments 201'))).toHaveLength(20)
})

test('a token that is refused again is not renewed for ever', async () => {
  const { read } = await open()
  clock.advance(60_000)
  const refusal = { status: 401, body: { message: 'Bad credentials' }, times: 100 }
  sandbox.injectFault({ route: 'GET /repos/{owner}/{repo}', when: 'before', ...refusal })

  await expect(read()).rejects.toMatchObject({ status: 401 })
  expect(tokensMade()).toBe(1)
})

test('each request is observed with its call site, and the operation that it belongs to', async () => {
  const { comment, read } = await open()

  await traced({ op: 'ISS-001/4' }, () => comment('x'))
  await read()

  expect(observed).toMatchObject([
    {
      callSite: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
      status: 201,
      op: 'ISS-001/4',
      installationId: sandbox.app.installationId,
      tries: 1,
      budget: { limit: 5000 },
    },
    { callSite: 'GET /repos/{owner}/{repo}', status: 200, op: null },
  ])
  expect(observed[0]?.requestId).toMatch(/^[0-9A-F-]{36}$/)
})
