import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SandboxOptions } from '../../src/instance/sandbox.ts'
import { startSandbox } from '../../src/start/start-sandbox.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'identities-'))
})

afterEach(() => rm(dataDir, { recursive: true }))

/** Who an App and a bot's second account are in a sandbox that was started and ended. */
async function startAndEnd(options: Partial<SandboxOptions>) {
  const sandbox = await startSandbox({ port: 0, dataDir, ...options })
  const { app, reviewer, world } = sandbox
  await sandbox.close()
  return { botLogin: app.botLogin, reviewer, name: world.apps[0]?.name, installation: world.apps[0]?.installations[0] }
}

const given: Pick<SandboxOptions, 'app' | 'reviewer'> = {
  app: { name: 'Bees', slug: 'bees', permissions: { issues: 'read' }, events: ['issues'] },
  reviewer: { login: 'drone', name: 'Drone' },
}

test('an App and a second account of its own have names of their own', async () => {
  const { botLogin, name, reviewer } = await startAndEnd({})

  expect({ botLogin, name, reviewer: reviewer.login }).toEqual({
    botLogin: 'sandbox-app[bot]',
    name: 'Sandbox App',
    reviewer: 'review-bot',
  })
})

test('the App may do and hears what it was registered with', async () => {
  const { botLogin, reviewer, installation } = await startAndEnd({
    ...given,
    app: { ...given.app, events: ['issues'] },
  })

  expect({ botLogin, reviewer: reviewer.login }).toEqual({ botLogin: 'bees[bot]', reviewer: 'drone' })
  expect(installation).toMatchObject({ permissions: { issues: 'read', metadata: 'read' }, events: ['issues'] })
})

test('a former run is continued with who it has, also where it noted no second account', async () => {
  const first = await startAndEnd(given)
  const second = await startAndEnd({})
  const file = join(dataDir, 'world.json')
  const { reviewer: _, ...older } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
  await writeFile(file, JSON.stringify(older))
  const third = await startAndEnd(given)

  expect(second).toEqual(first)
  expect(third).toEqual(first)
})
