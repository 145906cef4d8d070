import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorkflowBranch } from '../../../src/adapters/github/state/create-workflow-branch.ts'
import { createStateStore } from '../../../src/application/state/branch/create-state-store.ts'
import type { InstallationClient } from '../../../src/adapters/github/client/installation-client.ts'
import { createStateMac } from '../../../src/adapters/github/workflow-branch/state-mac.ts'
import type { KnownHeads } from '../../../src/application/ports/state/known-heads.ts'
import type { LoadedWork, StateFile, StateStore } from '../../../src/application/ports/state/state-store.ts'
import { sessionIndexPath, sessionPaths } from '../../../src/application/state/session-files.ts'
import type { SessionState } from '../../../src/domain/records/session/session-state.ts'
import { workFiles } from '../../../src/application/state/state-files.ts'
import { issId, type IssRecord } from '../../../src/domain/records/iss-record.ts'
import type { ExecutionRecord } from '../../../src/domain/records/execution-record.ts'
import { startExecution } from '../../../src/domain/gate/start-execution.ts'
import { startLoop } from '../../../src/domain/work/show/project-loop.ts'
import type { Work } from '../../../src/domain/records/work.ts'
import { buildPlan, buildRecord } from '../../support/builders.ts'
import { buildContext } from '../../support/work/play-work.ts'
import {
  type SandboxInstallation,
  type SandboxRepository,
  startSandboxInstallation,
} from '../../support/repository/sandbox-installation.ts'

const branch = 'countersign/workflow'
const commitRoute = 'POST /repos/{owner}/{repo}/git/commits'
const refRoute = 'POST /repos/{owner}/{repo}/git/refs'

let github: SandboxInstallation

beforeAll(async () => {
  github = await startSandboxInstallation()
})
afterAll(() => github.close())

function createStore(
  now: string | (() => string) = '2026-11-21T03:12:00.000Z',
  secret = 'a secret of sixteen',
  client = github.client,
  heads: KnownHeads | null = null,
): StateStore {
  return createStateStore({
    branch: createWorkflowBranch(client, createStateMac(secret)),
    now: () => (typeof now === 'string' ? now : now()),
    elapsedMs: (from, to) => Date.parse(to) - Date.parse(from),
    wait: () => Promise.resolve(),
    random: Math.random,
    heads,
  })
}

/** What two processes share. */
function shareHeads(): KnownHeads {
  const noted = new Map<string, string>()
  return {
    recall: (repository) => {
      const sha = noted.get(repository)
      return Promise.resolve(sha === undefined ? undefined : { sha, since: '2026-11-21T03:12:00.000Z' })
    },
    note: (repository, sha) => void (sha === null ? noted.delete(repository) : noted.set(repository, sha)),
  }
}

/** The issue registered, or its record changed. */
function advance(loaded: LoadedWork, number: number, changes: Partial<IssRecord> = {}): Work {
  const drafting = { phase: 'drafting', loop_id: null, plan_id: null } as const
  const place = { id: issId(number), number, session_id: loaded.sessionId }
  const record = loaded.work.record ?? buildRecord({ ...place, ...drafting })
  return { ...loaded.work, record: { ...record, next_op: record.next_op + 1, ...changes } }
}

/** The rows of all sessions that aren't complete, as a store that comes anew reads them. */
async function readRows(repository: SandboxRepository): Promise<string[]> {
  return (await createStore().readOpen(repository.ref, 1)).map(({ row }) => row.id).toSorted()
}

function save(
  store: StateStore,
  repository: SandboxRepository,
  loaded: LoadedWork,
  next: Work,
  files: StateFile[] = [],
): Promise<'written' | 'conflict'> {
  const op = `${next.record?.id}/c${next.record?.next_op}`
  return store.write(repository.ref, loaded, { next, op, headline: 'test', lines: ['test'], files })
}

/** Reads, changes and saves until it is in. */
async function register(store: StateStore, repository: SandboxRepository, number: number): Promise<void> {
  for (;;) {
    const loaded = await store.read(repository.ref, number, 'cached')
    if ((await save(store, repository, loaded, advance(loaded, number))) === 'written') return
  }
}

