import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { buffer, json } from 'node:stream/consumers'
import { createNodeMiddleware, Probot } from 'probot'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { signWebhook } from '../../../src/adapters/github/webhook/sign-webhook.ts'
import { createIntake, type TakeWebhook, type WebhookAnswer } from '../../../src/entrypoints/intake/intake.ts'
import { guardWebhooks } from '../../../src/entrypoints/probot/guard-webhooks.ts'
import { buildPayload } from '../../support/webhook-payloads.ts'

const secret = 'a secret of sixteen'
const accepted: WebhookAnswer = { status: 202, said: { status: 'accepted' } }
const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

type Before = (request: IncomingMessage) => Promise<unknown>

/** A Probot server with a guard before it, and another middleware before that; what happens, in order. */
async function listen(
  answer: WebhookAnswer,
  path = '/api/github/webhooks',
  before: Before = () => Promise.resolve(),
  takes?: TakeWebhook,
) {
  const happened: string[] = []
  const probot = new Probot({ appId: 1, privateKey: 'none', secret, log: pino({ level: 'silent' }) })
  const take: TakeWebhook = async ({ delivery, readBody }) => {
    const read = await readBody()
    happened.push(typeof read === 'string' ? read : `stored ${delivery}, ${read.length} bytes`)
    return read === 'too_large' ? { status: 413, said: { error: 'too large' } } : answer
  }
  const middleware = await createNodeMiddleware(
    (app) => {
      const guarded = guardWebhooks(app, takes ?? take)
      app.onAny(({ id, name }) => void happened.push(`${name} ${id}, ${guarded.has(id) ? 'known' : 'new'}`))
    },
    { probot, webhooksPath: path },
  )
  const server = createServer(
    (request, response) =>
      void before(request).then(() => middleware(request, response, () => response.writeHead(404).end())),
  )
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { happened, port: (server.address() as AddressInfo).port }
}

const body = JSON.stringify(buildPayload('issues', 'labeled'))

function send(port: number, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'issues',
      'x-github-delivery': 'd1',
      'x-hub-signature-256': signWebhook(Buffer.from(body), secret),
      ...headers,
    },
  })
}

test.each(['/api/github/webhooks', '/api/github/webhooks/', '/api/github/webhooks?a=b'])(
  'at %s a webhook is stored before anybody is called',
  async (path) => {
    const { happened, port } = await listen(accepted)

    const answer = await send(port, path)

    expect(answer.status).toBe(200)
    expect(happened).toEqual([`stored d1, ${Buffer.byteLength(body)} bytes`, 'issues d1, known'])
  },
)

test('wherever else webhooks are taken, they are too', async () => {
  const { happened, port } = await listen(accepted, '/hooks')

  expect((await send(port, '/hooks')).status).toBe(200)
  expect(happened).toHaveLength(2)
})

test('what could not be stored is answered so, and nobody is called', async () => {
  const { happened, port } = await listen({ status: 503, said: { error: 'it could not be stored; deliver it again' } })

  const answer = await send(port, '/api/github/webhooks')

  expect([answer.status, await answer.json()]).toEqual([503, { error: 'it could not be stored; deliver it again' }])
  expect(happened).toHaveLength(1)
})

test('what is too large is refused before it is read', async () => {
  const { happened, port } = await listen(accepted)
  const socket = connect(port, '127.0.0.1')
  const said = new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(chunk.toString())))

  socket.write(`POST /api/github/webhooks HTTP/1.1\r\nHost: x\r\nContent-Length: ${26 * 1024 * 1024}\r\n\r\n{`)

  expect(await said).toMatch(/^HTTP\/1\.1 413 /)
  expect(happened).toEqual(['too_large'])
  socket.destroy()
})

test('what is no webhook is Probot’s', async () => {
  const { happened, port } = await listen(accepted)

  const read = await fetch(`http://127.0.0.1:${port}/api/github/webhooks`)
  const other = await fetch(`http://127.0.0.1:${port}/elsewhere`, { method: 'POST' })

  expect([read.status, other.status, happened]).toEqual([404, 404, []])
})

/** The intake itself, which stores in memory. */
function takeInMemory(stored: Uint8Array[]): TakeWebhook {
  return createIntake({
    secrets: [secret],
    context: () => ({ isOwn: () => false }) as never,
    store: async ({ body: text }) => {
      stored.push(text)
      return 'stored'
    },
    storeDeadlineMs: 5_000,
    forget: () => Promise.resolve(),
    log: pino({ level: 'silent' }),
  })
}

describe('a body that another middleware has read', () => {
  const path = '/api/github/webhooks'

  test.each<[string, Before]>([
    ['and kept as bytes', async (request) => Object.assign(request, { rawBody: await buffer(request) })],
    [
      'and kept as text',
      async (request) => Object.assign(request, { rawBody: (await buffer(request)).toString('utf8') }),
    ],
    ['and parsed', async (request) => Object.assign(request, { body: await json(request) })],
  ])('%s is stored as it was signed', async (_how, before) => {
    const { happened, port } = await listen(accepted, path, before)

    expect((await send(port, path)).status).toBe(200)
    expect(happened).toEqual([`stored d1, ${Buffer.byteLength(body)} bytes`, 'issues d1, known'])
  })

  test.each<[string, Before]>([
    [
      'parsed, with what it is not as it was',
      async (request) => Object.assign(request, { body: { ...Object(await json(request)), more: 1 } }),
    ],
    ['dropped', buffer],
  ])('and %s is refused at once, with what to change', async (_how, before) => {
    const stored: Uint8Array[] = []
    const { happened, port } = await listen(accepted, path, before, takeInMemory(stored))

    const answer = await send(port, path)

    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: expect.stringContaining('have this one come before express.json()') },
    ])
    expect([happened, stored]).toEqual([[], []])
  })
})
