import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorkflowBranch } from '../../../src/adapters/github/state/create-workflow-branch.ts'
import { createStateStore } from '../../../src/application/state/branch/create-state-store.ts'
import { createStateMac, type StateMac } from '../../../src/adapters/github/workflow-branch/state-mac.ts'
import type { StateStore } from '../../../src/application/ports/state/state-store.ts'
import { workflowBranch } from '../../../src/domain/records/iss-record.ts'
import { buildRecord } from '../../support/builders.ts'
import {
  type SandboxInstallation,
  type SandboxRepository,
  startSandboxInstallation,
} from '../../support/repository/sandbox-installation.ts'
import { createUnnamedMac } from '../../support/unnamed-mac.ts'

const secret = 'a secret of sixteen'

let github: SandboxInstallation
beforeAll(async () => {
  github = await startSandboxInstallation()
})
afterAll(() => github.close())

function createStore(mac: StateMac = createStateMac(secret)): StateStore {
  return createStateStore({
    branch: createWorkflowBranch(github.client, mac),
    now: () => '2026-11-21T03:12:00.000Z',
    elapsedMs: (from, to) => Date.parse(to) - Date.parse(from),
    wait: () => Promise.resolve(),
    random: Math.random,
  })
}

/** An issue of the repository, registered by the App that seals like this. */
async function register(repository: SandboxRepository, mac = createStateMac(secret)): Promise<number> {
  const { data } = await github.as('maintainer').issues.create({ ...repository.place, title: 'An issue' })
  const store = createStore(mac)
  const loaded = await store.read(repository.ref, data.number, 'fresh')
  const place = { number: data.number, node_id: data.node_id, session_id: loaded.sessionId, repository_id: null }
  const record = buildRecord({ ...place, phase: 'drafting', plan_id: null, loop_id: null })
  await store.write(repository.ref, loaded, {
    next: { ...loaded.work, record },
    op: `${record.id}/c1`,
    headline: 'test',
    lines: ['test'],
    files: [],
  })
  return data.number
}

/** A writer pushes the workflow branch of one repository into another: the same commits, GitHub's signatures in them. */
async function bring(from: SandboxRepository, to: SandboxRepository): Promise<void> {
  const dir = await from.git('rev-parse', '--absolute-git-dir')
  await to.git('fetch', '--quiet', dir, `+refs/heads/${workflowBranch}:refs/heads/${workflowBranch}`)
}

function readId(repository: SandboxRepository): Promise<number> {
  return github
    .as('maintainer')
    .repos.get(repository.place)
    .then(({ data }) => data.id)
}

test('the state of another repository holds, also after /doctor fix', async () => {
  const [one, other] = [await github.createRepository(), await github.createRepository()]
  const number = await register(one)
  await github.as('maintainer').issues.create({ ...other.place, title: 'An issue of the same number' })
  await bring(one, other)

  const store = createStore()

  const held = { code: 'on_hold', message: expect.stringContaining('for another repository') }
  await expect(store.read(other.ref, number, 'fresh')).rejects.toMatchObject(held)
  await expect(store.restore(other.ref)).rejects.toMatchObject({ code: 'on_hold' })
  await expect(createStore().read(one.ref, number, 'fresh')).resolves.toBeDefined()
})

test('a state from before repositories were named goes on in its own, and names it from then on', async () => {
  const repository = await github.createRepository()
  const number = await register(repository, createUnnamedMac(secret))
  const old = await repository.git('log', '-1', '--format=%B', workflowBranch)
  const store = createStore()

  const loaded = await store.read(repository.ref, number, 'fresh')
  const commit = { op: 'ISS-001/c2', headline: 'test', lines: ['test'], files: [] }
  const record = { ...buildRecord(loaded.work.record ?? {}), plan_count: 5 }
  await store.write(repository.ref, loaded, { ...commit, next: { ...loaded.work, record } })

  expect(old).not.toContain('Countersign-Repository')
  const id = await readId(repository)
  expect(await repository.git('log', '-1', '--format=%B', workflowBranch)).toContain(`Countersign-Repository: ${id}\n`)
  const { work } = await createStore().read(repository.ref, number, 'fresh')
  expect(work.record).toMatchObject({ repository_id: id, plan_count: 5 })
})

test.each([
  ['are there', false],
  ['are gone', true],
])('such a state of another repository holds where its issues %s', async (_name, isGone) => {
  const [one, other] = [await github.createRepository(), await github.createRepository()]
  const number = await register(one, createUnnamedMac(secret))
  await github.as('maintainer').issues.create({ ...other.place, title: 'An issue of the same number' })
  await bring(one, other)
  // So it looks after a repository was deleted and made anew under its name.
  if (isGone) await github.sandbox.deleteIssue(one.ref.key, number, 'maintainer')

  const reading = createStore().read(other.ref, number, 'fresh')

  await expect(reading).rejects.toMatchObject({
    code: 'on_hold',
    message: expect.stringContaining('its issues are not this one’s'),
  })
})
