import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CostReport } from '../../../src/domain/models/cost-report.ts'
import { runCosts } from '../../../src/entrypoints/commands/models/costs.ts'
import { startCountersignSandbox } from '../../../src/entrypoints/sandbox/start-countersign-sandbox.ts'
import { type RunningApp, startApp } from '../../../src/entrypoints/server/start-app.ts'
import { parseSettings } from '../../../src/entrypoints/settings/parse-settings.ts'
import { startScriptedProvider } from '../../support/models/scripted-provider.ts'
import { openPlayground } from '../support/playground.ts'
import { appSettings } from '../support/processes/app-settings.ts'

let dir: string
beforeEach(async () => void (dir = await mkdtemp(join(tmpdir(), 'countersign-e2e-limits-'))))
afterEach(() => rm(dir, { recursive: true, force: true }))

const agent = fileURLToPath(new URL('../../support/agents/tiny-agent.mjs', import.meta.url))
const environment = { ORIGIN: '{{origin}}', TOKEN: '{{token}}', MODEL: '{{model}}', FILE: 'hello.txt', CALLS: '2' }

/** A server whose agent makes two calls in each run, and whose issues may make so many. */
async function start(env: Record<string, string>, requests: number): Promise<RunningApp> {
  const [models, agents] = [join(dir, 'models.yml'), join(dir, 'agents.yml')]
  await writeFile(models, JSON.stringify({ models: ['model-1'], limits: { issue: { requests } } }))
  await writeFile(agents, JSON.stringify({ agents: { tiny: { program: agent, environment } } }))
  const local = { DATA_DIR: join(dir, 'app'), DATABASE: 'memory', PORT: '0', LOG_LEVEL: 'silent', SWEEP_MINUTES: '0' }
  const paceless = { WRITE_SPACING_MS: '0', SECONDARY_LIMITS: 'off' }
  const settings = parseSettings({ ...env, ...local, ...paceless, MODELS_FILE: models, AGENTS_FILE: agents })
  const app = await startApp(settings, process.env)
  await app.begun
  return app
}

function readCosts(): CostReport {
  let told = ''
  const io = { env: { DATA_DIR: join(dir, 'app') }, stdout: (text: string) => void (told = text), stderr: () => {} }
  runCosts({ by: 'task', json: true }, { ...io, terminal: { colours: false, width: 100 } })
  return JSON.parse(told) as CostReport
}

test('a limit pauses an issue and says what to do; it outlasts a restart, and once it is raised the work goes on', async () => {
  await using provider = await startScriptedProvider(() => ({ kind: 'answer', text: 'Hello, world\n' }))
  const sandbox = await startCountersignSandbox({ port: 0, dataDir: join(dir, 'github') })
  const env = { ...appSettings(sandbox), OPENAI_BASE_URL: `${provider.origin}/v1` }
  const running = { sandbox, app: await start(env, 1), idle: () => settle() }
  const settle = async () => {
    for (let round = 0; round < 3; round += 1) {
      await sandbox.idle()
      await running.app.idle()
    }
  }
  const begin = (app: RunningApp) => sandbox.setWebhookUrl((running.app = app).webhookUrl)
  const restart = async (requests: number) => {
    await running.app.close()
    begin(await start(env, requests))
  }
  begin(running.app)
  const repo = await openPlayground(running, { name: 'greetings', dir })
  const task =
    '- [ ] T1: Greet in `hello.txt` (executor: tiny)\n  - Acceptance:\n    - `hello.txt` contains `Hello, world`'
  const issue = await repo.planIssue('Greet', task)
  const status = async () => (await repo.thread(issue)).findLast((text) => /of 1 task approved/.test(text)) ?? ''

  await repo.say(issue, 'maintainer', '/approve')
  const paused = await status()
  await restart(3)
  await repo.say(issue, 'maintainer', '/resume')
  const done = await status()
  await running.app.close()
  await sandbox.close()

  expect(paused).toContain('the limit of 1 requests for this issue is reached (1; limits.issue.requests)')
  expect(paused).toContain('raises `limits.issue.requests` in the file that `MODELS_FILE` names')
  expect(paused).toContain('`/resume` goes on')
  expect(done).toContain('1 of 1 task approved')
  // Of what was spent before the restart nothing is forgotten: one call more would have been refused.
  const { total, rows } = readCosts()
  expect(rows.map(({ key }) => key)).toEqual([`${repo.repository}#${issue} T1`])
  expect(total).toMatchObject({ calls: 3, refused: 1, cost_usd: null, unpriced: 3 })
  expect(done).toContain('not priced')
  expect(sandbox.drifts).toEqual([])
})
