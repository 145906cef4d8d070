import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CountersignFault } from '../../../src/application/fault.ts'
import { normalizeKey, readEnvironment, settingsInFiles } from '../../../src/entrypoints/settings/read-environment.ts'
import { SettingsSchema } from '../../../src/entrypoints/settings/settings.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-settings-'))
})
afterEach(() => rm(dir, { recursive: true }))

async function lay(name: string, text: string | Buffer): Promise<string> {
  await writeFile(join(dir, name), text)
  return join(dir, name)
}

function refusalOf(env: Record<string, string>): string {
  try {
    readEnvironment(env, dir)
  } catch (error) {
    if (error instanceof CountersignFault) return error.details
  }
  throw new Error('it was not refused')
}

describe('secrets in files', () => {
  test.each(settingsInFiles)('%s may be the text of one, without the end of its line', async (name) => {
    const path = await lay('secret', 'one two\n')

    expect(SettingsSchema.shape).toHaveProperty(name)
    expect(readEnvironment({ [`${name}_FILE`]: path }, dir)).toMatchObject({ [name]: 'one two' })
  })

  test('all that can’t be read is named together, and no value', async () => {
    const path = await lay('secret', 'hush')

    const why = refusalOf({ APP_ID_FILE: join(dir, 'none'), STATE_SECRET: 'loud', STATE_SECRET_FILE: path })

    expect(why).toContain('APP_ID_FILE: ENOENT')
    expect(why).toContain('STATE_SECRET and STATE_SECRET_FILE are both set')
    expect(why).not.toMatch(/hush|loud/)
  })

  test('what is no secret is no file: MODELS_FILE stays a path', () => {
    expect(readEnvironment({ MODELS_FILE: 'models.yml' }, dir)).toEqual({ MODELS_FILE: 'models.yml' })
  })
})

describe('the private key, as Probot takes it', () => {
  test('is the file that PRIVATE_KEY_PATH names, from the folder the server is started in', async () => {
    await lay('app.private-key', pem)

    expect(readEnvironment({ APP_ID: '1', PRIVATE_KEY_PATH: 'app.private-key' }, dir)).toMatchObject({
      PRIVATE_KEY: pem,
    })
  })

  test('is the only *.pem of that folder where nothing names one', async () => {
    await lay('my-app.2026-11-25.private-key.pem', pem)

    expect(readEnvironment({ APP_ID: '1' }, dir)).toMatchObject({ PRIVATE_KEY: pem })
    expect(readEnvironment({}, dir)).toEqual({})
  })

  test('a path at which there is none, and two that could be meant, are told', async () => {
    const missing = refusalOf({ APP_ID: '1', PRIVATE_KEY_PATH: 'none.pem' })
    await lay('one.pem', pem)
    await lay('two.pem', pem)
    const two = refusalOf({ APP_ID: '1' })

    expect(missing).toContain('"none.pem"')
    expect(two).toContain('one.pem, two.pem')
  })

  test.each([
    ['in base64', Buffer.from(pem).toString('base64')],
    ['with \\n for its line ends', pem.trim().replaceAll('\n', String.raw`\n`)],
    ['in quotes, as Docker leaves them', `"${pem.trim().replaceAll('\n', String.raw`\n`)}"`],
    ['with blanks for its line ends', pem.trim().replaceAll('\n', ' ')],
  ])('%s it is the same key', (_, written) => {
    expect(normalizeKey(written).trim()).toBe(pem.trim())
  })

  test('what is none is left for the settings to refuse', () => {
    expect(normalizeKey('nonsense')).toBe('nonsense')
  })
})

describe('GHE_HOST', () => {
  test('is where the API and the pages are', () => {
    expect(readEnvironment({ GHE_HOST: 'git.example.com' }, dir)).toMatchObject({
      GITHUB_API_URL: 'https://git.example.com/api/v3',
      GITHUB_WEB_URL: 'https://git.example.com',
    })
  })

  test('by GHE_PROTOCOL, and only where our own names don’t say otherwise', () => {
    const env = { GHE_HOST: 'localhost:4141', GHE_PROTOCOL: 'http', GITHUB_WEB_URL: 'http://web.test' }

    expect(readEnvironment(env, dir)).toMatchObject({
      GITHUB_API_URL: 'http://localhost:4141/api/v3',
      GITHUB_WEB_URL: 'http://web.test',
    })
  })
})
