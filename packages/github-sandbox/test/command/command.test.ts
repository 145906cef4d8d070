import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const bin = fileURLToPath(new URL('../../bin/github-sandbox.mjs', import.meta.url))
let dir: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sandbox-command-'))
})

afterEach(() => rm(dir, { recursive: true }))

/** Runs it until `use` is done with what it printed, then ends it as Ctrl-C does. */
async function whileRunning<Result>(words: string[], use: (printed: Printed) => Promise<Result>): Promise<Result> {
  const child = spawn(process.execPath, [bin, '--port', '0', '--json', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
    return await use(JSON.parse(line) as Printed)
  } finally {
    child.kill('SIGINT')
    expect(await ended).toEqual([0, null])
  }
}

interface Printed {
  url: string
  repositories: string[]
  app: { slug: string; privateKey: string; keyFile: string; webhookUrl: string }
  tokens: { writer: string }
}

async function fails(words: string[], nodeOptions: string[] = []): Promise<{ code: number; stderr: string }> {
  const child = spawn(process.execPath, [...nodeOptions, bin, '--port', '0', ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [[code], stderr] = await Promise.all([once(child, 'exit') as Promise<[number]>, text(child.stderr)])
  return { code, stderr }
}

test('what it prints is enough to reach it, and nothing is left of it afterwards', async () => {
  const { keyFile } = await whileRunning([], async ({ url, repositories, app, tokens }) => {
    const answer = await fetch(`${url}/repos/octo-org/example`, {
      headers: { authorization: `Bearer ${tokens.writer}` },
    })
    expect(await answer.json()).toMatchObject({ full_name: 'octo-org/example', permissions: { push: true } })
    expect(repositories).toEqual(['octo-org/example'])
    expect(await readFile(app.keyFile, 'utf8')).toBe(app.privateKey)
    return app
  })

  await expect(access(keyFile)).rejects.toThrow('ENOENT')
})

test('an App is registered as its manifest says, and is there again with the same --data', async () => {
  const manifest = join(dir, 'app.yml')
  await writeFile(manifest, 'name: Bee Keeper!\ndefault_permissions:\n  issues: write\ndefault_events: [issues]\n')
  const data = join(dir, 'kept')
  const readApp = ({ app }: Printed) => Promise.resolve(app)

  const first = await whileRunning(['--data', data, '--manifest', manifest], readApp)
  const second = await whileRunning(['--data', data, '--webhook', 'http://127.0.0.1:9/hook'], readApp)

  expect(first.slug).toBe('bee-keeper')
  expect(second).toEqual({ ...first, webhookUrl: 'http://127.0.0.1:9/hook' })
})

test('what is wrong with what was given is told in a line', async () => {
  const noManifest = join(dir, 'missing.yml')

  expect(await fails(['--import', dir])).toEqual({
    code: 2,
    stderr: `github-sandbox: ${dir} is not a git repository (there is neither .git nor HEAD in it)\n`,
  })
  expect((await fails(['--manifest', noManifest])).stderr).toMatch(
    /^github-sandbox: can't read the manifest: ENOENT[^\n]*\n$/,
  )
})

test.skipIf(process.platform === 'win32').each([[['--help']], [['--port', '0']]])(
  'a reader that has enough ends it as a pipe does, without a word and with nothing left: %j',
  async (words) => {
    // The shell's `true` is gone before anything is written.
    const line = '{ node="$0"; "$node" "$@"; echo "$?" >&2; } | true'
    const child = spawn('sh', ['-c', line, process.execPath, bin, ...words], {
      env: { ...process.env, TMPDIR: dir },
      stdio: ['ignore', 'ignore', 'pipe'],
    })

    expect(await text(child.stderr)).toBe('141\n')
    expect(await readdir(dir)).toEqual([])
  },
)

test('an older Node is told which one it takes', async () => {
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })`

  const { code, stderr } = await fails([], ['--import', `data:text/javascript,${encodeURIComponent(older)}`])

  expect(code).toBe(2)
  expect(stderr).toMatch(/^github-sandbox needs Node 24 or newer; this is v[^\n]+npx -p node@24[^\n]+\n$/)
})
