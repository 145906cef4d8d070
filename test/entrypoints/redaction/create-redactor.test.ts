import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createRedactor } from '../../../src/entrypoints/redaction/create-redactor.ts'
import { linearGrowth, measureGrowth, repeatTo } from '../../support/measure/measure-growth.ts'

const webhookSecret = 'canary "webhook" secret & more/1'
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
/** Only its shape tells. */
const token = 'ghs_1234567_eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJjYW5hcnkifQ.c2lnbmF0dXJlb2ZjYW5hcnk'
const canaries = { webhookSecret, privateKey, token }
const redact = createRedactor([webhookSecret, privateKey, undefined, 'short'])

const base64 = (text: string) => Buffer.from(text).toString('base64')
const hex = (text: string) => Buffer.from(text).toString('hex')
const wrap = (text: string, columns: number) => text.match(new RegExp(`[^]{1,${columns}}`, 'g'))?.join('\n') ?? ''
const every = (text: string, write: (char: string) => string) => text.replaceAll(/[^]/g, write)
const code = (char: string) => char.charCodeAt(0).toString(16).padStart(2, '0')

/** How a secret may be written, and how to read it again. */
const writings: Record<string, [write: (secret: string) => string, read: (text: string) => string]> = {
  plain: [(text) => text, (text) => text],
  'on lines of 20': [(text) => wrap(text, 20), (text) => text.replaceAll('\n', '')],
  'on indented lines of 40': [
    (text) => wrap(text, 40).replaceAll('\n', '\r\n  '),
    (text) => text.replaceAll(/\s/g, ''),
  ],
  'in colours': [(text) => every(text, (char) => `\u001B[31m${char}`), (text) => text.replaceAll('\u001B[31m', '')],
  'with what has no width': [(text) => every(text, (char) => `${char}\u200B`), (text) => text.replaceAll('\u200B', '')],
  'with NUL between': [(text) => every(text, (char) => `${char}\0`), (text) => text.replaceAll('\0', '')],
  'base64 at 76 columns': [(text) => wrap(base64(text), 76), (text) => Buffer.from(text, 'base64').toString()],
  'base64 at 40 columns': [(text) => wrap(base64(`${text}\n`), 40), (text) => Buffer.from(text, 'base64').toString()],
  'base64 from its second byte': [(text) => base64(`x${text}`), (text) => Buffer.from(text, 'base64').toString()],
  'base64 from its third byte': [(text) => base64(`xy${text}z`), (text) => Buffer.from(text, 'base64').toString()],
  'base64 glued to a word': [(text) => `ab${base64(text)}`, (text) => Buffer.from(text.slice(2), 'base64').toString()],
  hexadecimal: [hex, (text) => Buffer.from(text, 'hex').toString()],
  'as xxd -p writes it': [
    (text) => wrap(hex(text), 60),
    (text) => Buffer.from(text.replaceAll('\n', ''), 'hex').toString(),
  ],
  'as od -tx1 writes it': [
    (text) => wrap(hex(text).replaceAll(/../g, ' $&'), 48),
    (text) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex').toString(),
  ],
  'hexadecimal with colons': [
    (text) => every(text, (char) => `${code(char)}:`),
    (text) => Buffer.from(text.replaceAll(':', ''), 'hex').toString(),
  ],
  'percent in full': [(text) => every(text, (char) => `%${code(char)}`), decodeURIComponent],
  'percent where needed': [encodeURIComponent, decodeURIComponent],
  'percent of percent': [
    (text) => encodeURIComponent(encodeURIComponent(text)),
    (text) => decodeURIComponent(decodeURIComponent(text)),
  ],
  'JSON in JSON': [
    (text) => JSON.stringify(JSON.stringify(text)).slice(1, -1),
    (text) => text.replaceAll(/\\+"/g, '"'),
  ],
  'as \\x': [
    (text) => every(text, (char) => `\\x${code(char)}`),
    (text) => text.replaceAll(/\\x(..)/g, (_, two: string) => String.fromCharCode(Number.parseInt(two, 16))),
  ],
  'as \\u': [
    (text) => every(text, (char) => `\\u00${code(char)}`),
    (text) => JSON.parse(`"${text.replaceAll('"', '')}"`) as string,
  ],
}

describe.each(Object.entries(writings))('a secret written %s', (_, [write, read]) => {
  test.each(Object.entries(canaries))('is found: %s', (__, secret) => {
    const text = `before it ${write(secret)}`

    const clean = redact(text)

    expect(clean).toMatch(/^before it .{0,8}\[redacted\]/s)
    const left = clean.slice('before it '.length).replaceAll('[redacted]', '')
    const known = secret.replaceAll(/\s/g, '')
    const shown = [left, safely(() => read(left))].map((seen) => seen.replaceAll(/\s/g, ''))
    for (let at = 0; at + 12 <= known.length; at += 1)
      if (!known.slice(at, at + 12).includes('-----')) expect(shown.join(' ')).not.toContain(known.slice(at, at + 12))
  })
})

function safely(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

test('a password known from an address is found as it was chosen', () => {
  const clean = createRedactor(['p%40ss%2Fw%C3%B6rd-of-db'])('refused: p@ss/wörd-of-db')

  expect(clean).toBe('refused: [redacted]')
})

test('what stands around a secret stays', () => {
  expect(redact(`one ${token} two\nthree ${base64(`a=${webhookSecret}`)}\nfour`)).toBe(
    'one [redacted] two\nthree [redacted]\nfour',
  )
  expect(redact(`\u001B[32mok\u001B[0m 1 - ${webhookSecret} \u001B[31mred\u001B[0m`)).toBe(
    '\u001B[32mok\u001B[0m 1 - [redacted] \u001B[31mred\u001B[0m',
  )
})

test('what is no secret stays as it is', () => {
  const text = [
    'at run (file:///work/src/entrypoints/create-something.ts:12:34) 0123456789abcdef0123456789abcdef01234567',
    `${base64('nothing of interest in here at all')} \\x67\\x68 100%25 &quot;said&quot;`,
    'https://example.com/a%20b?c=%2F eyJ-eyJ-eyJ. the basic idea and the bearer of it',
  ].join('\n')

  expect(redact(text)).toBe(text)
})

test.each([
  'eyJ-',
  'eyJ-.',
  'eyJaaaaaaaaaa.',
  'ghs_',
  '-----BEGIN PRIVATE KEY-----',
  'bearer ',
  '\u001B[31m',
  '\u001B]',
  '%25',
  '\\\\',
  'ab:',
  'QUFBQUFB\n',
  'can ary"web',
  '\u200B',
  '&quot;',
  ' \n',
])('%j over and over takes linear time', (piece) => {
  expect(measureGrowth(20_000, repeatTo(piece), redact)).toBeLessThan(linearGrowth)
})

test('more secrets in one text than a call takes arguments are all found', () => {
  const hide = createRedactor(['pass-1234'])

  const clean = hide('pass-1234 '.repeat(150_000))

  expect(clean.includes('1234')).toBe(false)
  expect(clean.length).toBe('[redacted] '.length * 150_000)
})
