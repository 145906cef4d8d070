import { afterAll, describe, expect, test } from 'vitest'
import { chooseAgents } from '../../support/agents/chosen-agents.ts'
import { findInFolder } from '../../support/agents/find-in-folder.ts'
import { writeFileTurn } from '../../support/agents/write-file-turn.ts'
import { type ScriptedProvider, startScriptedProvider } from '../../support/models/scripted-provider.ts'
import { readGit } from '../support/git/git.ts'
import { useWorld } from '../support/processes/start-world.ts'

const providerKey = 'sk-canary-6d20e1b58c'
let provider: ScriptedProvider | undefined

/** A server with chat completions alone, and a model that greets nobody until a verdict tells it to. */
const world = useWorld({
  env: async () => {
    provider = await startScriptedProvider((call) => {
      const isTold = call.body.includes('not found in hello.txt') || call.body.includes('Greet at once')
      return writeFileTurn(call, 'hello.txt', isTold ? 'Hello, world\n' : 'Hm.\n')
    })
    return { OPENAI_BASE_URL: `${provider.origin}/v1`, OPENAI_API_KEY: providerKey, MODELS: 'model-1' }
  },
})

afterAll(() => provider?.[Symbol.asyncDispose]())

/** With `REAL_AGENTS` each does its task twice; else the second is taken at its word, to be short. */
const chosen = chooseAgents(['codex', 'gemini'])
const redoes = (agent: string) => process.env['REAL_AGENTS'] !== undefined || agent === chosen[0] || agent === 'model'

async function play(agent: string, title: string) {
  const repo = await world.repository()
  const task = [`- [ ] T1: ${title} in \`hello.txt\` (by ${agent})`, '  - Acceptance:']
  const issue = await repo.planIssue('Greet', [...task, '    - `hello.txt` contains `Hello, world`'].join('\n'))
  expect((await repo.thread(issue)).join('\n')).toContain(`by ${agent}`)
  await repo.say(issue, 'maintainer', '/approve')
  return { repo, issue }
}

describe.each([...chosen, 'model'])('%s, as it is', (agent) => {
  test.runIf(!redoes(agent))('is named by the plan, does its task, and is approved', async () => {
    const { repo, issue } = await play(agent, 'Greet at once')

    const { reviews } = await repo.execution(issue)
    expect(reviews.map(({ version, verdict }) => [version, verdict])).toEqual([[1, 'APPROVED']])
    expect((await repo.record(issue)).phase).toBe('completed')
  })

  test.runIf(redoes(agent))('is rejected, does its task again as the verdict says, and is approved', async () => {
    const { repo, issue } = await play(agent, 'Greet')

    const { artifacts, reviews, receipts } = await repo.execution(issue)
    expect(reviews.map(({ version, verdict }) => [version, verdict])).toEqual([
      [1, 'REJECTED'],
      [2, 'APPROVED'],
    ])
    expect(artifacts.map(({ by }) => by)).toEqual([
      { kind: 'executor', name: agent },
      { kind: 'executor', name: agent },
    ])
    expect(receipts.map(({ executor, outcome }) => [executor, outcome])).toEqual([
      [agent, 'changed'],
      [agent, 'changed'],
    ])
    expect((await repo.record(issue)).phase).toBe('completed')
    const base = await readGit(repo.bareDir, ['show', 'countersign/ISS-001/1/base:hello.txt'])
    expect(base.trim()).toBe('Hello, world')
    const told = await repo.thread(await repo.pullOf(issue, 'T1'))
    const history = await readGit(repo.bareDir, ['log', '-p', '--all'])
    expect([...told, ...(await repo.thread(issue)), history].join('\n')).not.toContain(providerKey)
    expect(await findInFolder(world.dir, providerKey)).toEqual([])
  })
})