test('first use makes a parentless commit that holds the whole state', async () => {
  const repository = await github.createRepository()
  const store = createStore()
  const loaded = await store.read(repository.ref, 7, 'cached')
  const next = advance(loaded, 7)

  expect(loaded).toMatchObject({ head: null, work: { record: null }, defaultBranch: { name: 'main' } })
  expect(await save(store, repository, loaded, next)).toBe('written')

  expect(await repository.git('rev-list', '--parents', branch)).toHaveLength(40)
  const session = sessionPaths(loaded.sessionId)
  expect((await repository.git('ls-tree', '-r', '--name-only', branch)).split('\n')).toEqual(
    [...workFiles(next).keys(), session.state, session.history, sessionIndexPath].toSorted(),
  )
  const { work } = await createStore().read(repository.ref, 7, 'fresh')
  const { id } = (await github.as('maintainer').repos.get(repository.place)).data
  expect(work).toEqual({ ...next, record: { ...next.record, repository_id: id } })
})

test('a transition is one call warm and a commit on top', async () => {
  const repository = await github.createRepository()
  const store = createStore()
  await register(store, repository, 7)
  const before = await repository.git('rev-parse', branch)
  github.takeRequests()

  await register(store, repository, 7)

  expect(github.takeRequests()).toEqual(['POST /graphql 200'])
  expect(await repository.git('rev-parse', `${branch}^`)).toBe(before)
  const message = await repository.git('log', '-1', '--format=%B', branch)
  expect(message).toMatch(
    /^ISS-007: test\n\n- test\n\nCountersign-Op: ISS-007\/c\d+\nCountersign-Repository: \d+\nCountersign-Changes: [0-9a-f]{64}\nCountersign-Key: ed25519:[\w-]{43}\nCountersign-Mac: [0-9a-f]{64}\nCountersign-Signature: [\w-]{86}$/m,
  )
})

test('a store that comes anew checks the head, reads in two queries and writes in one', async () => {
  const repository = await github.createRepository()
  await register(createStore(), repository, 7)
  github.takeRequests()

  await register(createStore(), repository, 7)

  expect(github.takeRequests()).toEqual([
    'POST /graphql 200',
    'GET /repos/{owner}/{repo}/commits/{ref} 200',
    'POST /graphql 200',
    'POST /graphql 200',
  ])
})

test('a new issue in a repository where no session is open is one look and one commit', async () => {
  const repository = await github.createRepository()
  let now = '2026-11-21T03:12:00.000Z'
  const store = createStore(() => now)
  await register(store, repository, 7)
  const loaded = await store.read(repository.ref, 7, 'cached')
  const stopped = { by: 'ada', at: now, why: 'enough' }
  await save(store, repository, loaded, advance(loaded, 7, { phase: 'stopped', stopped }))
  now = '2026-11-21T04:00:00.000Z'
  github.takeRequests()

  await register(store, repository, 8)

  expect(github.takeRequests()).toEqual(['POST /graphql 200', 'POST /graphql 200'])
})

test('what another process of ours just wrote is not checked; what nobody noted is', async () => {
  const repository = await github.createRepository()
  const heads = shareHeads()
  const [one, other] = [0, 1].map(() => createStore(undefined, undefined, undefined, heads))
  if (one === undefined || other === undefined) throw new Error('two were made')
  await register(one, repository, 7)
  await register(other, repository, 8)
  github.takeRequests()

  await one.read(repository.ref, 9, 'fresh')

  expect(github.takeRequests()).not.toContainEqual(expect.stringContaining('GET /repos/{owner}/{repo}/commits/{ref}'))

  await register(createStore(), repository, 10)
  github.takeRequests()

  await one.read(repository.ref, 9, 'fresh')

  expect(github.takeRequests()).toContainEqual(expect.stringContaining('GET /repos/{owner}/{repo}/commits/{ref}'))
})

test('after forget the next read is fresh', async () => {
  const repository = await github.createRepository()
  const store = createStore()
  await register(store, repository, 7)
  expect((await store.read(repository.ref, 7, 'cached')).fresh).toBe(false)

  store.forget(repository.ref)

  expect((await store.read(repository.ref, 7, 'cached')).fresh).toBe(true)
})

test('of the repositories that were worked on last the files are kept, of others not', async () => {
  const repositories = [await github.createRepository(), await github.createRepository()] as const
  const store = createStateStore({
    branch: createWorkflowBranch(github.client, createStateMac('a secret of sixteen')),
    now: () => '2026-11-21T03:12:00.000Z',
    elapsedMs: (from, to) => Date.parse(to) - Date.parse(from),
    wait: () => Promise.resolve(),
    random: Math.random,
    maxKnown: 1,
  })
  const isFresh = async (of: 0 | 1) => (await store.read(repositories[of].ref, 7, 'cached')).fresh
  for (const repository of repositories) await register(store, repository, 7)

  const looks = [await isFresh(1), await isFresh(0), await isFresh(0), await isFresh(1)]

  expect(looks).toEqual([false, true, false, true])
})

