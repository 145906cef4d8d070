import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sandbox } from 'github-sandbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCountersignSandbox } from '../../../src/entrypoints/sandbox/start-countersign-sandbox.ts'
import { chooseAgents } from '../../support/agents/chosen-agents.ts'
import { noteBehaviour } from '../../support/agents/real/note-behaviour.ts'
import { useShellTurn } from '../../support/agents/real/use-shell-turn.ts'
import { writeFileTurn } from '../../support/agents/write-file-turn.ts'
import { countProcesses, ownSleep } from '../../support/count-processes.ts'
import { type ScriptedProvider, startScriptedProvider } from '../../support/models/scripted-provider.ts'
import { isPlanShown } from '../support/is-plan-shown.ts'
import { openPlayground, type Playground } from '../support/playground.ts'
import { type AppProcess, startAppProcess } from '../support/processes/app-process.ts'
import { removeFolder } from '../support/processes/remove-folder.ts'
import { expectSound } from '../support/processes/start-world.ts'
import { patienceMs } from '../../support/vitest/patience.ts'

const patience = { timeout: patienceMs(100_000), interval: 50 }
/** With `REAL_AGENTS` its server is killed, too; else `/pause` is enough, to be short. */
const isLong = process.env['REAL_AGENTS'] !== undefined
const nap = ownSleep(8000)
let dir: string
let sandbox: Sandbox
let provider: ScriptedProvider
let live: AppProcess
/** While it is set, the model has its agent run what doesn't end, out of its group. */
let isEndless = true

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-ended-'))
  sandbox = await startCountersignSandbox({ port: 0, dataDir: join(dir, 'github') })
  provider = await startScriptedProvider((call) =>
    isEndless
      ? useShellTurn(call, `setsid ${nap} & trap "" TERM; ${nap}`)
      : writeFileTurn(call, 'hello.txt', 'Hello, world\n'),
  )
  await start()
})

afterAll(async () => {
  await live.kill()
  await provider[Symbol.asyncDispose]()
  await sandbox.close()
  expect(sandbox.drifts).toEqual([])
  await removeFolder(dir)
})

async function start(): Promise<void> {
  const models = { OPENAI_BASE_URL: `${provider.origin}/v1`, MODELS: 'model-1' }
  live = await startAppProcess(sandbox, join(dir, 'app'), { SWEEP_MINUTES: '0', ...models })
  sandbox.setWebhookUrl(live.webhookUrl)
}

/** An issue whose agent is at work on what doesn't end. */
async function begin(agent: string, name: string): Promise<{ repo: Playground; issue: number }> {
  isEndless = true
  const repo = await openPlayground({ sandbox, app: live, idle: () => sandbox.idle() }, { name, dir })
  const task = `- [ ] T1: Greet in \`hello.txt\` (by ${agent})\n  - Acceptance:\n    - \`hello.txt\` contains \`Hello, world\``
  const issue = await repo.planIssue('Greet', task)
  await expect.poll(() => repo.record(issue).catch(String), patience).toSatisfy(isPlanShown)
  await repo.say(issue, 'maintainer', '/approve')
  await expect.poll(() => countProcesses(nap), patience).toBe(2)
  return { repo, issue }
}

describe.each(chooseAgents(['codex']))('%s, the real program, at work on a command without end', (agent) => {
  test('is ended by /pause with all that it began, and does its task after /resume', async () => {
    const { repo, issue } = await begin(agent, `paused-${agent}`)
    const startedMs = performance.now()

    await repo.say(issue, 'maintainer', '/pause')
    await expect.poll(() => countProcesses(nap), patience).toBe(0)

    const seconds = Math.round((performance.now() - startedMs) / 100) / 10
    await expect.poll(async () => (await repo.task(issue, 'T1')).state, patience).toBe('READY')
    isEndless = false
    await repo.say(issue, 'maintainer', '/resume')
    await expect.poll(() => repo.record(issue), patience).toMatchObject({ phase: 'completed', outbox: [] })
    expect(await repo.task(issue, 'T1')).toMatchObject({ state: 'DONE', attempts: 0 })
    await expectSound({ sandbox }, repo)
    await note(repo, issue, { behaviour: 'is paused at work', outcome: 'ended, done after /resume', seconds })
  })

  test.runIf(isLong)('is gone with its server, and does its task after the next start', async () => {
    const { repo, issue } = await begin(agent, `killed-${agent}`)
    const startedMs = performance.now()

    await live.kill()
    await expect.poll(() => countProcesses(nap), patience).toBe(0)

    const seconds = Math.round((performance.now() - startedMs) / 100) / 10
    isEndless = false
    await start()
    await expect.poll(() => repo.record(issue), patience).toMatchObject({ phase: 'completed', outbox: [] })
    expect(await repo.task(issue, 'T1')).toMatchObject({ state: 'DONE', attempts: 0 })
    await expectSound({ sandbox }, repo)
    await note(repo, issue, { behaviour: 'has its server killed', outcome: 'gone, done after the next start', seconds })
  })

  async function note(
    repo: Playground,
    issue: number,
    noted: Pick<Parameters<typeof noteBehaviour>[0], 'behaviour' | 'outcome' | 'seconds'>,
  ) {
    const { receipts } = await repo.execution(issue)
    await noteBehaviour({ agent, version: receipts.at(-1)?.version ?? '', ...noted })
  }
})
