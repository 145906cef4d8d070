import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runSetup } from '../../../src/entrypoints/commands/setup.ts'
import { parseSettings } from '../../../src/entrypoints/settings/parse-settings.ts'
import type { Sandbox } from 'github-sandbox'
import { startCountersignSandbox } from '../../../src/entrypoints/sandbox/start-countersign-sandbox.ts'

let dir: string
let sandbox: Sandbox
let said: string[]
const url = 'https://countersign.example.com'

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-setup-'))
  sandbox = await startCountersignSandbox({ port: 0, dataDir: join(dir, 'github') })
  said = []
})

afterEach(async () => {
  await sandbox.close()
  await rm(dir, { recursive: true, force: true })
})

function start(
  out: string,
  address: { url: string; webhook?: string } = { url },
): { code: Promise<number>; page: Promise<string> } {
  const { promise: page, resolve } = Promise.withResolvers<string>()
  const stdout = (text: string) => {
    said.push(text)
    const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text)
    if (found) resolve(found[0])
  }
  const env = { GITHUB_API_URL: sandbox.url, GITHUB_WEB_URL: sandbox.web }
  const code = runSetup({ ...address, port: 0, out }, { stdout, stderr: (text) => void said.push(text), env })
  return { code, page }
}

function readForm(text: string): { target: string; manifest: string } {
  const unescape = (value: string) => value.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
  return {
    target: unescape(/action="([^"]+)"/.exec(text)?.[1] ?? ''),
    manifest: unescape(/name="manifest" value="([^"]+)"/.exec(text)?.[1] ?? ''),
  }
}

test('whose browser is on another machine is told how to reach the page, by its port', async () => {
  const { port } = new URL(await start(join(dir, '.env')).page)

  expect(said.join('')).toContain(`ssh -L ${port}:127.0.0.1:${port} `)
})

test('one click registers the App and leaves settings that the server starts with', async () => {
  const out = join(dir, '.env')
  const { code, page } = start(out)
  const shown = await (await fetch(await page)).text()
  const form = readForm(shown)
  expect(shown).toContain(`will go to <code>${url}/api/github/webhooks</code>`)

  const done = await fetch(form.target, { method: 'POST', body: new URLSearchParams({ manifest: form.manifest }) })

  expect(await done.text()).toBe('Done. Go back to the terminal.')
  expect(await code).toBe(0)
  const settings = parseSettings(parseEnv(await readFile(out, 'utf8')))
  expect(settings.GITHUB_API_URL).toBe(sandbox.url)
  expect(settings.PRIVATE_KEY).toContain('\n')
  expect((await stat(out)).mode & 0o077).toBe(0)
  const app = sandbox.world.apps.find((one) => one.id === settings.APP_ID)
  expect(app?.webhookUrl).toBe(`${url}/api/github/webhooks`)
})

test('an answer with another state is not taken for the one waited for', async () => {
  const out = join(dir, '.env')
  const { code, page } = start(out)
  const here = await page

  const forged = await fetch(`${here}/callback?code=abc&state=${'0'.repeat(48)}`)

  expect(forged.status).toBe(400)
  const form = readForm(await (await fetch(here)).text())
  await fetch(form.target, { method: 'POST', body: new URLSearchParams({ manifest: form.manifest }) })
  expect(await code).toBe(0)
})

test('settings that are there already are never overwritten', async () => {
  const out = join(dir, '.env')
  await writeFile(out, 'APP_ID=1\n')

  const { code } = start(out)

  expect(await code).toBe(2)
  expect(await readFile(out, 'utf8')).toBe('APP_ID=1\n')
  expect(said.join('')).toContain('is there already')
})

test.each([
  [
    'http://localhost:3000',
    "http://localhost:3000 is this machine, where GitHub can't reach it. To try it out without",
  ],
  ['https://10.0.0.7', 'https://10.0.0.7 is in a network of your own'],
  ['https://printer.local', 'is in a network of your own'],
  ['countersign.example.com', 'takes the address of your server'],
])('an address that GitHub can’t reach is refused with the ways on: %s', async (address, why) => {
  const io = { stdout: () => {}, stderr: (text: string) => void said.push(text), env: {} }

  const code = await runSetup({ url: address, port: 0, out: join(dir, '.env') }, io)

  expect(code).toBe(2)
  expect(said.join('')).toContain(`countersign setup: --url ${why.startsWith('is') ? `${address} ` : ''}${why}`)
  for (const [, page = '', heading = ''] of said.join('').matchAll(/\((docs\/\S+), "([^"]+)"\)/g))
    expect(await readFile(page, 'utf8')).toContain(`## ${heading}\n`)
})

test('a public address without HTTPS is taken, with a word on it and the way to mend it', async () => {
  // GitHub that isn't on this machine is told of, and never asked: the port is taken before the page is there.
  const io = { stdout: () => {}, stderr: (text: string) => void said.push(text), env: {} }
  const taken = Number(new URL(sandbox.url).port)

  expect(await runSetup({ url: 'http://countersign.example.com', port: taken, out: join(dir, '.env') }, io)).toBe(2)

  expect(said.join('')).toContain('http://countersign.example.com is not encrypted')
  const [, page = '', heading = ''] = /\((docs\/\S+), "([^"]+)"\)/.exec(said.join('')) ?? []
  expect(await readFile(page, 'utf8')).toContain(`## ${heading}\n`)
})

test('with a channel that passes webhooks on, the server may be on this machine', async () => {
  const { code, page } = start(join(dir, '.env'), {
    url: 'http://localhost:3000',
    webhook: 'https://smee.io/AbCdEf',
  })
  const form = readForm(await (await fetch(await page)).text())

  await fetch(form.target, { method: 'POST', body: new URLSearchParams({ manifest: form.manifest }) })

  expect(await code).toBe(0)
  expect(sandbox.world.apps.at(-1)?.webhookUrl).toBe('https://smee.io/AbCdEf')
})