test('only what changed is written', async () => {
  const repository = await github.createRepository()
  const store = createStore()
  await register(store, repository, 7)
  const loaded = await store.read(repository.ref, 7, 'cached')
  const record = buildRecord({ ...loaded.work.record, plan_count: 5 })

  await save(store, repository, loaded, { ...loaded.work, record })

  expect(await repository.git('diff', '--name-only', `${branch}^`, branch)).toBe('.workflow/issues/ISS-007.json')
})

test('a branch that another process moved for another issue is written on its new head, and its commit stays', async () => {
  const repository = await github.createRepository()
  const [one, other] = [createStore(), createStore()]
  await register(one, repository, 7)
  const mine = await one.read(repository.ref, 7, 'cached')
  await register(other, repository, 8)
  const head = await repository.git('rev-parse', branch)

  expect(await save(one, repository, mine, advance(mine, 7, { phase: 'awaiting_input' }))).toBe('written')

  expect(await repository.git('rev-parse', `${branch}^`)).toBe(head)
  expect(await readRows(repository)).toEqual(['ISS-007', 'ISS-008'])
})

test('one that another process moved for the same issue is a conflict, and the other commit stays', async () => {
  const repository = await github.createRepository()
  const [one, other] = [createStore(), createStore()]
  await register(one, repository, 7)
  const mine = await one.read(repository.ref, 7, 'cached')
  await register(other, repository, 7)
  const head = await repository.git('rev-parse', branch)

  expect(await save(one, repository, mine, advance(mine, 7))).toBe('conflict')

  expect(await repository.git('rev-parse', branch)).toBe(head)
  const again = await one.read(repository.ref, 7, 'cached')
  expect(again.head).toBe(head)
  expect(await save(one, repository, again, advance(again, 7))).toBe('written')
})

test('two stores that both make the first commit: one comes first, the other goes on top of it', async () => {
  const repository = await github.createRepository()
  const [one, other] = [createStore(), createStore()]
  const [mine, theirs] = await Promise.all([
    one.read(repository.ref, 7, 'fresh'),
    other.read(repository.ref, 8, 'fresh'),
  ])

  const outcomes = await Promise.all([
    save(one, repository, mine, advance(mine, 7)),
    save(other, repository, theirs, advance(theirs, 8)),
  ])

  expect(outcomes).toEqual(['written', 'written'])
  expect(await repository.git('rev-list', '--count', branch)).toBe('2')
  expect(await readRows(repository)).toEqual(['ISS-007', 'ISS-008'])
})

test.each([12, 50])('%i issues at once: few commits, few requests, none refused, nobody lost', async (count) => {
  const repository = await github.createRepository()
  const store = createStore()
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const tries: string[] = []
  const registerOnce = async (number: number) => {
    const loaded = await store.read(repository.ref, number, 'cached')
    tries.push(await save(store, repository, loaded, advance(loaded, number)))
  }

  await Promise.all(numbers.map(registerOnce))
  const cold = github.takeRequests()
  await Promise.all(numbers.map(registerOnce))
  const warm = github.takeRequests()

  expect(tries).toEqual(Array.from({ length: 2 * count }, () => 'written'))
  // Two looks at the head, the first commit with its check, then all the others in one.
  expect(cold.length).toBeLessThanOrEqual(16)
  expect(warm).toEqual(['POST /graphql 200', 'POST /graphql 200'])
  expect(Number(await repository.git('rev-list', '--count', branch))).toBeLessThanOrEqual(6)
  const fresh = await Promise.all(numbers.map((number) => createStore().read(repository.ref, number, 'fresh')))
  expect(fresh.map(({ work }) => work.record?.number)).toEqual(numbers)
  expect(await readRows(repository)).toHaveLength(count)
})

