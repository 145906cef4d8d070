import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { createLog } from '../../../src/entrypoints/settings/create-log.ts'
import { createRedactor } from '../../../src/entrypoints/redaction/create-redactor.ts'

const webhookSecret = 'canary "webhook" secret & more/1'
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
/** One that the server is given while it runs, so that only its shape tells. */
const token = 'ghs_1234567_eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJjYW5hcnkifQ.c2lnbmF0dXJlb2ZjYW5hcnk'
const canaries = { webhookSecret, privateKey, token }
const traces = ['canary', 'c2lnbmF0dXJlb2ZjYW5hcnk', privateKey.split('\n')[5] ?? '', 'PRIVATE KEY']

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = []
  const redact = createRedactor([webhookSecret, privateKey, undefined, 'short'])
  write(createLog('debug', redact, { write: (line) => void lines.push(line) }))
  return lines.join('')
}

const places: Record<string, (text: string) => object> = {
  'the message of an error': (text) => ({ err: new Error(`it failed with ${text}`) }),
  'the cause of an error': (text) => ({ err: new Error('it failed', { cause: new Error(text) }) }),
  'a nested object': (text) => ({ request: { headers: [{ authorization: text }] } }),
  'the name of a property': (text) => ({ seen: { [text]: 1 } }),
  'JSON within a string': (text) => ({ body: JSON.stringify({ text }) }),
  base64: (text) => ({ header: Buffer.from(text).toString('base64') }),
  'the base64 of a password': (text) => ({
    header: `basic ${Buffer.from(`x-access-token:${text}`).toString('base64')}`,
  }),
  'base64 for URLs': (text) => ({ header: Buffer.from(text).toString('base64url') }),
  'an address': (text) => ({ url: `https://x:${encodeURIComponent(text)}@example.com/?k=${encodeURIComponent(text)}` }),
}

test.each(Object.keys(places))('no secret reaches the log in %s', (place) => {
  const lines = Object.entries(canaries).map(([name, text]) =>
    logged((log) => log.error(places[place]?.(text), `${name} in ${place}`)),
  )

  for (const line of lines) {
    expect(line).toContain('[redacted]')
    expect(traces.filter((trace) => line.includes(trace))).toEqual([])
    expect(JSON.parse(line)).toMatchObject({ msg: expect.stringContaining(place) as string })
  }
})

test('a message, and the lines of a key one by one, are clean too', () => {
  const line = logged((log) => {
    log.warn(`got ${webhookSecret} and ${token}`)
    for (const part of privateKey.split('\n').slice(1, -3)) log.warn(part)
  })

  expect(traces.filter((trace) => line.includes(trace))).toEqual([])
})

test('what is no secret stays as it is', () => {
  const sha = '0123456789abcdef0123456789abcdef01234567'
  const said = { sha, op: 'ISS-007/12', path: '/repos/octo/widgets/pulls/12/merge', why: 'short words stay' }

  const line = logged((log) => log.info(said, 'effect done'))

  expect(JSON.parse(line)).toMatchObject(said)
})
