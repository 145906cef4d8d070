import { expect, test } from 'vitest'
import { explainWebhookAddress, warnOfPlainHttp } from '../../../src/entrypoints/settings/explain-webhook-address.ts'

const [github, enterprise, sandbox] = ['https://github.com', 'https://github.example.com', 'http://127.0.0.1:3000']

test.each([
  ['https://countersign.example.com', github],
  ['http://203.0.113.7:8080', github],
  ['https://[2001:db8::1]', github],
  ['https://172.32.0.1', github],
  ['http://10.0.0.7', enterprise],
  ['http://countersign', enterprise],
  ['http://localhost:4000', sandbox],
  ['http://10.0.0.7', sandbox],
])('%s may be sent to by %s', (address, web) => {
  expect(explainWebhookAddress(address, web)).toBeUndefined()
})

test.each([
  ...['http://localhost', 'http://app.localhost', 'http://127.0.0.5:1', 'http://0.0.0.0', 'http://[::1]:3000'].flatMap(
    (address) => [
      [address, github, 'is this machine'],
      [address, enterprise, 'is this machine'],
    ],
  ),
  ...['10.1.2.3', '192.168.0.1', '172.16.0.1', '172.31.0.1', '169.254.1.1', '[fd00::1]', '[fe80::1]'].map((host) => [
    `http://${host}`,
    github,
    'is in a network of your own',
  ]),
  ...['printer.local', 'a.internal', 'nas.lan', 'b.home.arpa', 'intranet'].map((host) => [
    `https://${host}`,
    github,
    'is in a network of your own',
  ]),
  ['countersign.example.com', github, 'takes the address of your server'],
  ['ftp://countersign.example.com', github, 'takes the address of your server'],
])('%s is not where %s could send to: it %s', (address, web, why) => {
  expect(explainWebhookAddress(address, web)).toContain(why)
})

test('an address without TLS is warned of, unless that GitHub is on this machine', () => {
  expect(warnOfPlainHttp('http://countersign.example.com', github)).toContain('is not encrypted')
  expect(warnOfPlainHttp('http://countersign', enterprise)).toContain('"HTTPS before it"')
  expect(warnOfPlainHttp('https://countersign.example.com', github)).toBeUndefined()
  expect(warnOfPlainHttp('http://localhost:4000', sandbox)).toBeUndefined()
})
