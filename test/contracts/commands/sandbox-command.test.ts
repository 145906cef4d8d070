import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterEach, beforeEach, expect, test } from 'vitest'

let dir: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-test-'))
})
afterEach(() => rm(dir, { recursive: true }))

/** What the sandbox says once it is up; then it is ended. */
async function startAndStop(...args: string[]): Promise<string> {
  const cli = join(import.meta.dirname, '../../../src/entrypoints/cli.ts')
  const running = execa(process.execPath, [cli, 'sandbox', '--port', '0', '--data', join(dir, 'data'), ...args])
  let said = ''
  for await (const line of running) {
    said += `${line}\n`
    if (line.startsWith('{') || line.includes('Ctrl-C ends it')) running.kill('SIGTERM')
  }
  return said
}

test('started again with --data alone, it names the repositories that are there and makes no other', async () => {
  const repository = join(dir, 'widgets')
  await execa('git', ['init', '--quiet', '--initial-branch', 'main', repository])
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  await execa('git', ['-C', repository, ...author, 'commit', '--allow-empty', '--quiet', '--message', 'first'])
  const first = JSON.parse(await startAndStop('--import', repository, '--json')) as { repositories: string[] }

  const welcome = await startAndStop()

  expect(first.repositories).toEqual(['octo-org/widgets'])
  expect(welcome).toContain('with Countersign installed on octo-org/widgets.')
  expect(welcome).not.toContain('octo-org/example')
})
