import { createHmac, createSign } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Octokit } from '@octokit/rest'
import { execa } from 'execa'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startCountersignSandbox } from '../../../src/entrypoints/sandbox/start-countersign-sandbox.ts'
import type { Sandbox, SandboxOptions } from 'github-sandbox'
import { refusalOf } from '../github-api/github-target.ts'

const at = { owner: 'octo-org', repo: 'contract' }
const silent = { debug() {}, info() {}, warn() {}, error() {} }

interface Received {
  headers: IncomingHttpHeaders
  body: string
}

describe('the App on the sandbox', () => {
  let dataDir: string
  let sandbox: Sandbox
  let clock: Date
  let receiver: Server
  let received: Received[]
  let answerStatus: number

  const start = async (options: Partial<SandboxOptions> = {}) => {
    sandbox = await startCountersignSandbox({ port: 0, dataDir, now: () => clock, ...options })
    sandbox.setWebhookUrl(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`)
  }

  beforeEach(async () => {
    clock = new Date('2026-01-01T00:00:00Z')
    received = []
    answerStatus = 202
    receiver = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        received.push({ headers: request.headers, body })
        response.writeHead(answerStatus).end('noted')
      })
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'countersign-app-'))
  })

  afterEach(async () => {
    await sandbox.close()
    receiver.close()
    await rm(dataDir, { recursive: true })
  })

  const clientFor = (auth: string) => new Octokit({ baseUrl: sandbox.url, auth, log: silent })
  const signToken = (claims: Record<string, unknown>, key = sandbox.app.privateKey) => {
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const unsigned = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`
    return `${unsigned}.${createSign('RSA-SHA256').update(unsigned).sign(key, 'base64url')}`
  }
  const appClient = () => {
    const seconds = Math.floor(clock.getTime() / 1000)
    return clientFor(signToken({ iss: sandbox.app.id, iat: seconds - 30, exp: seconds + 540 }))
  }
  const createToken = async (narrowing: object = {}) => {
    const asked = { installation_id: sandbox.app.installationId, ...narrowing }
    return (await appClient().apps.createInstallationAccessToken(asked)).data
  }

  test('its JSON Web Token names it', async () => {
    await start()

    const { data } = await appClient().apps.getAuthenticated()

    expect(data).toMatchObject({ slug: 'countersign', id: sandbox.app.id })
  })

  test.each([
    ['is expired', { iat: -700, exp: -100 }],
    ['lives longer than ten minutes', { iat: -30, exp: 3600 }],
    ['comes from the future', { iat: 600, exp: 660 }],
  ])('a token that %s is refused', async (_, claims) => {
    await start()
    const seconds = Math.floor(clock.getTime() / 1000)
    const token = signToken({ iss: sandbox.app.id, iat: seconds + claims.iat, exp: seconds + claims.exp })

    const response = await fetch(`${sandbox.url}/app`, { headers: { authorization: `bearer ${token}` } })

    expect(response.status).toBe(401)
  })

  test('an installation token expires after an hour', async () => {
    await start()
    await sandbox.createRepository({ name: 'contract' })
    const { token, expires_at } = await createToken()
    const client = clientFor(token)
    const before = await client.apps.listReposAccessibleToInstallation()

    clock = new Date('2026-01-01T01:00:01Z')
    const after = await refusalOf(client.apps.listReposAccessibleToInstallation())

    expect(token).toMatch(/^ghs_/)
    expect([before.data.total_count, expires_at]).toEqual([1, '2026-01-01T01:00:00Z'])
    expect(after).toMatchObject({ status: 401, text: expect.stringContaining('Bad credentials') })
  })

  test('a token narrowed to one repository and permission can do no more', async () => {
    await start()
    await sandbox.createRepository({ name: 'contract' })
    await sandbox.createRepository({ name: 'other' })
    const { token } = await createToken({ repositories: ['contract'], permissions: { issues: 'write' } })
    const client = clientFor(token)

    const allowed = await client.issues.create({ ...at, title: 'Allowed' })
    const elsewhere = await refusalOf(client.issues.create({ ...at, repo: 'other', title: 'Elsewhere' }))
    const another = await refusalOf(client.git.createBlob({ ...at, content: 'x' }))

    expect([allowed.status, elsewhere.status, another.status]).toEqual([201, 403, 403])
    expect(allowed.data.user?.login).toBe('countersign[bot]')
  })

  test('a permission that the installation lacks is not given', async () => {
    await start()

    const refusal = await refusalOf(createToken({ permissions: { workflows: 'write' } }))

    expect(refusal.status).toBe(422)
  })

  test('its commits are its own and verified, unless it names another author', async () => {
    await start()
    await sandbox.createRepository({ name: 'contract' })
    const client = clientFor((await createToken()).token)
    const put = { ...at, message: 'Put', content: 'eA==' }

    const own = await client.repos.createOrUpdateFileContents({ ...put, path: 'own.txt' })
    const author = { name: 'Other', email: 'other@example.test' }
    const other = await client.repos.createOrUpdateFileContents({
      ...put,
      path: 'other.txt',
      author,
      committer: author,
    })

    const bot = sandbox.world.users.find((user) => user.login === sandbox.app.botLogin)
    expect(own.data.commit).toMatchObject({
      author: { name: 'countersign[bot]', email: `${bot?.id}+countersign[bot]@users.noreply.github.com` },
      committer: { name: 'GitHub', email: 'noreply@github.com' },
      verification: { verified: true, reason: 'valid' },
    })
    expect(other.data.commit.verification).toMatchObject({ verified: false, reason: 'unsigned' })
  })

  test('it writes no workflow files', async () => {
    await start()
    await sandbox.createRepository({ name: 'contract' })
    const client = clientFor((await createToken()).token)
    const put = { ...at, message: 'Put', content: 'eA==', path: '.github/workflows/x.yml' }

    const refusal = await refusalOf(client.repos.createOrUpdateFileContents(put))

    expect(refusal.text).toContain('without `workflows` permission')
  })

  test('webhooks are signed with its secret', async () => {
    await start()
    await sandbox.createRepository({ name: 'contract' })
    await sandbox.idle()
    received = []

    await clientFor(sandbox.tokens.writer).issues.create({ ...at, title: 'Sign this' })
    await sandbox.idle()

    const [hook] = received
    const { headers = {}, body = '' } = hook ?? {}
    expect(headers).toMatchObject({
      'x-github-event': 'issues',
      'x-github-hook-installation-target-id': String(sandbox.app.id),
      'x-github-hook-installation-target-type': 'integration',
      'content-type': 'application/json',
    })
    const sign = (algorithm: string) => createHmac(algorithm, sandbox.app.webhookSecret).update(body).digest('hex')
    expect(headers['x-hub-signature-256']).toBe(`sha256=${sign('sha256')}`)
    expect(headers['x-hub-signature']).toBe(`sha1=${sign('sha1')}`)
    expect(JSON.parse(body)).toMatchObject({ action: 'opened', installation: { id: sandbox.app.installationId } })
  })

  test('a failed delivery is listed and can be sent again under its guid', async () => {
    await start()
    answerStatus = 500
    await sandbox.createRepository({ name: 'contract' })
    await sandbox.idle()
    answerStatus = 200
    const { data: failed } = await appClient().apps.listWebhookDeliveries()

    await appClient().apps.redeliverWebhookDelivery({ delivery_id: failed[0]?.id ?? 0 })
    await sandbox.idle()

    const { data: all } = await appClient().apps.listWebhookDeliveries()
    const { data: failures } = await appClient().apps.listWebhookDeliveries({ status: 'failure' })
    const { data: newest } = await appClient().apps.getWebhookDelivery({ delivery_id: all[0]?.id ?? 0 })
    expect(failed).toMatchObject([{ event: 'installation_repositories', status_code: 500, redelivery: false }])
    expect(all).toMatchObject([{ guid: failed[0]?.guid, status_code: 200, redelivery: true }, { status_code: 500 }])
    expect(failures).toHaveLength(1)
    expect(newest.response.payload).toBe('noted')
    expect(received[1]?.body).toBe(received[0]?.body)
    expect(received[1]?.headers['x-github-delivery']).toBe(received[0]?.headers['x-github-delivery'])
  })

  test('the hour’s requests are counted, and then refused until the hour is over', async () => {
    await start({ rateLimit: 2 })
    await sandbox.createRepository({ name: 'contract' })
    const client = clientFor(sandbox.tokens.writer)

    const first = await client.repos.get(at)
    await client.repos.get(at)
    const refused = await fetch(`${sandbox.url}/repos/octo-org/contract`, {
      headers: { authorization: `token ${sandbox.tokens.writer}` },
    })
    const { data: limits } = await client.rateLimit.get()
    clock = new Date('2026-01-01T01:00:00Z')
    const later = await client.repos.get(at)

    expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '1' })
    expect(refused.status).toBe(403)
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
    expect(refused.headers.get('retry-after')).toBe('3600')
    expect(limits.resources.core.remaining).toBe(0)
    expect(later.status).toBe(200)
  })

  test.each([
    ['content', { createdPerMinute: 2 }],
    ['points', { restPointsPerMinute: 12 }],
  ])('who is too fast with %s is refused for a while, and what was refused does not count', async (_name, limits) => {
    await start({ secondaryLimits: limits })
    await sandbox.createRepository({ name: 'contract' })
    const client = clientFor(sandbox.tokens.writer)
    const create = () => client.issues.create({ ...at, title: 'x' })

    await create()
    await create()
    const refused = await refusalOf(create())
    const read = await client.repos.get(at)
    clock = new Date(clock.getTime() + 60_000)
    const later = await create()

    expect(refused).toMatchObject({ status: 403, text: expect.stringContaining('secondary rate limit') as string })
    expect([read.status, later.status]).toEqual([200, 201])
  })

  test('GraphQL has points of its own', async () => {
    await start({ secondaryLimits: { graphqlPointsPerMinute: 2, restPointsPerMinute: 1 } })
    await sandbox.createRepository({ name: 'contract' })
    const client = clientFor(sandbox.tokens.writer)
    const query = () => client.graphql('query { viewer { login } }')

    await query()
    await query()
    const refused = await refusalOf(query())
    const read = await client.repos.get(at)

    expect([refused.status, read.status]).toEqual([403, 200])
  })

  test.each([
    ['requests', { tokenLife: { requests: 2 } }],
    ['seconds', { tokenLife: { seconds: 10 } }],
  ])('a token may end after some %s', async (_name, options) => {
    await start(options)
    await sandbox.createRepository({ name: 'contract' })
    const { token } = await createToken()
    const read = () => clientFor(token).repos.get(at)

    await read()
    await read()
    clock = new Date(clock.getTime() + 10_000)
    const refused = await refusalOf(read())

    expect(refused).toMatchObject({ status: 401, text: expect.stringContaining('Bad credentials') as string })
  })

  test('large trees are truncated', async () => {
    await start({ treeLimit: 3 })
    const files = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${name}.txt`, name]))
    await sandbox.createRepository({ name: 'contract', files })
    const client = clientFor(sandbox.tokens.reader)

    const { data } = await client.git.getTree({ ...at, tree_sha: 'main', recursive: '1' })

    expect([data.truncated, data.tree.length]).toEqual([true, 3])
  })

  test('reads of refs lag when they are told to', async () => {
    await start({ readLagMs: 5000 })
    await sandbox.createRepository({ name: 'contract' })
    const client = clientFor(sandbox.tokens.writer)
    const main = await client.git.getRef({ ...at, ref: 'heads/main' })
    await client.git.createRef({ ...at, ref: 'refs/heads/new', sha: main.data.object.sha })

    const soon = await refusalOf(client.git.getRef({ ...at, ref: 'heads/new' }))
    const again = await refusalOf(client.git.createRef({ ...at, ref: 'refs/heads/new', sha: main.data.object.sha }))
    clock = new Date(clock.getTime() + 5000)
    const later = await client.git.getRef({ ...at, ref: 'heads/new' })

    expect([soon.status, again.status, later.status]).toEqual([404, 422, 200])
  })

  test('lists lag too, single things do not', async () => {
    await start({ readLagMs: 5000 })
    await sandbox.createRepository({ name: 'contract' })
    clock = new Date(clock.getTime() + 60_000)
    const client = clientFor(sandbox.tokens.writer)
    const { data: issue } = await client.issues.create({ ...at, title: 'New' })

    const soon = await client.issues.listForRepo(at)
    const single = await client.issues.get({ ...at, issue_number: issue.number })
    clock = new Date(clock.getTime() + 5000)
    const later = await client.issues.listForRepo(at)

    expect([soon.data.length, single.data.title, later.data.length]).toEqual([0, 'New', 1])
  })

  test('a fault strikes once, before or after the work', async () => {
    await start()
    await sandbox.createRepository({ name: 'contract' })
    const client = clientFor(sandbox.tokens.writer)
    const route = 'POST /repos/{owner}/{repo}/issues'
    sandbox.injectFault({ route, when: 'before', status: 502 })
    const before = await refusalOf(client.issues.create({ ...at, title: 'Before' }))
    sandbox.injectFault({ route, when: 'after', status: 500, headers: { 'retry-after': '1' } })
    const after = await refusalOf(client.issues.create({ ...at, title: 'After' }))
    const third = await client.issues.create({ ...at, title: 'Third' })

    const { data } = await client.issues.listForRepo(at)

    expect([before.status, after.status, third.status]).toEqual([502, 500, 201])
    expect(data.map((issue) => issue.title)).toEqual(['Third', 'After'])
  })

  test('requests are told about as they were answered', async () => {
    const requests: unknown[] = []
    await start({ onRequest: (request) => requests.push(request) })
    await sandbox.createRepository({ name: 'contract' })

    await clientFor(sandbox.tokens.writer).git.getRef({ ...at, ref: 'heads/main' })

    expect(requests).toMatchObject([
      {
        method: 'GET',
        path: '/api/v3/repos/octo-org/contract/git/ref/heads%2Fmain',
        route: 'GET /repos/{owner}/{repo}/git/ref/{ref}',
        status: 200,
        actor: 'grace',
      },
    ])
  })

  test('a body that the description does not allow is refused in GitHub’s words', async () => {
    await start()
    await sandbox.createRepository({ name: 'contract' })
    const post = (body: string) =>
      fetch(`${sandbox.url}/repos/octo-org/contract/git/refs`, {
        method: 'POST',
        body,
        headers: { authorization: `token ${sandbox.tokens.writer}` },
      })

    const missing = await post('{"ref": "refs/heads/x"}')
    const broken = await post('{')

    expect([missing.status, broken.status]).toEqual([422, 400])
    expect(await missing.json()).toMatchObject({ message: expect.stringContaining('"sha" wasn\'t supplied.') })
  })

  test('an operation that GitHub does not describe is 404 in its shape', async () => {
    await start()

    const response = await fetch(`${sandbox.url}/no/such/thing`)

    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ message: 'Not Found', documentation_url: expect.any(String) })
  })

  test('an answer that contradicts the description is a 500 and counted', async () => {
    await start()
    await sandbox.createRepository({ name: 'contract' })
    const [repo] = sandbox.world.repositories
    if (repo) repo.createdAt = 'yesterday'

    const refusal = await refusalOf(clientFor(sandbox.tokens.writer).repos.get(at))

    expect(refusal).toMatchObject({ status: 500, text: expect.stringContaining('sandbox drifted') })
    expect(sandbox.drifts).toHaveLength(1)
  })

  test('a run is continued from its folder', async () => {
    await start()
    await sandbox.createRepository({ name: 'contract' })
    const { data: issue } = await clientFor(sandbox.tokens.writer).issues.create({ ...at, title: 'Kept' })
    const { tokens } = sandbox
    await sandbox.close()

    await start()

    const client = clientFor(tokens.writer)
    const { data } = await client.issues.get({ ...at, issue_number: issue.number })
    const main = await client.git.getRef({ ...at, ref: 'heads/main' })
    expect([data.title, main.status]).toEqual(['Kept', 200])
  })

  test('an App made from a manifest is installed and told so', async () => {
    await start()
    await sandbox.createRepository({ name: 'contract' })
    const port = (receiver.address() as AddressInfo).port
    const form = new FormData()
    const manifest = {
      name: 'Second App',
      redirect_url: 'http://127.0.0.1:1/setup',
      hook_attributes: { url: `http://127.0.0.1:${port}/second` },
      default_permissions: { issues: 'write' },
      default_events: ['issues'],
    }
    form.set('manifest', JSON.stringify(manifest))
    const posted = await fetch(`${sandbox.web}/settings/apps/new?state=s`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    })
    const code = new URL(posted.headers.get('location') ?? '').searchParams.get('code') ?? ''

    const { data } = await new Octokit({ baseUrl: sandbox.url, log: silent }).apps.createFromManifest({ code })

    await sandbox.idle()
    expect(data).toMatchObject({ slug: 'second-app', pem: expect.stringContaining('PRIVATE KEY') })
    expect(received.map((one) => one.headers['x-github-event'])).toContain('installation')
  })

  test('a local repository is imported with its history, branches and tags', async () => {
    await start()
    const source = path.join(dataDir, 'source')
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.test']
    await execa('git', ['init', '--quiet', '--initial-branch=trunk', source])
    for (const message of ['one', 'two']) {
      await execa('git', [...identity, 'commit', '--quiet', '--allow-empty', '-m', message], { cwd: source })
    }
    await execa('git', ['tag', 'v1'], { cwd: source })
    await execa('git', ['branch', 'side'], { cwd: source })

    await sandbox.createRepository({ name: 'contract', from: source })

    const client = clientFor(sandbox.tokens.reader)
    const { data: repository } = await client.repos.get(at)
    const { data: commits } = await client.repos.listCommits(at)
    const { data: refs } = await client.git.listMatchingRefs({ ...at, ref: '' })
    expect(repository.default_branch).toBe('trunk')
    expect(commits.map(({ commit }) => commit.message.trim())).toEqual(['two', 'one'])
    expect(refs.map(({ ref }) => ref)).toEqual(['refs/heads/side', 'refs/heads/trunk', 'refs/tags/v1'])
  })
})
