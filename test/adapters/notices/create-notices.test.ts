import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { verifySignature } from '../../../src/adapters/github/webhook/verify-signature.ts'
import { createNotices } from '../../../src/adapters/notices/create-notices.ts'
import { findQuietMs, parseQuietHours } from '../../../src/adapters/notices/quiet-hours.ts'

const secret = 'a secret of sixteen characters'
const message = { id: 'abc', event: 'waiting', payload: { event: 'waiting', text: '“é”' }, text: 'Waits' }

interface Taken {
  headers: IncomingMessage['headers']
  body: string
}
let taken: Taken[] = []
let status = 200
let url: string
const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (part: string) => (body += part))
  request.on('end', () => {
    taken.push({ headers: request.headers, body })
    response.writeHead(status).end('ok')
  })
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  taken = []
  status = 200
})
afterAll(() => void server.close())

const open = () =>
  createNotices({
    webhook: { url: `${url}/hook`, secret },
    slack: { url: `${url}/slack` },
    events: ['waiting'],
    quiet: null,
  })

test('a message is signed as GitHub signs its own, and named the same each time', async () => {
  await open().send('webhook', message)

  const [{ headers, body } = { headers: {}, body: '' }] = taken
  expect(verifySignature(Buffer.from(body), String(headers['x-hub-signature-256']), [secret])).toBe(true)
  expect(headers).toMatchObject({ 'x-countersign-event': 'waiting', 'x-countersign-delivery': 'abc' })
  expect(JSON.parse(body)).toEqual(message.payload)
})

test('a chat gets one text, and nothing of the secret', async () => {
  await open().send('slack', message)

  expect(taken.map(({ body }) => JSON.parse(body))).toEqual([{ text: 'Waits' }])
  expect(taken[0]?.headers['x-hub-signature-256']).toBeUndefined()
})

test.each([500, 429, 404, 302])(
  'an answer of %i is a fault that may pass, and its address is not named',
  async (answer) => {
    status = answer

    await expect(open().send('slack', message)).rejects.toMatchObject({
      code: 'notice_undelivered',
      retry: 'later',
      message: expect.not.stringContaining('127.0.0.1'),
    })
  },
)

test.each([
  ['22:00-07:00 Europe/Berlin', '2026-11-26T20:59:00Z', 0],
  ['22:00-07:00 Europe/Berlin', '2026-11-26T21:00:00Z', 9 * 60],
  ['22:00-07:00 Europe/Berlin', '2026-11-26T05:59:30Z', 0.5],
  ['22:00-07:00 Europe/Berlin', '2026-11-26T06:00:00Z', 0],
  ['12:00-13:00', '2026-11-26T12:15:00Z', 45],
])('in the quiet hours %s, at %s, it is quiet for %d minutes more', (hours, at, minutes) => {
  const quiet = parseQuietHours(hours)

  expect(quiet && findQuietMs(quiet, new Date(at))).toBe(minutes * 60_000)
})

test.each(['22-7', '25:00-07:00', '22:00-07:00 Mars/Olympus', '07:00-07:00'])('%s is no time of day', (text) => {
  expect(parseQuietHours(text)).toBeUndefined()
})
