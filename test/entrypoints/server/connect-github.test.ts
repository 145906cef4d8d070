import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import type { LimitMemory } from '../../../src/adapters/github/client/limits/limit-memory.ts'
import { connectGitHub } from '../../../src/entrypoints/server/connect-github.ts'
import { parseSettings } from '../../../src/entrypoints/settings/parse-settings.ts'
import { findFreePort } from '../../support/find-free-port.ts'

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
})

const settingsFor = (url: string) =>
  parseSettings({
    APP_ID: '4711',
    PRIVATE_KEY: privateKey,
    WEBHOOK_SECRET: 'a secret that is long enough',
    STATE_SECRET: 'another secret that is long enough',
    GITHUB_API_URL: url,
  })

/** What starting says where every request is answered so. */
async function connectTo(status: number, body: unknown, headers: Record<string, string>): Promise<unknown> {
  const server = createServer((_, response) => response.writeHead(status, headers).end(JSON.stringify(body)))
  const port = await findFreePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  try {
    return await connectGitHub(settingsFor(`http://127.0.0.1:${port}`)).catch((error: unknown) => error)
  } finally {
    server.close()
  }
}

test('a GitHub that does not answer is named, with where it was asked and what to look at', async () => {
  const url = `http://127.0.0.1:${await findFreePort()}`

  await expect(connectGitHub(settingsFor(url))).rejects.toMatchObject({
    code: 'github_unavailable',
    message: expect.stringContaining(`GitHub doesn't answer at ${url}: `),
    details: expect.stringMatching(/^Look whether GITHUB_API_URL is right/),
  })
})

test('an App that GitHub does not know is said to be unknown first, then what to look at', async () => {
  const headers = { 'content-type': 'application/json', 'x-github-request-id': '1' }

  expect(await connectTo(404, { message: 'Integration not found' }, headers)).toMatchObject({
    code: 'github_refused',
    message: expect.stringMatching(/^GitHub at .* doesn't know this App \(APP_ID 4711\): Integration not found/),
    details: 'Look whether APP_ID and PRIVATE_KEY belong together and to that GitHub (GITHUB_API_URL).',
  })
})

test('what answers but is not GitHub is no place to start at', async () => {
  expect(await connectTo(200, '<h1>Log in</h1>', { 'content-type': 'text/html' })).toMatchObject({
    code: 'configuration_invalid',
    message: expect.stringMatching(/^what answers at .* is not GitHub's API$/),
  })
})

test('a GitHub that takes the connection and says nothing is not waited for as long as later', async () => {
  const server = createServer(() => {})
  const port = await findFreePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const deadlines: number[] = []
  const deadline = (ms: number): AbortSignal => {
    deadlines.push(ms)
    return AbortSignal.timeout(10)
  }

  await expect(
    connectGitHub(settingsFor(`http://127.0.0.1:${port}`), { deadline, wait: async () => {} }),
  ).rejects.toMatchObject({ code: 'github_unavailable', message: expect.stringContaining("GitHub doesn't answer at") })

  server.close()
  expect(Math.max(...deadlines)).toBeLessThanOrEqual(10_000)
})

test('what each client sends is kept by the name of the client', async () => {
  const answer = JSON.stringify({ slug: 'countersign', login: 'second' })
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'x-github-request-id': '1' }).end(answer),
  )
  const port = await findFreePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const used = new Map<string, number | undefined>()
  const memory: LimitMemory = {
    recall: () => undefined,
    note: (client, read) => void used.set(client, read().windows['rest_points_minute']?.length),
  }

  await connectGitHub({ ...settingsFor(`http://127.0.0.1:${port}`), REVIEWER_TOKEN: 'token' }, { memory })

  server.close()
  expect([...used]).toEqual([
    ['app', 1],
    ['reviewer', 1],
  ])
})