test('a commit of several issues names them, their operations, and whose each line is', async () => {
  const repository = await github.createRepository()
  const store = createStore()
  for (const number of [7, 8, 9]) await register(store, repository, number)
  const loaded = await Promise.all([7, 8, 9].map((number) => store.read(repository.ref, number, 'cached')))

  await Promise.all(loaded.map((one, index) => save(store, repository, one, advance(one, index + 7))))

  expect(await repository.git('log', '-1', '--format=%B', branch)).toMatch(
    /^ISS-008, ISS-009: test\n\n- ISS-008: test\n- ISS-009: test\n\nCountersign-Op: ISS-008\/c\d+\nCountersign-Op: ISS-009\/c\d+\nCountersign-Repository: \d+\nCountersign-Changes: [0-9a-f]{64}\nCountersign-Key: ed25519:[\w-]{43}\nCountersign-Mac: [0-9a-f]{64}\nCountersign-Signature: [\w-]{86}$/m,
  )
  expect((await createStore().read(repository.ref, 8, 'fresh')).work.record?.next_op).toBe(3)
})

test('the same state one after the other and all at once', async () => {
  const numbers = [1, 2, 3, 4, 5, 6]
  const play = async (together: boolean) => {
    const repository = await github.createRepository()
    const store = createStore()
    const step = async (number: number) => {
      await register(store, repository, number)
      const loaded = await store.read(repository.ref, number, 'cached')
      const stopped = { by: 'ada', at: '2026-11-21T03:12:00.000Z', why: 'enough' }
      const changes = number % 2 === 0 ? { phase: 'stopped' as const, stopped } : { plan_count: number }
      await save(store, repository, loaded, advance(loaded, number, changes))
    }
    if (together) await Promise.all(numbers.map(step))
    else for (const number of numbers) await step(number)
    const { issues, queue, context, ...session } = JSON.parse(
      (await repository.bytes(branch, sessionPaths('codex-issue-20261121T031200Z').state)).toString(),
    ) as SessionState
    const records = await Promise.all(
      numbers.map(async (number) => {
        const { work } = await createStore().read(repository.ref, number, 'fresh')
        return { ...work.record, repository_id: null }
      }),
    )
    const rows = Object.values(issues).toSorted((a, b) => a.id.localeCompare(b.id))
    const { completed_actions: actions, errors, status } = session
    return { records, rows, queue, context, status, actions: actions.toSorted(), errors: errors.length }
  }

  expect(await play(true)).toEqual(await play(false))
})

test.each([
  ['not done', 'before'],
  ['done', 'after'],
] as const)('a commit of several issues that answers 502, %s, loses nobody', async (_name, when) => {
  const repository = await github.createRepository()
  const store = createStore()
  const numbers = [7, 8, 9, 10]
  for (const number of numbers) await register(store, repository, number)
  const loaded = await Promise.all(numbers.map((number) => store.read(repository.ref, number, 'cached')))
  const count = async () => Number(await repository.git('rev-list', '--count', branch))
  const commits = await count()

  const saving = loaded.map((one, index) => save(store, repository, one, advance(one, index + 7, { plan_count: 5 })))
  // The first goes alone; the fault is for those that gathered meanwhile.
  expect(await saving[0]).toBe('written')
  github.fault({ route: 'POST /graphql', when, status: 502 })
  const others = await Promise.allSettled(saving.slice(1))

  const outcomes = others.map((one) => (one.status === 'fulfilled' ? one.value : 'fault'))
  expect(new Set(outcomes)).toEqual(new Set([when === 'after' ? 'written' : 'fault']))
  expect((await count()) - commits).toBe(when === 'after' ? 2 : 1)
  for (const number of numbers.slice(1)) {
    const now = await store.read(repository.ref, number, 'cached')
    expect(now.work.record?.plan_count).toBe(when === 'after' ? 5 : 1)
    expect(await save(store, repository, now, advance(now, number))).toBe('written')
  }
})

