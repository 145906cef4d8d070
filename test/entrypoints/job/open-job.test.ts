import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseJobSettings } from '../../../src/entrypoints/job/job-settings.ts'
import { openJob } from '../../../src/entrypoints/job/open-job.ts'

let dir: string
const asked: string[] = []

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  asked.length = 0
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await rm(dir, { recursive: true })
})

/** A job whose token is this account's. */
async function open(login: string, id: number) {
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(new URL(url).pathname)
    return Promise.resolve(Response.json(url.endsWith('/graphql') ? { data: { viewer: { login } } } : { id }))
  })
  const env = { GITHUB_REPOSITORY: 'octo/widgets', RUNNER_TEMP: dir, LOG_LEVEL: 'silent' }
  const settings = parseJobSettings({ token: 'ghs_token', stateSecret: 'a secret of sixteen' }, env)
  return openJob(settings, env)
}

test('its machine is one repository, of which it need not ask', async () => {
  const job = await open('countersign[bot]', 77)
  const known = [...asked]

  const [installation = 0, ...others] = await job.forgeReader.listInstallations()
  const repositories = await job.forgeReader.listRepositories(installation)
  await job.close()

  expect(job.repository).toMatchObject({ owner: 'octo', name: 'widgets', key: 'octo/widgets' })
  expect([others, repositories]).toEqual([[], [job.repository]])
  expect(asked).toEqual(known)
  expect(known).toEqual(['/graphql', '/apps/countersign'])
})

test.each([
  ['github-actions[bot]', 'job_token'],
  ['countersign[bot]', undefined],
])('as %s it acts as %s, of which plans tell what it can’t do', async (login, actsAs) => {
  const job = await open(login, 15_368)
  await job.close()

  expect(job.ports.actsAs).toBe(actsAs)
  expect(job.webhooks).toMatchObject({ appId: 15_368, ourLogins: [login] })
})
