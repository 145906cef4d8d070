import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test as base, vi } from 'vitest'
import { type Cluster, startCluster } from '../support/processes/cluster.ts'
import type { Playground } from '../support/playground.ts'
import { countProcesses, ownSleep } from '../../support/count-processes.ts'
import { createServerSource, type ServerSource } from '../../support/queues/database-sources.ts'
import { noteFault } from '../faults/support/chains/note-fault.ts'
import { readGit } from '../support/git/git.ts'
import { expectSound } from '../support/processes/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'
import { isPlanShown } from '../support/is-plan-shown.ts'
import { patienceMs } from '../../support/vitest/patience.ts'

/** How many work on one issue at once: `MANY_WORKERS=2,8`. */
const crowds = (process.env['MANY_WORKERS'] ?? '2').split(',').map(Number)
/** Commands of issues run as they are: the gate files of these tests are outside of their work trees. */
const config = 'run:\n  isolation: none\n'
const slow = { timeout: patienceMs(150_000), interval: 250 }

// Each starts processes of its own, kills some, and waits for leases to run out: those that wait longest do so together.
vi.setConfig({ testTimeout: patienceMs(600_000) })

let source: ServerSource

beforeAll(async () => {
  source = await createServerSource()
})
afterAll(() => source.close())

/** A GitHub with an intake, and a database of its own. */
const test = base.extend<{ cluster: Cluster }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads from it what else is needed
  cluster: async ({}, use) => {
    const cluster = await startCluster({}, source)
    try {
      await cluster.begin()
      await use(cluster)
      expect(cluster.sandbox.drifts).toEqual([])
    } finally {
      await cluster.close()
    }
  },
})

/** Commands that say that they begin, and wait until they are let go. */
async function makeGate(cluster: Cluster, name: string) {
  const dir = join(cluster.dir, name)
  await mkdir(dir)
  return {
    /** Ends by writing `path`. */
    command: (path: string) =>
      `: > ${dir}/begun-$$; while [ ! -e ${dir}/open ]; do sleep 0.05; done; mkdir -p "$(dirname ${path})"; echo done > ${path}`,
    begun: async () => (await readdir(dir)).filter((one) => one.startsWith('begun-')).length,
    open: () => writeFile(join(dir, 'open'), ''),
  }
}

async function approve(repo: Playground, title: string, body: string): Promise<number> {
  const issue = await repo.planIssue(title, body)
  await vi.waitFor(async () => expect(await repo.record(issue)).toSatisfy(isPlanShown), slow)
  await repo.say(issue, 'maintainer', '/approve')
  return issue
}

/** An approved issue of one task, whose command has begun in the one worker there is and waits at the gate. */
async function beginRun(cluster: Cluster, name: string, wrap = (command: string) => command) {
  const repo = await cluster.repository(name, config)
  const gate = await makeGate(cluster, name)
  const first = await cluster.addWorker()
  const body = writeIssue([{ id: 'T1', path: 'note.txt', run: wrap(gate.command('note.txt')) }])
  const issue = await approve(repo, 'A note', body)
  await vi.waitFor(async () => expect(await gate.begun()).toBe(1), slow)
  return { repo, gate, first, issue }
}

async function untilCompleted(repo: Playground, issue: number): Promise<void> {
  await vi.waitFor(async () => expect(await repo.record(issue)).toMatchObject({ phase: 'completed', outbox: [] }), slow)
}

test.concurrent('a run whose worker is killed is begun again by another, which first ends what that one left running', async ({
  cluster,
}) => {
  const nap = ownSleep(8765)
  // Only once it sleeps does the command say that it begins.
  const asleep = `[ "$(tr '\\0' ' ' < /proc/$!/cmdline)" = '${nap} ' ]`
  const { repo, gate, first, issue } = await beginRun(
    cluster,
    'killed',
    (command) => `${nap} & until ${asleep}; do sleep 0.02; done; ${command}`,
  )
  await cluster.addWorker()

  await first.kill()
  await vi.waitFor(async () => expect(await gate.begun()).toBe(2), slow)
  // Its own; the command of the killed one is gone.
  expect(await countProcesses(nap)).toBe(1)
  await gate.open()

  await untilCompleted(repo, issue)
  const { artifacts, nodes } = await repo.execution(issue)
  expect(artifacts).toHaveLength(1)
  expect(nodes['T1']).toMatchObject({ state: 'DONE', attempts: 0 })
  await expectSound({ sandbox: cluster.sandbox }, repo)
  const where = 'while its agent runs'
  await noteFault({ fault: 'a worker killed (SIGKILL) among others', where, tried: 1, lost: 0 })
})

