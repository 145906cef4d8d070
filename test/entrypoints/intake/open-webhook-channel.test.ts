import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { openWebhookChannel } from '../../../src/entrypoints/intake/open-webhook-channel.ts'
import { patienceMs } from '../../support/vitest/patience.ts'

type Tell = (...words: unknown[]) => void

/** A channel of smee.io: whoever asks listens to what is said on it. */
async function startChannel() {
  const listeners: ServerResponse[] = []
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: ready\ndata: {}\n\n')
    listeners.push(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/AbCdEf`,
    listeners,
    say: (event: object) => listeners.at(-1)?.write(`data: ${JSON.stringify(event)}\n\n`),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('a webhook of the channel arrives with its headers, and after the channel was away too', async () => {
  await using channel = await startChannel()
  const arrived: unknown[] = []
  const target = createServer((request, response) => {
    void text(request).then((body) => {
      arrived.push([request.headers['x-github-event'], request.headers['x-hub-signature-256'], body])
      response.end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(target, 'listening')
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/api/github/webhooks`
  const log = { info: vi.fn<Tell>(), warn: vi.fn<Tell>() }
  const webhook = {
    'x-github-event': 'issues',
    'x-hub-signature-256': 'sha256=1',
    body: { action: 'labeled' },
    query: {},
  }

  const opened = await openWebhookChannel(channel.url, url, 'https://github.com', log)
  await vi.waitFor(() => expect(log.info).toHaveBeenCalled())
  channel.say(webhook)
  await vi.waitFor(() => expect(arrived).toHaveLength(1))
  channel.listeners[0]?.destroy()
  await vi.waitFor(() => expect(channel.listeners).toHaveLength(2), { timeout: patienceMs(20_000) })
  channel.say(webhook)
  await vi.waitFor(() => expect(arrived).toHaveLength(2))
  await opened.close()
  target.close()

  expect(arrived[0]).toEqual(['issues', 'sha256=1', '{"action":"labeled"}'])
  expect(log.warn).toHaveBeenCalledWith(expect.stringContaining('is not encrypted'))
})

test('a channel that is not there stops nothing, and is told', async () => {
  const log = { info: vi.fn<Tell>(), warn: vi.fn<Tell>() }

  const opened = await openWebhookChannel('https://127.0.0.1:9/none', 'http://127.0.0.1:9/', 'https://github.com', log)
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalled())
  await opened.close()

  expect(log.warn).toHaveBeenCalledWith(
    expect.objectContaining({ channel: 'https://127.0.0.1:9/none' }),
    expect.any(String),
  )
})