test('what GitHub refuses of one issue does not keep back those beside it', async () => {
  const repository = await github.createRepository()
  const store = createStore()
  const numbers = [7, 8, 9]
  for (const number of numbers) await register(store, repository, number)
  const loaded = await Promise.all(numbers.map((number) => store.read(repository.ref, number, 'cached')))
  const impossible: StateFile[] = [{ path: 'workspace/../x', bytes: Uint8Array.of(1) }]

  const outcomes = await Promise.allSettled(
    loaded.map((one, index) => save(store, repository, one, advance(one, index + 7), index === 1 ? impossible : [])),
  )

  expect(outcomes.map((one) => one.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('a read of another issue that was under way during a commit does not bring older state back', async () => {
  const repository = await github.createRepository()
  await register(createStore(), repository, 7)
  await register(createStore(), repository, 8)
  const held = holdFirstTexts(github.client)
  const store = createStore(undefined, undefined, held.client)

  // Issue 8 is asking for its plan while 7 is about to be changed.
  const reading = store.read(repository.ref, 8, 'cached')
  await held.reached
  const seven = await store.read(repository.ref, 7, 'cached')
  expect(await save(store, repository, seven, advance(seven, 7, { plan_count: 5 }))).toBe('written')
  held.release()
  const eight = await reading

  expect(await save(store, repository, eight, advance(eight, 8))).toBe('written')
  const now = await store.read(repository.ref, 7, 'cached')
  expect(now).toMatchObject({ fresh: false, work: { record: { plan_count: 5 } } })
  expect((await createStore().read(repository.ref, 7, 'fresh')).work.record?.plan_count).toBe(5)
})

/** A client whose first request for several files answers only once it is released. */
function holdFirstTexts(client: InstallationClient) {
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let first = true
  const graphql: InstallationClient['graphql'] = async (repository, document, variables) => {
    const answer = await client.graphql<never>(repository, document, variables)
    if (first && document.includes('f0: object')) {
      first = false
      reached.resolve()
      await released.promise
    }
    return answer
  }
  return { client: { ...client, graphql }, reached: reached.promise, release: released.resolve }
}

test('binary bytes, executable files and more than a megabyte arrive as they are', async () => {
  const repository = await github.createRepository()
  const store = createStore()
  await register(store, repository, 7)
  const loaded = await store.read(repository.ref, 7, 'cached')
  const binary = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256)
  const big = new TextEncoder().encode('0123456789abcde\n'.repeat(70_000))
  const files: StateFile[] = [
    { path: 'workspace/artifacts/a/b/image.bin', bytes: binary },
    { path: 'workspace/artifacts/a/b/big.txt', bytes: big },
    { path: 'workspace/artifacts/a/b/run.sh', bytes: new TextEncoder().encode('#!/bin/sh\n'), mode: '100755' },
  ]

  expect(await save(store, repository, loaded, advance(loaded, 7), files)).toBe('written')

  expect(await repository.bytes(branch, 'workspace/artifacts/a/b/image.bin')).toEqual(Buffer.from(binary))
  expect(await repository.bytes(branch, 'workspace/artifacts/a/b/big.txt')).toEqual(Buffer.from(big))
  expect(await repository.git('ls-tree', branch, 'workspace/artifacts/a/b/run.sh')).toContain('100755')
  await expect(createStore().read(repository.ref, 7, 'fresh')).resolves.toBeDefined()
})

test('binary bytes in the first commit of all arrive as they are', async () => {
  const repository = await github.createRepository()
  const store = createStore()
  const loaded = await store.read(repository.ref, 7, 'fresh')
  const binary = Uint8Array.of(0xff, 0xfe, 0, 1, 0x80)

  await save(store, repository, loaded, advance(loaded, 7), [{ path: 'workspace/artifacts/a/b/x', bytes: binary }])

  expect(await repository.bytes(branch, 'workspace/artifacts/a/b/x')).toEqual(Buffer.from(binary))
})

test('a state file of more than 512,000 bytes is read whole', async () => {
  const repository = await github.createRepository()
  const store = createStore()
  const loaded = await store.read(repository.ref, 7, 'fresh')
  const record = buildRecord({ id: 'ISS-007', session_id: loaded.sessionId })
  const next = advance(loaded, 7, { frozen: { ...record.frozen, body: 'ä'.repeat(300_000) } })
  await save(store, repository, loaded, next)
  github.takeRequests()

  const read = await createStore().read(repository.ref, 7, 'fresh')

  expect(read.work.record?.frozen.body).toHaveLength(300_000)
  expect(github.takeRequests()).toContain('GET /repos/{owner}/{repo}/git/blobs/{file_sha} 200')
})

test("a replaced plan's files move to the session's history as they were left, and its loop is ended", async () => {
  const repository = await github.createRepository()
  const store = createStore()
  const loaded = await store.read(repository.ref, 7, 'fresh')
  const plan = buildPlan({ is_bound: true })
  const execution = startExecution(plan)
  const loop = startLoop(plan, '2026-11-21T04:00:00Z', buildContext(), 1)
  const begun = advance(loaded, 7, { plan_id: plan.id, phase: 'working', loop_id: loop.loop_id })
  await save(store, repository, loaded, { ...begun, plan, execution, loop })
  const planned = await store.read(repository.ref, 7, 'cached')
  // Another issue's look in between must not make the store think that there is no plan to remove.
  store.forget(repository.ref)
  await store.read(repository.ref, 8, 'cached')

  const left: ExecutionRecord = { ...execution, status: 'failed' }
  const replaced = [{ plan, execution: left, loop: { ...loop, status: 'failed' as const } }]
  const next = advance(planned, 7, { plan_id: 'SOL-ISS-007-2', phase: 'proposed', loop_id: null })
  const another = buildPlan({ id: 'SOL-ISS-007-2' })
  const saved = { ...next, plan: another, execution: null, loop: null, replaced }
  expect(await save(store, repository, planned, saved)).toBe('written')

  const files = (await repository.git('ls-tree', '-r', '--name-only', branch)).split('\n')
  const solutions = `.workflow/.scratchpad/${planned.sessionId}/solutions`
  const history = `${solutions}/history/SOL-ISS-007-1`
  expect(files.filter((path) => path.startsWith(solutions))).toEqual([
    `${solutions}/ISS-007-plan.json`,
    `${history}/ISS-007-execution.json`,
    `${history}/ISS-007-plan.json`,
  ])
  for (const path of [`${history}/ISS-007-execution.json`, `.loop/${loop.loop_id}.json`])
    expect(JSON.parse((await repository.bytes(branch, path)).toString())).toMatchObject({ status: 'failed' })
})

test.each([
  ['before it was done', 'before'],
  ['after it was done', 'after'],
] as const)('a commit that answers 500 %s', async (_name, when) => {
  const repository = await github.createRepository()
  const store = createStore()
  await register(store, repository, 7)
  const loaded = await store.read(repository.ref, 7, 'cached')
  // The same operation id stands in the history already: a commit may owe nothing new.
  const next = advance(loaded, 7, { next_op: loaded.work.record?.next_op ?? 0, plan_count: 5 })
  github.fault({ route: 'POST /graphql', when, status: 500 })

  const saving = save(store, repository, loaded, next)

  if (when === 'before') await expect(saving).rejects.toMatchObject({ code: 'github_unavailable', retry: 'later' })
  else expect(await saving).toBe('written')
  expect(await repository.git('rev-list', '--count', branch)).toBe(when === 'before' ? '1' : '2')
  const now = await store.read(repository.ref, 7, 'cached')
  expect(now.work.record?.plan_count).toBe(when === 'before' ? 1 : 5)
})

test.each([
  ['the commit', commitRoute, 'after', '0'],
  ['the branch, not done', refRoute, 'before', '0'],
  ['the branch, done', refRoute, 'after', '1'],
] as const)('a first commit whose answer is lost at %s', async (_name, route, when, commits) => {
  const repository = await github.createRepository()
  const store = createStore()
  const loaded = await store.read(repository.ref, 7, 'fresh')
  github.fault({ route, when, status: 502 })

  const outcome = await save(store, repository, loaded, advance(loaded, 7)).catch((error: unknown) => error)

  if (commits === '1') expect(outcome).toBe('written')
  else expect(outcome).toMatchObject({ retry: 'later' })
  await register(store, repository, 7)
  expect(await repository.git('rev-list', '--count', branch)).toBe(commits === '1' ? '2' : '1')
})

test('a branch named countersign makes ours impossible, and that is said', async () => {
  const repository = await github.createRepository()
  await repository.git('branch', 'countersign', 'main')
  const store = createStore()
  const loaded = await store.read(repository.ref, 7, 'fresh')

  await expect(save(store, repository, loaded, advance(loaded, 7))).rejects.toMatchObject({ code: 'github_rule' })
})

test('a deleted workflow branch is noticed at the next write, and held once that can’t be an old answer; it can be restored', async () => {
  const repository = await github.createRepository()
  let now = '2026-11-21T03:12:00.000Z'
  const store = createStore(() => now)
  await register(store, repository, 7)
  const loaded = await store.read(repository.ref, 7, 'cached')
  await repository.git('update-ref', '-d', `refs/heads/${branch}`)

  expect(await save(store, repository, loaded, advance(loaded, 7))).toBe('conflict')
  await expect(store.read(repository.ref, 7, 'cached')).rejects.toMatchObject({ code: 'state_behind', retry: 'later' })
  now = '2026-11-21T03:12:11.000Z'
  await expect(store.read(repository.ref, 7, 'cached')).rejects.toMatchObject({ code: 'on_hold' })

  const told: unknown[] = []
  const hear = async (restoration: unknown) => {
    told.push(restoration, await repository.git('branch', '--list', branch))
  }
  expect(await store.restore(repository.ref, hear)).toEqual({ at: loaded.head, was: null })
  expect((await store.read(repository.ref, 7, 'cached')).head).toBe(loaded.head)
  expect(await store.restore(repository.ref, hear)).toBeNull()
  // Before it was done, and nothing where nothing was.
  expect(told).toEqual([{ at: loaded.head, was: null }, ''])
})

test('a store that never saw the branch tells one that was deleted by its work branches, and can’t restore it', async () => {
  const repository = await github.createRepository()
  await repository.git('branch', 'countersign/ISS-007/1/base', 'main')
  const store = createStore()

  await expect(store.read(repository.ref, 7, 'fresh')).rejects.toMatchObject({ code: 'on_hold' })
  await expect(store.restore(repository.ref)).rejects.toMatchObject({ code: 'on_hold' })

  await repository.git('branch', '-m', 'countersign/ISS-007/1/base', 'countersign/something-else')
  expect((await store.read(repository.ref, 7, 'fresh')).head).toBeNull()
})

/** Somebody's own commit on the branch, made through the API so that it is Verified. */
async function commitAsWriter(
  repository: SandboxRepository,
  head: string,
  message: { headline: string; body: string },
) {
  await github
    .as('writer')
    .graphql(
      `mutation($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { commit { oid } } }`,
      {
        input: {
          branch: { repositoryNameWithOwner: repository.ref.key, branchName: branch },
          expectedHeadOid: head,
          message,
          fileChanges: { additions: [{ path: '.workflow/issues/ISS-007.json', contents: btoa('{}') }] },
        },
      },
    )
}

function splitMessage(text: string): { headline: string; body: string } {
  const [headline = '', ...rest] = text.split('\n')
  return { headline, body: rest.join('\n').trim() }
}

test('a commit that is not Verified holds the repository', async () => {
  const repository = await github.createRepository()
  const store = createStore()
  await register(store, repository, 7)
  const message = await repository.git('log', '-1', '--format=%B', branch)
  const env = ['-c', 'user.name=eve', '-c', 'user.email=eve@example.com']
  const commit = await repository.git(...env, 'commit-tree', `${branch}^{tree}`, '-p', branch, '-m', message)
  await repository.git('update-ref', `refs/heads/${branch}`, commit)

  await expect(createStore().read(repository.ref, 7, 'fresh')).rejects.toMatchObject({
    code: 'on_hold',
    message: expect.stringContaining('is not Verified'),
  })
})

test('a Verified commit by somebody else holds the repository: no trailer, a forged one, one of another commit', async () => {
  const repository = await github.createRepository()
  await register(createStore(), repository, 7)
  const ours = splitMessage(await repository.git('log', '-1', '--format=%B', branch))
  const head = await repository.git('rev-parse', branch)
  const forged = {
    headline: 'x',
    body: `Countersign-Op: ISS-007/9\nCountersign-Changes: 00\nCountersign-Mac: ${'0'.repeat(64)}`,
  }

  for (const message of [{ headline: 'hello', body: '' }, forged, ours]) {
    await commitAsWriter(repository, head, message)

    await expect(createStore().read(repository.ref, 7, 'fresh')).rejects.toMatchObject({ code: 'on_hold' })
    await repository.git('update-ref', `refs/heads/${branch}`, head)
  }
})

test('trailers replayed on the same parent over other changes hold the repository', async () => {
  const repository = await github.createRepository()
  const store = createStore()
  await register(store, repository, 7)
  const parent = await repository.git('rev-parse', branch)
  await register(store, repository, 7)
  const ours = splitMessage(await repository.git('log', '-1', '--format=%B', branch))
  await repository.git('update-ref', `refs/heads/${branch}`, parent)
  await commitAsWriter(repository, parent, ours)

  await expect(createStore().read(repository.ref, 7, 'fresh')).rejects.toMatchObject({
    code: 'on_hold',
    message: expect.stringContaining('changes something else'),
  })
})

test('state that was written under another secret holds the repository', async () => {
  const repository = await github.createRepository()
  await register(createStore(), repository, 7)

  const other = createStore(undefined, 'another secret of ours')

  await expect(other.read(repository.ref, 7, 'fresh')).rejects.toMatchObject({ code: 'on_hold' })
})

test('a state file that does not parse is named', async () => {
  const repository = await github.createRepository()
  const store = createStore()
  const loaded = await store.read(repository.ref, 7, 'fresh')
  const next = advance(loaded, 7)
  await save(store, repository, loaded, next, [
    { path: '.workflow/issues/ISS-008.json', bytes: new TextEncoder().encode('{') },
  ])

  await expect(createStore().read(repository.ref, 8, 'fresh')).rejects.toMatchObject({
    code: 'state_corrupt',
    message: '.workflow/issues/ISS-008.json is not JSON',
  })
})

async function configure(repository: SandboxRepository, text: string | null): Promise<void> {
  const path = '.github/countersign.yml'
  const octokit = github.as('maintainer')
  const standing = await octokit.repos.getContent({ ...repository.place, path }).catch(() => undefined)
  const sha = standing === undefined || Array.isArray(standing.data) ? undefined : standing.data.sha
  await octokit.repos.createOrUpdateFileContents({
    ...repository.place,
    path,
    message: 'Configure',
    content: btoa(text ?? ''),
    ...(sha === undefined ? {} : { sha }),
  })
}

test('a mistake in the configuration: the last good one holds, without one the defaults', async () => {
  const repository = await github.createRepository()
  const store = createStore()
  await configure(repository, 'label: plan-me\n')
  expect((await store.read(repository.ref, 7, 'fresh')).configuration.label).toBe('plan-me')

  await configure(repository, 'label: plan-me\nlable: typo\n')
  const faulty = await store.read(repository.ref, 7, 'fresh')

  expect(faulty.configuration.label).toBe('plan-me')
  expect(faulty.configurationFaults).toMatchObject({ path: '.github/countersign.yml' })
  expect(faulty.configurationFaults?.faults.join()).toContain('Line 2')
  expect((await createStore().read(repository.ref, 7, 'fresh')).configuration.label).toBe('countersign')
})

test('a transition that reads the same in its session neither reads nor writes it', async () => {
  const repository = await github.createRepository()
  await register(createStore(), repository, 7)
  const store = createStore()
  const loaded = await store.read(repository.ref, 7, 'cached')
  github.takeRequests()

  await save(store, repository, loaded, advance(loaded, 7))

  expect(github.takeRequests()).toEqual(['POST /graphql 200'])
  expect(await repository.git('diff', '--name-only', `${branch}^`, branch)).toBe('.workflow/issues/ISS-007.json')
})

test('one that reads otherwise there changes the session file, its history, and the index once it is complete', async () => {
  const repository = await github.createRepository()
  await register(createStore(), repository, 7)
  const store = createStore()
  const loaded = await store.read(repository.ref, 7, 'cached')
  const stopped = { by: 'ada', at: '2026-11-21T03:12:00.000Z', why: 'enough' }

  await save(store, repository, loaded, advance(loaded, 7, { phase: 'stopped', stopped }))

  const changed = (await repository.git('diff', '--name-only', `${branch}^`, branch)).split('\n')
  const session = sessionPaths(loaded.sessionId)
  expect(changed).toEqual(
    ['.workflow/issues/ISS-007.json', session.state, session.history, sessionIndexPath].toSorted(),
  )
  expect(await createStore().readOpen(repository.ref, 7)).toEqual([])
  // Within the same second, and by somebody who doesn't know of it: the session is complete, another one is opened.
  await register(createStore(), repository, 8)
  expect((await createStore().read(repository.ref, 8, 'fresh')).sessionId).not.toBe(loaded.sessionId)
})

test('a full or a day-old session takes no new issue, but keeps those it has', async () => {
  const repository = await github.createRepository()
  await register(createStore('2026-11-21T03:12:00.000Z'), repository, 7)
  const nextDay = createStore('2026-11-22T03:12:00.000Z')

  const old = await nextDay.read(repository.ref, 7, 'fresh')
  const fresh = await nextDay.read(repository.ref, 8, 'fresh')

  expect(old.sessionId).toBe('codex-issue-20261121T031200Z')
  expect(fresh.sessionId).toBe('codex-issue-20261122T031200Z')
})
