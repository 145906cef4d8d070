import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { BodyRoom } from '../../../src/entrypoints/intake/body-room.ts'
import type { IncomingWebhook, TakeWebhook, WebhookAnswer } from '../../../src/entrypoints/intake/intake.ts'
import { createWebhookListener, webhookPath } from '../../../src/entrypoints/intake/webhook-listener.ts'

const mebibyte = 1024 * 1024
const accepted: WebhookAnswer = { status: 202, said: { status: 'accepted' } }
const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function listen(take: TakeWebhook, room = new BodyRoom()): Promise<{ port: number; url: string }> {
  const server = createServer(createWebhookListener(take, (_, response) => response.writeHead(404).end(), room))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}` }
}

/** Takes everything, and keeps what it was given. */
function createTaker(answer: WebhookAnswer = accepted) {
  const taken: (Omit<IncomingWebhook, 'readBody'> & { body: string })[] = []
  const take: TakeWebhook = async ({ readBody, ...headers }) => {
    const bytes = await readBody()
    taken.push({ ...headers, body: typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString() })
    if (bytes === 'no_room') return { status: 503, said: { error: 'no room' } }
    return bytes === 'too_large' ? { status: 413, said: { error: 'too large' } } : answer
  }
  return { take, taken }
}

/** What a server says to bytes that are sent as they are, until it hangs up or has answered. */
function talk(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let said = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      said += chunk
      if (!said.includes('}')) return
      socket.destroy()
      resolve(said)
    })
    socket.on('error', reject)
    socket.on('end', () => resolve(said))
  })
}

test('what headers and body say is taken, and its answer sent', async () => {
  const { take, taken } = createTaker()
  const { url } = await listen(take)
  const headers = { 'x-github-event': 'push', 'x-github-delivery': '1', 'x-hub-signature-256': 'sha256=0' }

  const answer = await fetch(`${url}${webhookPath}?from=github`, { method: 'POST', body: '{"ref":"ä"}', headers })

  expect([answer.status, await answer.json()]).toEqual([202, { status: 'accepted' }])
  expect(taken).toEqual([{ event: 'push', delivery: '1', signature: 'sha256=0', body: '{"ref":"ä"}' }])
})

test('a body that comes in many pieces is whole', async () => {
  const { take, taken } = createTaker()
  const { url } = await listen(take)
  const body = 'äöü '.repeat(mebibyte)

  await fetch(`${url}${webhookPath}`, { method: 'POST', body })

  expect(taken[0]?.body === body).toBe(true)
})

test('a header that comes twice is both', async () => {
  const { take, taken } = createTaker()
  const { port } = await listen(take)
  const signed = 'X-Hub-Signature-256: sha256=0\r\n'

  await talk(port, `POST ${webhookPath} HTTP/1.1\r\nHost: x\r\n${signed}${signed}Content-Length: 2\r\n\r\n{}`)

  expect(taken[0]?.signature).toBe('sha256=0, sha256=0')
})

test('more than 25 MB is refused before anything is read of it', async () => {
  const { take } = createTaker()
  const { port } = await listen(take)

  const said = await talk(port, `POST ${webhookPath} HTTP/1.1\r\nHost: x\r\nContent-Length: ${26 * mebibyte}\r\n\r\n`)

  expect(said).toMatch(/^HTTP\/1\.1 413 [^]*connection: close/i)
})

test('more than 25 MB is refused where no length is told, and the rest is not read', async () => {
  const { take, taken } = createTaker()
  const { url } = await listen(take)
  const chunk = new Uint8Array(mebibyte)
  let sent = 0
  const body = new ReadableStream({
    pull(controller) {
      sent += 1
      if (sent > 100) controller.close()
      else controller.enqueue(chunk)
    },
  })

  // The answer may be lost with the connection.
  await fetch(`${url}${webhookPath}`, { method: 'POST', body, duplex: 'half' } as RequestInit).catch(() => undefined)

  expect(taken).toEqual([expect.objectContaining({ body: 'too_large' })])
  expect(sent).toBeLessThan(60)
})

test('a sender that hangs up before the end has sent nothing', async () => {
  const { take, taken } = createTaker()
  const { port } = await listen(take)

  const socket = connect(port, '127.0.0.1', () => {
    socket.write(`POST ${webhookPath} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{`, () => socket.destroy())
  })

  await expect.poll(() => taken.map(({ body }) => body)).toEqual(['hung_up'])
})

test('bodies that nobody ends hold no more than their room, the oldest give way, and others are taken', async () => {
  const room = new BodyRoom(mebibyte)
  const { take, taken } = createTaker()
  const { port, url } = await listen(take, room)
  const open = `POST ${webhookPath} HTTP/1.1\r\nHost: x\r\nContent-Length: ${24 * mebibyte}\r\n\r\n`

  const answers = Array.from({ length: 12 }, () => talk(port, open + 'a'.repeat(mebibyte / 4)))
  await expect.poll(() => taken.filter(({ body }) => body === 'no_room').length).toBe(8)
  const answer = await fetch(`${url}${webhookPath}`, { method: 'POST', body: '{}' })

  expect(answer.status).toBe(202)
  expect(room.bytes).toBeLessThanOrEqual(mebibyte)
  expect(await Promise.race(answers)).toMatch(/^HTTP\/1\.1 503 [^]*connection: close/i)
})

test('what could not be stored says when to come again', async () => {
  const { take } = createTaker({ status: 503, said: { error: 'not stored' } })
  const { url } = await listen(take)

  const answer = await fetch(`${url}${webhookPath}`, { method: 'POST', body: '{}' })

  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60'])
})

test('anything else is for others', async () => {
  const { take, taken } = createTaker()
  const { url } = await listen(take)

  const answers = await Promise.all([fetch(`${url}${webhookPath}`), fetch(`${url}/healthz`, { method: 'POST' })])

  expect(answers.map(({ status }) => status)).toEqual([404, 404])
  expect(taken).toEqual([])
})
