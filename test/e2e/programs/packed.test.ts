import { globSync } from 'node:fs'
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { generateKeyPairSync } from 'node:crypto'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { root } from '../../docs/read/read-pages.ts'
import { findFreePort } from '../../support/find-free-port.ts'
import { patienceMs } from '../../support/vitest/patience.ts'
import { layPackage, packCountersign } from '../../support/package/pack-countersign.ts'

const patience = { timeout: patienceMs(60_000), interval: 200 }

let dir: string
/** An empty folder in which the package was installed. */
let place: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-packed-'))
  place = await layPackage(await packCountersign(dir), dir)
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const own = (path: string) => join(place, 'node_modules/countersign', path)

function countersign(...words: string[]) {
  return execa(process.execPath, [own('bin/countersign.mjs'), ...words], { cwd: place, reject: false })
}

test('what is published is compiled, for Node 24, and brings no tools and no Node', async () => {
  const manifest = JSON.parse(await readFile(own('package.json'), 'utf8')) as Record<string, unknown>

  expect(globSync('**/*.ts', { cwd: own('lib'), exclude: ['**/*.d.ts'] })).toEqual([])
  expect(manifest).toMatchObject({ engines: { node: '>=24' } })
  for (const name of ['private', 'scripts', 'devDependencies', 'overrides']) expect(manifest).not.toHaveProperty(name)
  const optional = Object.keys(manifest['optionalDependencies'] ?? {})
  // What commands of the docs need: `tune`, `mcp`.
  expect(optional).toEqual(expect.arrayContaining(['gpt-tokenizer', '@modelcontextprotocol/sdk']))
  expect(optional.filter((name) => name.startsWith('node-'))).toEqual([])
})

test('everything that its code imports, starts or reads beside itself is in it', async () => {
  const missing: string[] = []
  for (const path of globSync('lib/**/*.js', { cwd: own('') })) {
    const text = await readFile(own(path), 'utf8')
    const named = text.matchAll(/\b(?:from |import ?\(?|new URL\()'(\.{1,2}\/[^'\n]+|[\w-]+\.(?:js|md))'/g)
    for (const [, target = ''] of named)
      await access(resolve(dirname(own(path)), target)).catch(() => missing.push(`${path}: ${target}`))
  }

  // What the demo writes into its repository imports that repository's own.
  expect(missing).toEqual(['lib/entrypoints/demo/agents/files.js: ../src/duration.js'])
})

test('so is what the demo starts as others would: the Action and the verifier, as they are in the repository', async () => {
  const built = ['dist/action.js', 'packages/countersign-verify/countersign-verify.mjs']

  for (const path of built)
    expect((await readFile(own(path))).equals(await readFile(join(root, path))), path).toBe(true)
})

test('its commands run with no checkout near: help, a plan of its own example, the form, verify', async () => {
  const [help, plan, form, verify] = await Promise.all([
    countersign('--help'),
    countersign('plan', 'dry-run', own('examples/clock/issues/1-durations-in-words.md')),
    countersign('issue-form'),
    countersign('verify', place),
  ])

  expect(help.stdout).toContain('Usage: countersign')
  expect(plan.stdout).toMatch(/\/approve plan@[0-9a-f]{7}/)
  expect(form.stdout).toContain('name:')
  expect(verify).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('there is no manifest.json') })
})

test('the demo and the sandbox say which package they want beside it', async () => {
  const answers = await Promise.all([countersign('demo'), countersign('sandbox')])

  for (const { exitCode, stderr } of answers)
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining('npm install github-sandbox') })
})

test('an older Node says in one sentence which one is needed', async () => {
  const older = `Object.defineProperty(process.versions, 'node', { value: '20.20.2' })
    Object.defineProperty(process, 'version', { value: 'v20.20.2' })`
  const flags = ['--import', `data:text/javascript,${encodeURIComponent(older)}`]
  const load = `import { mountCountersign } from 'countersign/probot'; await mountCountersign({}, {}).catch((error) => console.log(error.message))`

  const command = await execa(process.execPath, [...flags, own('bin/countersign.mjs')], { cwd: place, reject: false })
  const probot = await execa(process.execPath, [...flags, '--input-type=module', '--eval', load], { cwd: place })

  const sentence = 'Countersign needs Node 24 or newer; this is v20.20.2. Install it from https://nodejs.org.'
  expect(command).toMatchObject({ exitCode: 1, stderr: sentence })
  expect(probot.stdout).toBe(sentence)
})

test('probot run mounts it, and ends with the reason where no secret is set', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const port = await findFreePort()
  await writeFile(join(place, 'key.pem'), privateKey.export({ type: 'pkcs1', format: 'pem' }))
  const probot = (secret: string) =>
    execa(process.execPath, [join(root, 'node_modules/probot/bin/probot.js'), 'run', 'countersign/probot'], {
      cwd: place,
      reject: false,
      all: true,
      extendEnv: false,
      env: {
        PATH: process.env['PATH'],
        APP_ID: '1',
        WEBHOOK_SECRET: secret,
        ONBOARDING: 'off',
        GHE_HOST: '127.0.0.1:9',
        HOST: '127.0.0.1',
        PORT: String(port),
        RUN_AS_ROOT: 'allowed',
        DATA_DIR: join(dir, 'data'),
      },
    })

  const refused = await probot('')
  const running = probot('a secret of sixteen')
  const health = await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/healthz`), patience)
  running.kill('SIGTERM')
  const { signal } = await running

  expect(refused).toMatchObject({ exitCode: 1, all: expect.stringContaining('takes webhooks of anybody') })
  expect(await health.json()).toEqual({ status: 'ok' })
  expect(signal).toBe('SIGTERM')
})

test('who writes TypeScript has its types, beside a Probot of theirs', async () => {
  await writeFile(
    join(place, 'server.mts'),
    `import countersign, { mountCountersign, type MountedCountersign } from 'countersign/probot'
import { Probot, Server } from 'probot'
const server = new Server({ Probot: Probot.defaults({ appId: 1, privateKey: 'x', secret: 'y' }) })
await server.load(countersign)
let mounted: MountedCountersign | undefined
await server.load(async (app, options) => { mounted = await mountCountersign(app, { ...options, env: { APP_ID: '1' } }) })
await mounted?.close()
`,
  )
  const tsc = [join(root, 'node_modules/typescript/bin/tsc'), '--noEmit', '--strict', '--skipLibCheck', 'server.mts']
  const options = ['--module', 'nodenext', '--target', 'es2024', '--typeRoots', join(root, 'node_modules/@types')]

  const { exitCode, stdout } = await execa(process.execPath, [...tsc, ...options], { cwd: place, reject: false })

  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' })
})
