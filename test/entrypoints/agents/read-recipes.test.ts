import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtInRecipes } from '../../../src/adapters/agents/acp/built-in-recipes.ts'
import { readRecipes } from '../../../src/entrypoints/agents/read-recipes.ts'

let dir: string
let count = 0

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-test-recipes-'))
})
afterAll(() => rm(dir, { recursive: true }))

async function read(text: string) {
  count += 1
  const file = join(dir, `agents-${count}.yml`)
  await writeFile(file, text)
  return readRecipes(file)
}

/** What the fault tells whoever runs the server. */
async function readFaults(text: string): Promise<string> {
  const fault: unknown = await read(text).then(
    () => 'nothing is wrong',
    (error: unknown) => error,
  )
  expect(fault).toMatchObject({ code: 'configuration_invalid' })
  return (fault as { details: string }).details
}

test('without a file there are the agents of this version', async () => {
  expect(Object.fromEntries(await readRecipes(undefined))).toEqual(builtInRecipes)
})

test.each(['', '# nothing yet\n', 'agents: {}\n'])('a file that adds none (%j) changes none', async (text) => {
  expect(Object.fromEntries(await read(text))).toEqual(builtInRecipes)
})

test('an agent of one’s own is there beside the others, with what it doesn’t say as usual', async () => {
  const recipes = await read(
    [
      'agents:',
      '  my-agent:',
      '    program: /opt/my-agent/bin/my-agent',
      '    args: [acp]',
      "    environment: { OPENAI_BASE_URL: '{{origin}}/v1' }",
      '    home: { .config/my-agent/settings.json: { telemetry: false } }',
    ].join('\n'),
  )

  expect(recipes.get('my-agent')).toEqual({
    program: '/opt/my-agent/bin/my-agent',
    args: ['acp'],
    environment: { OPENAI_BASE_URL: '{{origin}}/v1' },
    home: { '.config/my-agent/settings.json': { telemetry: false } },
    mode: null,
    model: null,
    protocol: 'acp',
    install: '',
  })
  expect(recipes.get('codex')).toEqual(builtInRecipes.codex)
})

test('of one that comes along only what is told is changed', async () => {
  const recipes = await read('agents: { codex: { model: gpt-5.2-codex } }')

  expect(recipes.get('codex')).toEqual({ ...builtInRecipes.codex, model: 'gpt-5.2-codex' })
})

test.each([
  ['one without a program', 'agents: { mine: { args: [acp] } }', /^agents\.mine\.program: /],
  ['a name that is taken', 'agents: { shell: { program: sh } }', /agents\.shell: .*is a name that is taken/],
  ['a name nobody could give', 'agents: { "My Agent": { program: sh } }', /agents\.My Agent: /],
  ['a key that is mistyped', 'agents: { mine: { program: sh, arg: [] } }', /agents\.mine: Unrecognized key: "arg"/],
  ['what is the server’s to set', 'agents: { mine: { program: sh, environment: { PATH: /x } } }', /must not set HOME/],
  ['a file outside of HOME', 'agents: { mine: { program: sh, home: { ../x: y } } }', /must be a path below HOME/],
  ['a file at the root', 'agents: { mine: { program: sh, home: { /etc/x: y } } }', /must be a path below HOME/],
  [
    'a protocol that there isn’t',
    'agents: { mine: { program: sh, protocol: mcp } }',
    /agents\.mine\.protocol: .*"acp"/,
  ],
  ['a list', '- mine', /AGENTS_FILE: /],
  ['what is no YAML', 'agents: { mine: [', /AGENTS_FILE: /],
  ['a bomb', 'a: &a [x]\nagents: *a', /AGENTS_FILE: .*alias/i],
])('%s is refused, with where and what', async (_, text, told) => {
  expect(await readFaults(text)).toMatch(told)
})

test('several mistakes are told at once, and the page that helps', async () => {
  const told = await readFaults('agents: { mine: { program: 7 }, shell: { program: sh } }')

  expect(told).toMatch(/agents\.mine\.program.*agents\.shell.*docs\/agents\.md/s)
})

test('a file that isn’t there is told by its name', async () => {
  await expect(readRecipes(join(dir, 'none.yml'))).rejects.toMatchObject({
    message: expect.stringContaining('none.yml'),
    details: expect.stringContaining('ENOENT'),
  })
})
