import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CountersignFault } from '../../../src/application/fault.ts'
import { readModelOptions } from '../../../src/entrypoints/models/read-model-options.ts'
import { parseSettings } from '../../../src/entrypoints/settings/parse-settings.ts'

const needed = { APP_ID: '1', PRIVATE_KEY: 'x PRIVATE KEY x', WEBHOOK_SECRET: 'a-secret-of-the-webhooks' }

function read(env: Record<string, string>) {
  return readModelOptions(parseSettings({ ...needed, ...env }), env)
}

async function readFileOf(yaml: string, env: Record<string, string> = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const file = join(dir, 'models.yml')
  await writeFile(file, yaml)
  return await read({ MODELS_FILE: file, ...env })
}

async function explain(reading: Promise<unknown>): Promise<string> {
  const fault: unknown = await reading.catch((error: unknown) => error)
  if (!(fault instanceof CountersignFault)) throw new Error('it was taken')
  expect(fault.code).toBe('configuration_invalid')
  return fault.details
}

test('where no model is named, none is used, whatever keys there are', async () => {
  expect(await read({ OPENAI_API_KEY: 'sk-1' })).toBeNull()
})

test.each([
  [{ OPENAI_API_KEY: 'sk-1' }, { kind: 'openai', baseUrl: 'https://api.openai.com/v1', key: 'sk-1' }],
  [{ OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1' }, { kind: 'compatible', key: null, speaks: ['chat'] }],
  [
    { OPENAI_BASE_URL: 'https://a.openai.azure.com/openai/v1', OPENAI_API_KEY: 'k' },
    { kind: 'azure', key: 'k' },
  ],
  [{ OPENAI_BASE_URL: 'https://bedrock-runtime.us-east-1.amazonaws.com/openai/v1' }, { kind: 'bedrock' }],
  [
    { ANTHROPIC_API_KEY: 'k' },
    { kind: 'anthropic', baseUrl: 'https://api.anthropic.com', speaks: ['messages', 'chat'] },
  ],
  [{ GEMINI_API_KEY: 'k' }, { kind: 'google', baseUrl: 'https://generativelanguage.googleapis.com' }],
])('a provider is set up by the variables that everybody has: %o', async (env, provider) => {
  const options = await read({ MODELS: 'one, two', ...env })

  expect(options?.providers).toMatchObject([provider])
  expect(options?.models.map(({ name, upstream }) => [name, upstream])).toEqual([
    ['one', 'one'],
    ['two', 'two'],
  ])
  expect(options).toMatchObject({ otherModels: { mappedTo: 'one' }, limits: { run: { requests: 500 } } })
})

test('of several providers the model says which', async () => {
  const env = { OPENAI_API_KEY: 'a', ANTHROPIC_API_KEY: 'b' }

  const options = await read({ ...env, MODELS: 'anthropic:claude-opus-4-8,openai:gpt-5.2' })

  expect(options?.models.map(({ name, provider }) => [name, provider])).toEqual([
    ['claude-opus-4-8', 'anthropic'],
    ['gpt-5.2', 'openai'],
  ])
  expect(await explain(read({ ...env, MODELS: 'gpt-5.2' }))).toContain('write it as openai:gpt-5.2')
})

test('a file has providers, prices and limits of its own', async () => {
  const yaml = `
providers:
  here: { kind: compatible, base_url: 'http://127.0.0.1:8000/v1', key_from: LOCAL_KEY, speaks: [responses, chat] }
models:
  - { name: fast, provider: here, model: acme/fast:7b, price: { input: 0.1, output: 0.4 } }
other_models: refused
limits: { day: { usd: 5 } }
keep_texts: true
`
  const options = await readFileOf(yaml, { LOCAL_KEY: 'k' })

  expect(options).toMatchObject({
    providers: [{ name: 'here', key: 'k', speaks: ['responses', 'chat'] }],
    models: [{ name: 'fast', upstream: 'acme/fast:7b', price: { input: 0.1, output: 0.4 } }],
    otherModels: 'refused',
    limits: { day: { usd: 5 } },
    keepTexts: true,
  })
})

const served = "providers: { p: { kind: compatible, base_url: 'http://h/v1' } }\nmodels: [a]"

test('package registries are closed unless a file names them', async () => {
  const open = await readFileOf(`${served}\nregistries: [pypi.org, { host: npm.example.internal, private: true }]`)

  expect((await readFileOf(served))?.registries).toEqual([])
  expect(open?.registries).toEqual([
    { host: 'pypi.org', isPrivate: false },
    { host: 'npm.example.internal', isPrivate: true },
  ])
})

test.each([
  '*.npmjs.org',
  'https://registry.npmjs.org',
  'registry.npmjs.org:443',
  'Registry.npmjs.org',
  'localhost',
  '10.0.0.7',
  '::1',
])('%s is no name of a registry', async (host) => {
  expect(await explain(readFileOf(`${served}\nregistries: ['${host}']`))).toMatch(/registries\.0: must be a name/)
})

test.each([
  ['models: [a]', 'no provider for a: set OPENAI_API_KEY'],
  ['models: []', 'models: '],
  ['modles: [a]', 'modles'],
  ['models: [a', 'is not YAML'],
  ['providers: { p: { kind: azure } }\nmodels: [a]', 'providers.p.base_url is missing'],
  [
    'providers: { p: { kind: openai } }\nmodels: [a]',
    'OPENAI_API_KEY is missing, which holds the key of the provider p',
  ],
  [
    'providers: { p: { kind: openai, key_from: sk-live-1234 } }\nmodels: [a]',
    'must be the name of a variable, not a key',
  ],
  [
    "providers: { p: { kind: compatible, base_url: 'http://h/v1' } }\nmodels: [a]\nother_models: b",
    'other_models names b',
  ],
  [
    "providers: { p: { kind: compatible, base_url: 'http://h/v1' } }\nmodels: [a]\nlimits: { day: { usd: 1 } }",
    'a has no known price',
  ],
])('%s is refused with what is wrong', async (yaml, why) => {
  const told = await explain(readFileOf(yaml))

  expect(told).toContain(why)
  expect(told).not.toContain('sk-live-1234')
})
