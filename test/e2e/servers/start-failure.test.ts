import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseSettings } from '../../../src/entrypoints/settings/parse-settings.ts'
import { startApp } from '../../../src/entrypoints/server/start-app.ts'
import type { Sandbox } from 'github-sandbox'
import { startCountersignSandbox } from '../../../src/entrypoints/sandbox/start-countersign-sandbox.ts'
import { appSettings } from '../support/processes/app-settings.ts'

let dir: string
let sandbox: Sandbox

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-start-'))
  sandbox = await startCountersignSandbox({ port: 0, dataDir: join(dir, 'github') })
})

afterAll(async () => {
  await sandbox.close()
  await rm(dir, { recursive: true, force: true })
})

test('a server whose port is taken says so and leaves its database to the next one', async () => {
  const other = createServer()
  const port = await new Promise<number>((resolve) => {
    other.listen(0, '127.0.0.1', () => {
      const address = other.address()
      resolve(address !== null && typeof address === 'object' ? address.port : 0)
    })
  })
  const settings = parseSettings({
    ...appSettings(sandbox),
    DATA_DIR: join(dir, 'app'),
    PORT: String(port),
    LOG_LEVEL: 'silent',
  })

  const starting = startApp(settings, {})

  await expect(starting).rejects.toMatchObject({
    code: 'configuration_invalid',
    details: `something else listens on 127.0.0.1:${port} already; set PORT to another, or end what listens there`,
  })
  expect(await readdir(join(dir, 'app'))).toEqual([])
  other.close()
})

test('a server whose DATA_DIR is no folder says so before it asks GitHub, whatever database it has', async () => {
  await writeFile(join(dir, 'file'), '')
  const data = join(dir, 'file/data')
  const nobody = { GITHUB_API_URL: 'http://127.0.0.1:9' }
  const settings = parseSettings({ ...appSettings(sandbox), ...nobody, DATA_DIR: data, DATABASE: 'memory' })

  await expect(startApp(settings, {})).rejects.toMatchObject({
    code: 'configuration_invalid',
    message: `DATA_DIR can't be used: ${data}`,
    details: expect.stringContaining('ENOTDIR'),
  })
})

test('a server whose embedded database is broken says so and waits for nothing', async () => {
  const data = join(dir, 'broken')
  await mkdir(data, { mode: 0o700 })
  await writeFile(join(data, 'database.sqlite'), 'no database '.repeat(1_000))
  const app = await startApp(
    parseSettings({ ...appSettings(sandbox), DATA_DIR: data, PORT: '0', LOG_LEVEL: 'silent' }),
    {},
  )

  await expect(app.begun).rejects.toMatchObject({ code: expect.stringMatching(/^(?:database_|configuration_invalid)/) })
  await app.close()
})
