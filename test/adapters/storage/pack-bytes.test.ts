import { expect, test } from 'vitest'
import { packBytes, unpackBytes } from '../../../src/adapters/storage/pack-bytes.ts'
import { buildPayload } from '../../support/webhook-payloads.ts'

const prose = Array.from({ length: 300 }, (_, line) => `${line}. It should say what line ${line} is for: äöü 👀`).join(
  '\n',
)
const body = Buffer.from(JSON.stringify(buildPayload('issues', 'edited', { issue: { body: prose } })))

test('a long webhook takes a quarter of its place at most, and comes back as it was', () => {
  const packed = packBytes(body)

  expect(packed.length).toBeLessThan(body.length / 4)
  expect(body.equals(unpackBytes(packed))).toBe(true)
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['what is longer packed', Buffer.from('{}')],
  ['what is packed already', packBytes(body)],
])('%s comes back as it was', (_name, bytes) => {
  expect(Buffer.from(unpackBytes(packBytes(bytes))).equals(bytes)).toBe(true)
})

test('what is short is not worth packing', () => {
  const short = body.subarray(0, 4_000)

  expect(packBytes(short)).toBe(short)
})

test('a body that was stored before bodies were packed stays as it is', () => {
  expect(unpackBytes(body)).toBe(body)
})