/** All that people see of an issue, and its state. */
async function readAll(repo: Playground, issue: number): Promise<unknown> {
  const record = await repo.record(issue)
  const branches = `refs/heads/countersign/${record.id}`
  return {
    record,
    execution: await repo.execution(issue),
    thread: await repo.thread(issue),
    pulls: (await repo.pulls()).filter(({ head }) => head.startsWith(`countersign/${record.id}/`)),
    branches: await readGit(repo.bareDir, ['for-each-ref', '--format=%(refname) %(objectname)', branches]),
  }
}

test.concurrent('a worker that stands still past its lease while its agent runs writes nothing of it afterwards', async ({
  cluster,
}) => {
  const repo = await cluster.repository('still', config)
  const gate = await makeGate(cluster, 'still')
  const first = await cluster.addWorker()
  const body = writeIssue([{ id: 'T1', path: 'note.txt', run: gate.command('note.txt') }])
  const issue = await approve(repo, 'A note', body)
  await vi.waitFor(async () => expect(await gate.begun()).toBe(1), slow)
  const second = await cluster.addWorker()

  process.kill(first.pid, 'SIGSTOP')
  await vi.waitFor(async () => expect(await gate.begun()).toBe(2), slow)
  await gate.open()
  await untilCompleted(repo, issue)
  const before = await readAll(repo, issue)
  await second.kill()
  process.kill(first.pid, 'SIGCONT')

  // By the time it has done something else, it has dealt with what it came back to.
  const next = await approve(repo, 'Another', writeIssue([{ id: 'T1', path: 'other.txt', content: 'other' }]))
  await untilCompleted(repo, next)
  expect(await readAll(repo, issue)).toEqual(before)
  expect((await repo.execution(issue)).artifacts).toHaveLength(1)
  await expectSound({ sandbox: cluster.sandbox }, repo)
  await noteFault({
    fault: 'a worker that stands still (SIGSTOP) past its lease, and goes on',
    where: 'while its agent runs',
    tried: 1,
    lost: 0,
  })
})

test.concurrent('what a stubborn agent left at a /pause is kept, nothing of it runs on, and /resume goes on in another worker', async ({
  cluster,
}) => {
  const nap = ownSleep(9876)
  const { repo, gate, first, issue } = await beginRun(
    cluster,
    'stubborn',
    (command) => `echo half > note.txt; trap '' TERM; ${nap} & child=$!; ${command}; kill -KILL $child`,
  )

  await repo.say(issue, 'maintainer', '/pause')
  await vi.waitFor(async () => expect((await repo.task(issue, 'T1')).state).toBe('READY'), slow)

  const { receipts } = await repo.execution(issue)
  expect(receipts).toMatchObject([
    { task: 'T1', outcome: 'left', remains: { files: [{ path: 'note.txt', kept: true }] } },
  ])
  expect(await repo.readState(receipts[0]?.remains?.path ?? '')).toContain('+half')
  expect(await readGit(repo.bareDir, ['for-each-ref', '--format=%(refname)', 'refs/heads/countersign/*/*/T1'])).toBe('')
  expect(await countProcesses(nap)).toBe(0)

  await first.kill()
  await cluster.addWorker()
  await repo.say(issue, 'maintainer', '/resume')
  await vi.waitFor(async () => expect(await gate.begun()).toBe(2), slow)
  await gate.open()

  await untilCompleted(repo, issue)
  expect(await repo.task(issue, 'T1')).toMatchObject({ state: 'DONE', attempts: 0 })
  expect((await repo.execution(issue)).receipts.map(({ outcome }) => outcome)).toEqual(['left', 'changed'])
  await expectSound({ sandbox: cluster.sandbox }, repo)
  const fault = 'an agent that ignores SIGTERM or forks away'
  await noteFault({ fault, where: 'at a pause, and its worker is killed', tried: 1, lost: 0 })
})

