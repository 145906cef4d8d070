import { expect, test } from 'vitest'
import { CountersignFault } from '../../../src/application/fault.ts'
import { parseSettings, parseSharedSettings } from '../../../src/entrypoints/settings/parse-settings.ts'

const good = {
  APP_ID: '42',
  PRIVATE_KEY: '-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\n',
  WEBHOOK_SECRET: 'a secret of sixteen',
}

function refusalOf(env: Record<string, string | undefined>, parse: typeof parseSettings = parseSettings) {
  try {
    parse(env)
  } catch (error) {
    if (error instanceof CountersignFault) return error
  }
  throw new Error('the settings were not refused')
}

test('what is not set has its default', () => {
  expect(parseSettings(good)).toMatchObject({ APP_ID: 42, PORT: 3000, HOST: '127.0.0.1', LOG_LEVEL: 'info' })
})

test('an empty variable is one that is not set', () => {
  expect(parseSettings({ ...good, PORT: '', STATE_SECRET: '' })).toMatchObject({ PORT: 3000 })
})

test('line ends of the key may be written as \\n', () => {
  const written = good.PRIVATE_KEY.replaceAll('\n', String.raw`\n`)

  expect(parseSettings({ ...good, PRIVATE_KEY: written }).PRIVATE_KEY).toBe(good.PRIVATE_KEY)
})

test('quotes around the key, which Docker leaves there, are no part of it', () => {
  const written = `"${good.PRIVATE_KEY.replaceAll('\n', String.raw`\n`)}"`

  expect(parseSettings({ ...good, PRIVATE_KEY: written }).PRIVATE_KEY).toBe(good.PRIVATE_KEY)
})

test('all mistakes are named together', () => {
  const fault = refusalOf({
    PRIVATE_KEY: 'nonsense',
    WEBHOOK_SECRET: 'short',
    PORT: '99999',
    GITHUB_API_URL: 'nowhere',
  })

  expect(fault).toMatchObject({ code: 'configuration_invalid', message: '5 settings are missing or wrong' })
  for (const name of ['APP_ID is missing', 'PRIVATE_KEY must', 'WEBHOOK_SECRET must', 'PORT must', 'GITHUB_API_URL'])
    expect(fault.details).toContain(name)
})

test('a lease has time for the heartbeats that keep it', () => {
  const fault = refusalOf({ ...good, LEASE_SECONDS: '4' })

  expect(parseSettings(good)).toMatchObject({ LEASE_SECONDS: 20 })
  expect(fault.details).toContain('LEASE_SECONDS must be at least 5')
})

test('a wrong choice is told what there is to choose from, and a wrong address what one begins with', () => {
  const fault = refusalOf({ ...good, RUN_AS_ROOT: 'yes', LOG_LEVEL: 'loud', GITHUB_API_URL: 'github.com' })

  expect(fault.details).toBe(
    'GITHUB_API_URL must be an address that begins with https:// or http://; RUN_AS_ROOT must be refused or allowed; LOG_LEVEL must be debug, info, warn, error or silent. docs/configuration.md explains each.',
  )
})

test('a process that shares the work is told that it lacks a Postgres together with all the rest', () => {
  const fault = refusalOf({ WEBHOOK_SECRET: good.WEBHOOK_SECRET }, parseSharedSettings)

  expect(fault).toMatchObject({ code: 'configuration_invalid', message: '3 settings are missing or wrong' })
  for (const name of ['APP_ID is missing', 'PRIVATE_KEY is missing', 'DATABASE_URL is missing (processes share'])
    expect(fault.details).toContain(name)
})

test('a value is never repeated: it may be a secret', () => {
  const canary = 'canary4711'
  const wrong = Object.fromEntries(
    ['APP_ID', 'PRIVATE_KEY', 'WEBHOOK_SECRET', 'STATE_SECRET', 'PORT', 'GITHUB_API_URL', 'LOG_LEVEL', 'DOCS_URL'].map(
      (name) => [name, canary],
    ),
  )

  const fault = refusalOf(wrong)

  expect(`${fault.message} ${fault.details} ${String(fault.cause)}`).not.toContain(canary)
})

test('there is no start without a secret', () => {
  expect(refusalOf({ ...good, WEBHOOK_SECRET: undefined }).details).toContain('WEBHOOK_SECRET is missing')
})
