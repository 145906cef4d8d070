import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { execa } from 'execa'
import type { Sandbox } from 'github-sandbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCountersignSandbox } from '../../../src/entrypoints/sandbox/start-countersign-sandbox.ts'
import { chooseAgents } from '../../support/agents/chosen-agents.ts'
import { useShellTurn } from '../../support/agents/real/use-shell-turn.ts'
import { findWritings, findWritingsInFolder, writingsOf } from '../../support/canaries/find-writings.ts'
import { type ScriptedProvider, type SeenCall, startScriptedProvider } from '../../support/models/scripted-provider.ts'
import type { ScriptedTurn } from '../../support/models/scripted-turn.ts'
import { readGit } from '../support/git/git.ts'
import { isPlanShown } from '../support/is-plan-shown.ts'
import { openPlayground, type Playground } from '../support/playground.ts'
import { type AppProcess, startAppProcess } from '../support/processes/app-process.ts'
import { removeFolder } from '../support/processes/remove-folder.ts'
import { patienceMs } from '../../support/vitest/patience.ts'

const patience = { timeout: patienceMs(60_000), interval: 100 }
const providerKey = 'sk-canary+51c8/e07d42=provider'
const stateSecret = 'state-canary-7f03aa1be9c2-state'
const [agent = 'model'] = chooseAgents(['codex'])
let dir: string
let sandbox: Sandbox
let provider: ScriptedProvider
let live: AppProcess

/** A provider that says the key which it was asked with wherever it can, and a model that has its agent look for more. */
function play(call: SeenCall): ScriptedTurn {
  const key = call.headers.authorization ?? ''
  const told = `I was asked with ${key} or ${Buffer.from(key).toString('base64')} or ${encodeURIComponent(key)}`
  if (call.body.includes('Refuse me'))
    return {
      kind: 'status',
      status: 401,
      body: JSON.stringify({ error: { message: told } }),
      headers: { 'x-key': key.slice(7) },
    }
  const look = 'env; cat /proc/*/environ /proc/*/cmdline; ls -R ~ /tmp; true'
  const turn = useShellTurn(
    call,
    `(${look}) 2>&1; printf 'Hello, world\\n' > hello.txt; echo '${key.slice(7)}' >> hello.txt`,
  )
  return turn.kind === 'answer' && turn.tools === undefined ? { ...turn, text: told } : turn
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-canaries-'))
  sandbox = await startCountersignSandbox({ port: 0, dataDir: join(dir, 'github') })
  provider = await startScriptedProvider(play)
  live = await startAppProcess(sandbox, join(dir, 'app'), serverEnv())
  sandbox.setWebhookUrl(live.webhookUrl)
})

afterAll(async () => {
  await live.kill()
  await provider[Symbol.asyncDispose]()
  await sandbox.close()
  await removeFolder(dir)
})

function serverEnv(): Record<string, string> {
  const models = { OPENAI_BASE_URL: `${provider.origin}/v1`, OPENAI_API_KEY: providerKey, MODELS: 'model-1' }
  return { SWEEP_MINUTES: '0', LOG_LEVEL: 'debug', STATE_SECRET: stateSecret, ...models }
}

test('no secret is found where it doesn’t belong, in any writing, in any sink', async () => {
  const repo = await openPlayground({ sandbox, app: live, idle: () => sandbox.idle() }, { name: 'canaries', dir })
  const done = await begin(repo, 'Greet')
  await expect.poll(() => repo.record(done), patience).toMatchObject({ phase: 'completed', outbox: [] })
  const processes = await readProcesses(live.pid)
  const refused = await begin(repo, 'Refuse me')
  await expect.poll(async () => (await repo.task(refused, 'T1')).state, patience).toBe('WAITING_EXTERNAL')
  await repo.say(done, 'maintainer', '/status')
  await repo.say(done, 'maintainer', '/export partial')
  await expect.poll(async () => (await repo.record(done)).exports.length, patience).toBe(1)
  await sandbox.idle()

  const secrets = await listSecrets()
  const sinks: Record<string, string> = {
    'its log': JSON.stringify(live.readLog()),
    threads: [
      ...(await repo.thread(done)),
      ...(await repo.thread(refused)),
      ...(await repo.thread(await repo.pullOf(done, 'T1'))),
    ].join('\n'),
    'git, all objects': await readGit(repo.bareDir, ['cat-file', '--batch-all-objects', '--batch', '--unordered']),
    'git, as patches': await readGit(repo.bareDir, ['log', '-p', '--all']),
    'what models are told': provider.calls.map(({ body }) => body).join('\n'),
    ...(await readReleases(repo)),
    ...(await readChecks(repo)),
    ...(await readPages()),
    ...(await readCommands()),
    ...processes,
  }

  expect(Object.values(sinks).filter((text) => text.length < 10)).toEqual([])
  const found = Object.entries(sinks).flatMap(([sink, text]) =>
    findWritings(text, secrets).map((name) => `${name} in ${sink}`),
  )
  // An agent's own token is in its environment, and so in what it tells its model of that. What a provider said in pieces
  // of the key that it was asked with, an agent that goes on tells it again: it knows it, and nobody else hears of it.
  const told = ['token of a run in what models are told', 'the provider’s key in what models are told']
  expect(found.filter((one) => !told.includes(one))).toEqual([])
  expect(found).toContain('token of a run in what models are told')
  expect(await findWritingsInFolder(join(dir, 'app'), secrets)).toEqual([])
})

