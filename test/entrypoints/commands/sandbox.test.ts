import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Sandbox } from 'github-sandbox'
import { expect, test } from 'vitest'
import { giveRoles } from '../../../src/entrypoints/sandbox/give-roles.ts'
import { createLocalRepository } from '../../support/local-repository.ts'

const cli = resolve('src/entrypoints/cli.ts')

/** What it prints in one line; then it is ended as Ctrl-C does. */
async function startOnce(words: string[]): Promise<{ repositories: string[]; tokens: Record<string, string> }> {
  const child = spawn(process.execPath, [cli, 'sandbox', '--port', '0', '--json', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  child.kill('SIGINT')
  expect(await ended).toEqual([0, null])
  return JSON.parse(line) as Awaited<ReturnType<typeof startOnce>>
}

test('started again with --data alone it has what was there, and no example beside it', async () => {
  await using local = await createLocalRepository()
  await local.commit({ 'README.md': 'Bees' })
  const data = join(local.root, 'kept')

  const first = await startOnce(['--data', data, '--import', local.source])
  const second = await startOnce(['--data', data])

  expect(second).toMatchObject({ repositories: [`octo-org/${basename(local.source)}`], tokens: first.tokens })
  await rm(data, { recursive: true })
})

test('with a setting that is wrong it says so and ends', async () => {
  const child = spawn(process.execPath, [cli, 'sandbox', '--port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: Object.fromEntries([
      ['PATH', process.env['PATH']],
      ['LOG_LEVEL', 'loud'],
    ]),
  })
  const said: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk))

  expect(await once(child, 'exit')).toEqual([2, null])
  expect(Buffer.concat(said).toString()).toContain('LOG_LEVEL must be debug')
})

test('who is made admin can make a ruleset, and nobody else is given what they ask for', () => {
  const roles = { ada: 'maintain', grace: 'write' }
  const logins = { maintainer: 'ada', writer: 'grace', triager: 'linus', reader: 'barbara', outsider: 'eve' }
  const sandbox = { logins, world: { repositories: [{ roles }] } } as unknown as Sandbox

  const unable = giveRoles(sandbox, [
    { person: 'ada', role: 'read' },
    { person: 'bob', role: 'admin' },
  ])
  const given = giveRoles(sandbox, [
    { person: 'maintainer', role: 'admin' },
    { person: 'grace', role: 'none' },
  ])

  expect(unable).toMatch(/^nobody is called bob: there are ada, grace, /)
  expect(given).toBeUndefined()
  expect(roles).toEqual({ ada: 'admin' })
})
