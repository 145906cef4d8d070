import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Octokit } from '@octokit/rest'
import { type Sandbox, startSandbox } from 'github-sandbox'
import { createNodeMiddleware, Probot } from 'probot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { welcome } from './welcome.ts'

let dataDir: string
let sandbox: Sandbox
let server: Server

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'welcome-'))
  sandbox = await startSandbox({
    port: 0,
    dataDir,
    app: { name: 'Welcome', slug: 'welcome', permissions: { issues: 'write' }, events: ['issues'] },
  })
  server = await serve(sandbox)
})

afterEach(async () => {
  server.close()
  await sandbox.close()
  await rm(dataDir, { recursive: true })
  // No answer contradicted GitHub's own description of its API.
  expect(sandbox.drifts).toEqual([])
})

/** The App as it would run on a server, with the sandbox in place of github.com. */
async function serve(github: Sandbox): Promise<Server> {
  const { id: appId, privateKey, webhookSecret: secret } = github.app
  const probot = new Probot({ appId, privateKey, secret, baseUrl: github.url, logLevel: 'fatal' })
  const answer = await createNodeMiddleware(welcome, { probot, webhooksPath: '/webhooks' })
  const listener = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  github.setWebhookUrl(`http://127.0.0.1:${(listener.address() as AddressInfo).port}/webhooks`)
  return listener
}

test('who opens an issue is welcomed, and the issue gets a label', async () => {
  const { repository } = await sandbox.createRepository({ name: 'garden' })
  const [owner = '', repo = ''] = repository.split('/')
  const outsider = new Octokit({ auth: sandbox.tokens.outsider, baseUrl: sandbox.url })

  const { data: opened } = await outsider.rest.issues.create({ owner, repo, title: 'Where do the bees live?' })
  await sandbox.idle()

  const place = { owner, repo, issue_number: opened.number }
  const { data: comments } = await outsider.rest.issues.listComments(place)
  expect(comments.map(({ user, body }) => [user?.login, body])).toEqual([
    ['welcome[bot]', `Thank you for your first words, @${sandbox.logins.outsider}! Somebody will look at this soon.`],
  ])
  const { data: issue } = await outsider.rest.issues.get(place)
  expect(issue.labels).toMatchObject([{ name: 'new' }])
})

test('where GitHub refuses the label, the answer to the webhook says so', async () => {
  const { repository } = await sandbox.createRepository({ name: 'garden' })
  const [owner = '', repo = ''] = repository.split('/')
  const writer = new Octokit({ auth: sandbox.tokens.writer, baseUrl: sandbox.url })
  sandbox.injectFault({
    route: 'POST /repos/{owner}/{repo}/issues/{issue_number}/labels',
    when: 'before',
    status: 403,
    body: { message: 'Resource not accessible by integration' },
  })

  await writer.rest.issues.create({ owner, repo, title: 'Where do the bees live?' })
  await sandbox.idle()

  expect(sandbox.world.deliveries.map(({ event, statusCode }) => [event, statusCode])).toContainEqual(['issues', 403])
})
