import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorkflowBranch } from '../../../src/adapters/github/state/create-workflow-branch.ts'
import { createStateStore } from '../../../src/application/state/branch/create-state-store.ts'
import { createStateMac } from '../../../src/adapters/github/workflow-branch/state-mac.ts'
import type { RepositoryRef } from '../../../src/application/repository-ref.ts'
import type { LoadedWork, StateStore } from '../../../src/application/ports/state/state-store.ts'
import { issId } from '../../../src/domain/records/iss-record.ts'
import type { Work } from '../../../src/domain/records/work.ts'
import { buildPlan, buildRecord, buildTask } from '../../support/builders.ts'
import { FakeStateStore } from '../../support/fakes/fake-state-store.ts'
import { repository as fakeRepository } from '../../support/fakes/machine.ts'
import { type SandboxInstallation, startSandboxInstallation } from '../../support/repository/sandbox-installation.ts'

/** What the machine counts on, held by the fake it is tested with and by the workflow branch alike. */
let github: SandboxInstallation
beforeAll(async () => {
  github = await startSandboxInstallation()
})
afterAll(() => github.close())

interface Opened {
  store: StateStore
  repository: RepositoryRef
}

const stores: { name: string; open: () => Promise<Opened> }[] = [
  { name: 'the fake', open: () => Promise.resolve({ store: new FakeStateStore(), repository: fakeRepository }) },
  {
    name: 'the workflow branch',
    open: async () => {
      const { ref } = await github.createRepository()
      const clock = { now: () => '2026-11-21T03:12:00.000Z', elapsedMs: () => 0 }
      const branch = createWorkflowBranch(github.client, createStateMac('a secret of sixteen'))
      const store = createStateStore({ branch, ...clock, wait: () => Promise.resolve(), random: Math.random })
      return { store, repository: ref }
    },
  },
]

function advance({ work, sessionId }: LoadedWork, number: number): Work {
  const drafting = { phase: 'drafting', loop_id: null, plan_id: null } as const
  const before = work.record ?? buildRecord({ id: issId(number), number, session_id: sessionId, ...drafting })
  return { ...work, record: { ...before, next_op: before.next_op + 1 } }
}

async function save({ store, repository }: Opened, loaded: LoadedWork, number: number) {
  const commit = { op: `${issId(number)}/c`, headline: 'x', lines: ['x'], files: [] }
  return store.write(repository, loaded, { ...commit, next: advance(loaded, number) })
}

describe.each(stores)('$name', ({ open }) => {
  test('has nothing of an issue at first, and no head', async () => {
    const { store, repository } = await open()

    const loaded = await store.read(repository, 7, 'cached')

    expect(loaded).toMatchObject({ head: null, work: { record: null, plan: null, execution: null, loop: null } })
  })

  test('gives back what was written, under a new head', async () => {
    const opened = await open()
    const loaded = await opened.store.read(opened.repository, 7, 'cached')

    expect(await save(opened, loaded, 7)).toBe('written')

    const read = await opened.store.read(opened.repository, 7, 'cached')
    const { record, ...rest } = advance(loaded, 7)
    expect(read.work).toEqual({ ...rest, record: { ...record, repository_id: expect.any(Number) } })
    expect(read.head).not.toBe(loaded.head)
  })

  test('takes a write though another issue has moved the head since', async () => {
    const opened = await open()
    const { store, repository } = opened
    const [seven, eight] = [await store.read(repository, 7, 'cached'), await store.read(repository, 8, 'cached')]
    await save(opened, seven, 7)

    expect(await save(opened, eight, 8)).toBe('written')

    expect((await store.readOpen(repository, 7)).map(({ row }) => row.id)).toEqual(['ISS-007', 'ISS-008'])
  })

  test('refuses a write of an issue that was changed since it was read, and takes it on the newer one', async () => {
    const opened = await open()
    const { store, repository } = opened
    const [first, second] = [await store.read(repository, 7, 'cached'), await store.read(repository, 7, 'cached')]

    expect(await Promise.all([save(opened, first, 7), save(opened, second, 7)])).toEqual(['written', 'conflict'])

    expect(await save(opened, await store.read(repository, 7, 'cached'), 7)).toBe('written')
  })

  test('has one session for all issues, and lists them', async () => {
    const opened = await open()
    for (const number of [7, 8])
      await save(opened, await opened.store.read(opened.repository, number, 'cached'), number)

    const issues = await opened.store.readOpen(opened.repository, 7)

    expect(issues.map(({ row }) => row.id)).toEqual(['ISS-007', 'ISS-008'])
    expect(new Set(issues.map(({ record }) => record?.session_id)).size).toBe(1)
  })

  test('lists who is lacking for a plan that waits for approval', async () => {
    const opened = await open()
    const loaded = await opened.store.read(opened.repository, 7, 'cached')
    const note = 'Nobody here can do T2 (`@zed` is no account on GitHub). Say `/assign T2 …` before you approve: x.'
    const plan = { ...buildPlan({ tasks: [buildTask({ id: 'T2' })] }), notes: ['A note.', note] }
    const proposed = { phase: 'proposed', loop_id: null, plan_id: plan.id, approved: null } as const
    const record = buildRecord({ session_id: loaded.sessionId, ...proposed })
    const commit = { op: 'ISS-007/c', headline: 'x', lines: ['x'], files: [] }

    await opened.store.write(opened.repository, loaded, { ...commit, next: { ...loaded.work, record, plan } })

    expect(await opened.store.readOpen(opened.repository, 7)).toMatchObject([
      { row: { status: 'planned' }, unfit: 'T2' },
    ])
  })

  test('lists nothing where nothing is open', async () => {
    const { store, repository } = await open()

    expect(await store.readOpen(repository, 7)).toEqual([])
  })
})
