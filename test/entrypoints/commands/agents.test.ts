import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAgents } from '../../../src/entrypoints/commands/agents/agents.ts'
import type { AgentsReport } from '../../../src/domain/records/agents-report.ts'
import { agentNames } from '../../../src/domain/configuration/executor-names.ts'

let dir: string

/** One agent as the script installs it. */
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-test-listed-'))
  const program = join(dir, 'gemini', 'node_modules', '.bin', 'gemini')
  await mkdir(dirname(program), { recursive: true })
  await writeFile(program, '#!/bin/sh\n')
  await chmod(program, 0o755)
})
afterAll(() => rm(dir, { recursive: true }))

async function run({ env = {}, json = false, width = 140, isolates = true } = {}) {
  const stdout: string[] = []
  const io = {
    env: { AGENTS_DIR: dir, PATH: '/nowhere', ...env },
    stdout: (text: string) => void stdout.push(text),
    stderr: () => {},
    terminal: { colours: false, width },
  }
  const code = await runAgents({ json }, io, async () => isolates)
  return { code, told: stdout.join('') }
}

const withModel = { MODELS: 'model-1', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' }

test('an agent that is there is told with its model, and how a task is given to it', async () => {
  const { code, told } = await run({ env: withModel })

  expect(code).toBe(0)
  expect(told).toMatch(/gemini\s+│ ✓ yes │ unknown │ model-1 │ its own\s+│ yes\s+│ \/\S+\/gemini/)
  expect(told).toMatch(/codex\s+│ ✗ no\s+│.*isn't installed on this server: `bash/)
  expect(told).toContain('/assign T1 gemini')
})

test('where none can work, each says all that it lacks, and what comes first is said', async () => {
  const { code, told } = await run({ env: { AGENTS_DIR: '/nowhere' }, width: 60 })

  expect(code).toBe(1)
  expect(told).toMatch(/codex ✗ no\n {4}mode its own, isolated: yes\n {4}has no model on this server/)
  expect(told.replaceAll(/\s+/g, ' ')).toContain('Set MODELS and a key or an address of a provider, and "model" can')
})

test('as JSON it has every agent by name, with a list of what is lacking', async () => {
  const { told } = await run({ env: withModel, json: true })

  const report = JSON.parse(told) as AgentsReport
  expect(report.agents.map(({ name }) => name)).toEqual([...agentNames, 'model'])
  expect(report.models).toEqual(['model-1'])
  expect(report.agents.find(({ name }) => name === 'gemini')).toMatchObject({ lacks: [], isolated: 'yes' })
  expect(report.agents.find(({ name }) => name === 'codex')).toMatchObject({
    file: null,
    lacks: [expect.stringContaining('install-agents.sh codex')],
  })
})

test('on a machine that can’t isolate no agent works, unless the server allows commands without, and a model runs none', async () => {
  const refused = await run({ env: withModel, isolates: false, width: 200 })
  const allowed = await run({ env: { ...withModel, UNCONFINED_COMMANDS: 'allowed' }, isolates: false })

  expect(refused.told).toMatch(/gemini\s+│ ✗ no .*can't be isolated on this machine/)
  expect(refused.told).toMatch(/model\s+│ ✓ yes .*can run no command here/)
  expect(allowed.told).toMatch(/gemini\s+│ ✓ yes /)
  expect(allowed.told).toContain('no, where')
})

test('an agent of one’s own stands among the others, with the model it is to use', async () => {
  const file = join(dir, 'agents.yml')
  await writeFile(file, 'agents:\n  my-agent: { program: /opt/none/bin/agent, model: other, install: ask Ann }\n')

  const { told } = await run({ env: { ...withModel, AGENTS_FILE: file }, json: true })

  const report = JSON.parse(told) as AgentsReport
  expect(report.agents.find(({ name }) => name === 'my-agent')?.lacks).toEqual([
    "is to use the model `other`, which isn't among model-1",
    "isn't installed on this server: ask Ann on the server installs it",
  ])
})

test('packages of the machine that runs may read are told, and where there are none', async () => {
  await mkdir(join(dir, 'npm', '_cacache', 'content-v2'), { recursive: true })
  const env = { ...withModel, PACKAGE_CACHES: `npm=${join(dir, 'npm')}, pip=/nowhere` }

  const { told } = await run({ env, width: 400 })

  expect(told).toContain(`Packages of npm in ${join(dir, 'npm')} may be read by what runs in isolation.`)
  expect(told).toContain('PACKAGE_CACHES names pip, but there are no packages of it in /nowhere.')
  for (const wrong of ['pip', 'npm=here', 'npm,yarn'])
    await expect(run({ env: { ...withModel, PACKAGE_CACHES: wrong } })).rejects.toThrow('wrong')
})
