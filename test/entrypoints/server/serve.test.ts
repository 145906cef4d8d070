import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { serve } from '../../../src/entrypoints/server/serve.ts'

const limits = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 }

test.each([
  ['headers', 'POST / HTTP/1.1\r\nHost: x\r\n'],
  ['a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{'],
])('who never ends %s is cut off', async (_, sent) => {
  const serving = await serve((request) => request.resume(), { HOST: '127.0.0.1', PORT: 0 }, limits)

  const said = await new Promise<string>((resolve, reject) => {
    let text = ''
    const socket = connect(serving.port, '127.0.0.1', () => socket.write(sent))
    socket.on('data', (chunk) => (text += String(chunk)))
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })

  expect(said).toMatch(/^HTTP\/1\.1 408 /)
  await serving.close()
})