test('a secret is found in each of its writings, whatever stands around it', () => {
  for (const [before, after] of [
    ['', ''],
    ['x', 'yz'],
    ['ab', 'c'],
  ]) {
    const text = `${before}${providerKey}${after}`
    for (const writing of [
      text,
      Buffer.from(text).toString('base64'),
      Buffer.from(text).toString('hex'),
      encodeURIComponent(text),
      Buffer.from(text).toString('base64url'),
    ])
      expect(findWritings(`… ${writing} …`, { key: providerKey })).toEqual(['key'])
  }
  expect(writingsOf(providerKey).every((writing) => writing.length > 20)).toBe(true)
  expect(findWritings('nothing here', { key: providerKey })).toEqual([])
})

async function begin(repo: Playground, title: string): Promise<number> {
  const task = `- [ ] T1: ${title} in \`hello.txt\` (by ${agent})\n  - Acceptance:\n    - \`hello.txt\` contains \`Hello, world\``
  const issue = await repo.planIssue(title, task)
  await expect.poll(() => repo.record(issue).catch(String), patience).toSatisfy(isPlanShown)
  await repo.say(issue, 'maintainer', '/approve')
  return issue
}

/** Whatever must not come out; the tokens of runs are read where an agent told them. */
async function listSecrets(): Promise<Record<string, string>> {
  const { app } = sandbox
  const [token = ''] = /cst_[\w-]{20,}/.exec(provider.calls.map(({ body }) => body).join('\n')) ?? []
  expect(token).not.toBe('')
  return {
    'the provider’s key': providerKey,
    'the webhook secret': app.webhookSecret,
    'the App’s key': app.privateKey.split('\n')[5] ?? '',
    'the secret of the state': stateSecret,
    'token of a run': token,
  }
}

/** Words and assets of releases, packed ones unpacked. */
async function readReleases(repo: Playground): Promise<Record<string, string>> {
  const { rest } = repo.as('reader')
  const { data } = await rest.repos.listReleases({ ...repo.place })
  const assets = data.flatMap((release) => release.assets)
  expect(assets.length).toBeGreaterThan(2)
  const headers = { accept: 'application/octet-stream', authorization: `Bearer ${sandbox.tokens.reader}` }
  const read = async ({ url, name }: (typeof assets)[number]) => {
    // As bytes: the client would parse what is JSON.
    const bytes = Buffer.from(await (await fetch(url, { headers })).arrayBuffer())
    return [`release asset ${name}`, (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1')] as const
  }
  return { releases: JSON.stringify(data), ...Object.fromEntries(await Promise.all(assets.map(read))) }
}

/** Check runs of each pull request's commit with their annotations, and the pull requests and reviews themselves. */
async function readChecks(repo: Playground): Promise<Record<string, string>> {
  const { rest } = repo.as('reader')
  const { data: pulls } = await rest.pulls.list({ ...repo.place, state: 'all' })
  const read = async ({ number, head }: (typeof pulls)[number]) => {
    const { data } = await rest.checks.listForRef({ ...repo.place, ref: head.sha })
    const annotations = data.check_runs.map(async ({ id }) =>
      rest.checks.listAnnotations({ ...repo.place, check_run_id: id }).then((answer) => answer.data),
    )
    const { data: reviews } = await rest.pulls.listReviews({ ...repo.place, pull_number: number })
    return [data, await Promise.all(annotations), reviews]
  }
  const told = await Promise.all(pulls.map(read))
  expect(JSON.stringify(told)).toContain('countersign/T1')
  return { 'check runs and reviews': JSON.stringify(told), 'pull requests': JSON.stringify(pulls) }
}

/** All that a server shows to whoever asks it. */
async function readPages(): Promise<Record<string, string>> {
  const pages = ['/metrics', '/healthz', '/readyz', '/public-keys', '/none']
  const read = async (page: string) => {
    const answer = await fetch(new URL(page, live.webhookUrl))
    return [page, `${JSON.stringify([...answer.headers])}${await answer.text()}`]
  }
  return Object.fromEntries(await Promise.all(pages.map(read))) as Record<string, string>
}

/** What the terminal shows in the server's folder, with its settings. */
async function readCommands(): Promise<Record<string, string>> {
  const { app, url, web } = sandbox
  const env = {
    ...serverEnv(),
    DATA_DIR: join(dir, 'app'),
    APP_ID: `${app.id}`,
    PRIVATE_KEY: app.privateKey,
    WEBHOOK_SECRET: app.webhookSecret,
    ONBOARDING: 'off',
    GITHUB_API_URL: url,
    GITHUB_WEB_URL: web,
  }
  const commands = [
    ['costs', '--json'],
    ['costs', '--by', 'task'],
    ['models', '--json'],
    ['agents', '--json'],
  ]
  const read = async (args: string[]) => {
    const { all } = await execa(process.execPath, ['src/entrypoints/cli.ts', ...args], {
      env,
      all: true,
      reject: false,
    })
    return [args.join(' '), all] as const
  }
  return Object.fromEntries(await Promise.all(commands.map(read)))
}

/** Environment and command line of all processes that the server began: it alone has secrets in its own. */
async function readProcesses(server: number): Promise<Record<string, string>> {
  const pids = (await readdir('/proc')).filter((one) => /^\d+$/.test(one))
  const parents = new Map<number, number>()
  for (const pid of pids) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    parents.set(Number(pid), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]))
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid)
    return parent === server || (parent !== undefined && parent > 1 && isBelow(parent))
  }
  const below = [...parents.keys()].filter((pid) => isBelow(pid))
  expect(below.length).toBeGreaterThan(0)
  const texts = await Promise.all(
    below.map(async (pid) => {
      const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
      return [`process ${pid}`, `${pid}: ${await read('cmdline')} ${await read('environ')}`] as const
    }),
  )
  return {
    ...Object.fromEntries(texts),
    'the server’s command line': await readFile(`/proc/${server}/cmdline`, 'utf8'),
  }
}
