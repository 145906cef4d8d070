import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCiNews } from '../../../src/adapters/github/reconcile/read-ci-news.ts'
import { readWebhook } from '../../../src/adapters/github/webhook/read-webhook.ts'
import type { WebhookContext } from '../../../src/adapters/github/webhook/webhook-place.ts'
import type { Message } from '../../../src/application/ports/queues/message.ts'
import {
  type SandboxInstallation,
  type SandboxRepository,
  startSandboxInstallation,
} from '../../support/repository/sandbox-installation.ts'

const branch = 'countersign/ISS-007/1/T1'
const at = '2026-11-21T12:00:00.000Z'
let github: SandboxInstallation
let repository: SandboxRepository
let commitSha: string

beforeAll(async () => {
  github = await startSandboxInstallation()
  repository = await github.createRepository()
  const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  commitSha = await repository.git(...person, 'commit-tree', 'HEAD^{tree}', '-p', 'HEAD', '-m', 'Write a note')
  await repository.git('update-ref', `refs/heads/${branch}`, commitSha)
})
afterAll(() => github.close())

/** As the App, or as another one with this id. */
function context(appId: number): WebhookContext {
  const ourLogins = appId === github.sandbox.app.id ? [github.sandbox.app.botLogin] : []
  return { ourLogins, appId, holdsMarker: () => false, toOwnTime: (time: string) => time, now: at }
}

async function read(on: string, appId = github.sandbox.app.id): Promise<Message[]> {
  return readCiNews(github.client, repository.ref, { branch: on, commitSha }, context(appId))
}

/** What the webhooks about statuses led to. */
function told(): Message[] {
  return github.sandbox.world.deliveries
    .filter(({ event }) => event === 'status')
    .flatMap(({ request }) => readWebhook('status', request.payload, context(github.sandbox.app.id)).messages)
}

test('a status is news, with the key that its webhook has', async () => {
  expect(await read(branch)).toEqual([])
  github.sandbox.setWebhookUrl('http://127.0.0.1:9/')

  const writer = github.as('writer').rest
  await writer.repos.createCommitStatus({ ...repository.place, sha: commitSha, state: 'success', context: 'build' })
  await github.sandbox.idle()

  const news = await read(branch)
  expect(news).toMatchObject([{ kind: 'ci', issueNumber: 7, planNumber: 1, leaf: 'T1', commitSha, name: 'build', at }])
  expect(told().map(({ key }) => key)).toEqual(news.map(({ key }) => key))
})

test('a check run of another App is news once it is finished; one of our own never', async () => {
  const { id } = github.sandbox.app
  const octokit = await github.client.octokit(repository.ref)
  const run = { ...repository.place, head_sha: commitSha }
  const { data: started } = await octokit.rest.checks.create({ ...run, name: 'countersign/T1', status: 'in_progress' })
  expect(await read(branch, id + 1)).toHaveLength(1)

  const ended = { ...repository.place, check_run_id: started.id, conclusion: 'success' } as const
  const { data: finished } = await octokit.rest.checks.update(ended)

  const checks = (await read(branch, id + 1)).filter(({ key }) => key.startsWith('ci:check:'))
  const key = `ci:check:${finished.id}:${finished.completed_at}`
  expect(checks).toMatchObject([{ kind: 'ci', leaf: 'T1', commitSha, name: 'countersign/T1', key }])
  expect((await read(branch)).filter(({ key }) => key.startsWith('ci:check:'))).toEqual([])
})

test('what CI says of another branch is no news', async () => {
  expect(await read('main')).toEqual([])
})
