import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { encodeGitToken } from '../../../../src/adapters/process/git-token.ts'
import { createBlobFetcher } from '../../../../src/entrypoints/server/outside/create-blob-fetcher.ts'
import { repository } from '../../../support/fakes/machine.ts'

let dir: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  // Tells what it was given, and fails.
  await writeFile(join(dir, 'git'), `#!/bin/sh\n/usr/bin/env > '${dir}/told'\nexit 1\n`, { mode: 0o755 })
})

afterEach(() => rm(dir, { recursive: true }))

test('git has the token of the App for that server, and none of the server’s own secrets', async () => {
  const env = { PATH: dir, HOME: dir, PRIVATE_KEY: 'a-private-key', WEBHOOK_SECRET: 'a-webhook-secret' }
  const client = { token: () => Promise.resolve('ghs_of_the_installation') }
  const fetch = createBlobFetcher('https://github.test', client, env)

  const fetched = await fetch(repository, ['0'.repeat(40)])

  expect(fetched).toBeUndefined()
  const told = await readFile(join(dir, 'told'), 'utf8')
  expect(told).toContain('GIT_CONFIG_KEY_0=http.https://github.test/.extraheader')
  expect(told).toContain(`Authorization: Basic ${encodeGitToken('ghs_of_the_installation')}`)
  expect(told).not.toMatch(/a-private-key|a-webhook-secret/)
})
