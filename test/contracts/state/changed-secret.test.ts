import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCloneGit } from '../../../src/adapters/git/cloned-repository.ts'
import { readWorkflowHistory } from '../../../src/adapters/git/workflow-history.ts'
import { createWorkflowBranch } from '../../../src/adapters/github/state/create-workflow-branch.ts'
import { createStateStore } from '../../../src/application/state/branch/create-state-store.ts'
import { createStateMac, type StateMac } from '../../../src/adapters/github/workflow-branch/state-mac.ts'
import type { StateStore } from '../../../src/application/ports/state/state-store.ts'
import { workflowBranch } from '../../../src/domain/records/iss-record.ts'
import { judgeHistory } from '../../../src/domain/records/seal/judge-history.ts'
import { runKeys } from '../../../src/entrypoints/commands/keys.ts'
import { appSettings } from '../../e2e/support/processes/app-settings.ts'
import { buildRecord } from '../../support/builders.ts'
import { appSecret, trustIn } from '../../support/repository/prove-record.ts'
import {
  type SandboxInstallation,
  type SandboxRepository,
  startSandboxInstallation,
} from '../../support/repository/sandbox-installation.ts'

const newSecret = 'another secret of ours'
const [before, changing, after] = [
  createStateMac(appSecret),
  createStateMac(newSecret, appSecret),
  createStateMac(newSecret),
]

let github: SandboxInstallation
beforeAll(async () => {
  github = await startSandboxInstallation()
})
afterAll(() => github.close())

function createStore(mac: StateMac): StateStore {
  return createStateStore({
    branch: createWorkflowBranch(github.client, mac),
    now: () => '2026-11-21T03:12:00.000Z',
    elapsedMs: (from, to) => Date.parse(to) - Date.parse(from),
    wait: () => Promise.resolve(),
    random: Math.random,
  })
}

async function write(repository: SandboxRepository, mac: StateMac): Promise<void> {
  const store = createStore(mac)
  const loaded = await store.read(repository.ref, 7, 'fresh')
  const started = buildRecord({ session_id: loaded.sessionId, phase: 'drafting', plan_id: null, loop_id: null })
  const record = loaded.work.record ?? started
  const next = { ...loaded.work, record: { ...record, next_op: record.next_op + 1 } }
  const op = `ISS-007/c${record.next_op}`
  await store.write(repository.ref, loaded, { next, op, headline: 'test', lines: ['test'], files: [] })
}

async function judge(repository: SandboxRepository, secret: string) {
  const git = createCloneGit(await repository.git('rev-parse', '--absolute-git-dir'), process.env)
  const head = await repository.git('rev-parse', workflowBranch)
  return judgeHistory(await readWorkflowHistory(git, head), trustIn(secret))
}

async function renew(env: Record<string, string>): Promise<{ code: number; text: string }> {
  const texts: string[] = []
  const collect = (text: string) => void texts.push(text)
  const settings = { ...appSettings(github.sandbox), WRITE_SPACING_MS: '0', ...env }
  const code = await runKeys({ renew: true }, { stdout: collect, stderr: collect, env: settings })
  return { code, text: texts.join('') }
}

test('with another secret everything holds; with the former one beside it work goes on, signed with both', async () => {
  const repository = await github.createRepository()
  await write(repository, before)

  await expect(createStore(after).read(repository.ref, 7, 'fresh')).rejects.toMatchObject({ code: 'on_hold' })
  await write(repository, changing)
  await write(repository, after)

  expect(await judge(repository, appSecret)).toMatchObject({ fault: null, vouched: 'yes' })
  expect(await judge(repository, newSecret)).toMatchObject({ fault: null, vouched: 'yes' })
  await expect(createStore(before).read(repository.ref, 7, 'fresh')).rejects.toMatchObject({ code: 'on_hold' })
})

test('a repository where nothing goes on is signed anew, once, so that the former secret can go', async () => {
  const repository = await github.createRepository()
  await write(repository, before)
  const tree = await repository.git('rev-parse', `${workflowBranch}^{tree}`)

  const first = await renew({ STATE_SECRET: newSecret, STATE_SECRET_OLD: appSecret })
  const head = await repository.git('rev-parse', workflowBranch)
  const again = await renew({ STATE_SECRET: newSecret, STATE_SECRET_OLD: appSecret })

  expect(first).toMatchObject({ code: 0, text: expect.stringContaining(`${repository.ref.key}: renewed`) })
  expect(again).toMatchObject({ code: 0, text: expect.stringContaining(`${repository.ref.key}: current`) })
  expect(await repository.git('rev-parse', workflowBranch, `${workflowBranch}^{tree}`)).toBe(`${head}\n${tree}`)
  await expect(createStore(after).read(repository.ref, 7, 'fresh')).resolves.toMatchObject({ head })
  expect(await judge(repository, appSecret)).toMatchObject({ fault: null, vouched: 'yes' })
})

test('what isn’t the App’s is not signed anew', async () => {
  const repository = await github.createRepository()
  await write(repository, before)
  const env = ['-c', 'user.name=eve', '-c', 'user.email=eve@example.com']
  const foreign = await repository.git(
    ...env,
    'commit-tree',
    `${workflowBranch}^{tree}`,
    '-p',
    workflowBranch,
    '-m',
    'x',
  )
  await repository.git('update-ref', `refs/heads/${workflowBranch}`, foreign)

  const { code, text } = await renew({ STATE_SECRET: newSecret, STATE_SECRET_OLD: appSecret })

  expect(text).toContain(`${repository.ref.key}: commit ${foreign.slice(0, 7)}`)
  expect(text).toContain('`/doctor fix` moves the branch back')
  expect(code).toBe(1)
  expect(await repository.git('rev-parse', workflowBranch)).toBe(foreign)
})