test.for(crowds)('one issue is worked on by %i workers at once', async (workers, { cluster }) => {
  const repo = await cluster.repository(`crowd-${workers}`, 'run:\n  isolation: none\n  parallel: 8\n')
  const gate = await makeGate(cluster, `crowd-${workers}`)
  await Promise.all(Array.from({ length: workers }, () => cluster.addWorker({ RUNS_AT_ONCE: '1' })))
  const ids = Array.from({ length: workers }, (_, n) => `T${n + 1}`)
  const issue = await approve(
    repo,
    'Notes',
    writeIssue(ids.map((id) => ({ id, path: `${id}.txt`, run: gate.command(`${id}.txt`) }))),
  )

  // Each has room for one run: so many at once are as many workers.
  await vi.waitFor(async () => expect(await gate.begun()).toBe(workers), slow)
  await gate.open()

  await untilCompleted(repo, issue)
  const { artifacts, receipts } = await repo.execution(issue)
  expect(artifacts.map(({ task, version }) => `${task} ${version}`).toSorted()).toEqual(ids.map((id) => `${id} 1`))
  expect(receipts).toHaveLength(workers)
  await expectSound({ sandbox: cluster.sandbox }, repo)
  const where = `one issue of ${workers} tasks, ${workers} workers`
  await noteFault({ fault: 'many workers at once', where, tried: 1, lost: 0 })
})

/** How long a `/status` takes from being said to its answer: what this machine takes where nothing has to end. */
async function measureAnswer(repo: Playground, issue: number): Promise<number> {
  const before = (await repo.thread(issue)).length
  const asked = performance.now()
  await repo.say(issue, 'maintainer', '/status')
  await vi.waitFor(async () => expect((await repo.thread(issue)).length).toBeGreaterThan(before), slow)
  return performance.now() - asked
}

/** Who runs the agent of an issue, who had its partition last, and whether somebody has it now. */
async function findHolders({ database }: Cluster, repo: Playground, issue: number) {
  const [run] = await database.query('select holder from countersign.run where issue = $1', [issue])
  const partition = `${repo.repository}#${issue}`
  const asked = 'select holder, held_until > now() as held from countersign.inbox_lane where lane = $1'
  const [found] = await database.query(asked, [partition])
  return { run: String(run?.['holder']), partition: String(found?.['holder']), isHeld: found?.['held'] === true }
}

test('/pause reaches an agent in another worker than the one that decides on it, within ten seconds of a machine that has time', async ({
  cluster,
}) => {
  const { repo, gate, first, issue } = await beginRun(cluster, 'paused')
  await cluster.addWorker()
  const holders = () => findHolders(cluster, repo, issue)
  const answerMs = await measureAnswer(repo, issue)
  await vi.waitFor(async () => expect(await holders()).toMatchObject({ isHeld: false }), slow)

  // Who runs the agent would decide on it too, being nearest: it stands still until the other has taken the command.
  process.kill(first.pid, 'SIGSTOP')
  try {
    await repo.say(issue, 'maintainer', '/pause')
    await vi.waitFor(async () => expect(await holders()).toSatisfy(({ run, partition }) => partition !== run), {
      ...slow,
      interval: 20,
    })
  } finally {
    process.kill(first.pid, 'SIGCONT')
  }
  const asked = performance.now()
  const paused: unknown = expect.stringMatching(/^### .* paused by/)
  await vi.waitFor(async () => expect(await repo.thread(issue)).toContainEqual(paused), slow)
  const shownMs = performance.now() - asked
  await vi.waitFor(async () => expect((await repo.task(issue, 'T1')).state).toBe('READY'), slow)
  const endedMs = performance.now() - asked
  await repo.say(issue, 'maintainer', '/resume')
  await gate.open()

  await untilCompleted(repo, issue)
  // An answer takes no second where the machine has nothing else to do.
  expect(Math.max(shownMs, endedMs)).toBeLessThan(10_000 + 10 * answerMs)
  await expectSound({ sandbox: cluster.sandbox }, repo)
})

test('a worker that is told to stop has its run begun elsewhere, gives back what it holds and ends with 0', async ({
  cluster,
}) => {
  const { repo, gate, first, issue } = await beginRun(cluster, 'stopped')
  const [busy] = await cluster.database.query('select holder from countersign.run where held_until > now()')
  await cluster.addWorker()

  const code = await first.stop()
  const held = await cluster.database.query(
    `select lane as what from countersign.inbox_lane where holder = $1 and held_until > now()
    union all select id from countersign.run where holder = $1 and held_until > now()`,
    [busy?.['holder']],
  )
  await vi.waitFor(async () => expect(await gate.begun()).toBe(2), slow)
  await gate.open()

  await untilCompleted(repo, issue)
  expect([busy?.['holder'], code, held]).toEqual([expect.any(String), 0, []])
  expect(await repo.task(issue, 'T1')).toMatchObject({ state: 'DONE', attempts: 0, lost_leases: 0 })
  await expectSound({ sandbox: cluster.sandbox }, repo)
  const where = 'while its agent runs'
  await noteFault({ fault: 'a worker told to end (SIGTERM) among others', where, tried: 1, lost: 0 })
})
