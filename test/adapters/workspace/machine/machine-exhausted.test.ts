import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'

const workspace = new URL('../../../../src/adapters/workspace/', import.meta.url)
let dir = ''

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-exhausted-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

/** What a program of ours says that has so many file handles. */
async function runWith(handles: number, name: string, lines: string): Promise<unknown> {
  const program = join(dir, name)
  const order = {
    args: ['--version'],
    cwd: dir,
    env: { PATH: process.env['PATH'] ?? '' },
    timeoutMs: 60_000,
    maxDiskBytes: 1e9,
    maxMemoryBytes: 4e9,
    maxBytes: 9,
  }
  const head = `
import { closeSync, openSync } from 'node:fs'
import { gitStarter } from '${workspace.href}plumbing/git-starter.ts'
import { runIsolated } from '${workspace.href}isolation/run-isolated.ts'
const order = ${JSON.stringify(order)}
const codeOf = (work) => work.then(() => 'done', ({ code, retry }) => code + ', ' + retry)
`
  await writeFile(program, head + lines)
  const limit = `ulimit -n ${handles}; exec "$0" "$1"`
  const { stdout } = await execa('sh', ['-c', limit, process.execPath, program])
  return JSON.parse(stdout)
}

test('without file handles no process is started, which passes; with handles again it is', async () => {
  const said = await runWith(
    200,
    'none.ts',
    `
const limits = { isolation: 'none', timeoutMs: 60_000, maxOutputBytes: 99, maxDiskBytes: 1e9, maxMemoryBytes: 4e9, network: false, signal: AbortSignal.timeout(60_000) }
const command = { command: 'true', dir: ${JSON.stringify(dir)}, passwdFile: '', env: process.env, redact: (text) => text, run: null }
const taken = []
try { for (;;) taken.push(openSync('/dev/null')) } catch {}
const without = [await codeOf(gitStarter.run(order)), await codeOf(runIsolated(command, limits))]
for (const handle of taken) closeSync(handle)
const after = [await codeOf(gitStarter.run(order)), await codeOf(runIsolated(command, limits))]
console.log(JSON.stringify({ without, after }))
`,
  )

  expect(said).toEqual({
    without: ['machine_exhausted, later', 'machine_exhausted, later'],
    after: ['done', 'done'],
  })
})

test('the same where the process that starts git has none left', async () => {
  const said = await runWith(
    40,
    'starter.ts',
    `
const sleep = { ...order, args: ['-c', 'alias.run=!sleep 0.2', 'run'] }
const all = await Promise.all(Array.from({ length: 30 }, () => codeOf(gitStarter.run(sleep))))
console.log(JSON.stringify([...new Set(all)].toSorted()))
`,
  )

  expect(said).toEqual(['done', 'machine_exhausted, later'])
})
