import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { noteFault } from '../faults/support/chains/note-fault.ts'
import { type Cluster, startCluster } from '../support/processes/cluster.ts'
import { outlinePulls, outlineState, type StateOutline } from '../support/outline-state.ts'
import type { Playground } from '../support/playground.ts'
import { expectSound } from '../support/processes/start-world.ts'
import { writeIssue, type WrittenTask } from '../support/write-issue.ts'
import { patienceMs } from '../../support/vitest/patience.ts'

/** `MANY_ISSUES=200 MANY_WORKERS=2,8 MANY_KILLS=2` for all of it; here, what fits beside the other tests. */
const issues = Number(process.env['MANY_ISSUES'] ?? '4')
const crowds = (process.env['MANY_WORKERS'] ?? '2').split(',').map(Number)
const kills = Number(process.env['MANY_KILLS'] ?? '1')
/** More than one, so that fairness between them matters. */
const repositories = Math.max(2, Math.ceil(issues / 50))
const restMs = patienceMs(180_000 + issues * 6_000)

type Shape = (folder: string) => WrittenTask[]
const shapes: Record<string, Shape> = {
  'one task': (folder) => [{ id: 'T1', path: `${folder}/one.txt`, content: 'one' }],
  'a chain': (folder) => [
    { id: 'T1', path: `${folder}/one.txt`, content: 'one' },
    { id: 'T2', path: `${folder}/two.txt`, content: 'two', after: 'T1' },
  ],
  'side by side': (folder) => [
    { id: 'T1', path: `${folder}/one.txt`, content: 'one' },
    { id: 'T2', path: `${folder}/two.txt`, content: 'two' },
  ],
  'a person’s judgement': (folder) => [
    {
      id: 'T1',
      path: `${folder}/one.txt`,
      content: 'one',
      criteria: [`\`${folder}/one.txt\` exists`, 'A reader understands the note'],
    },
  ],
}
const names = Object.keys(shapes)

let cluster: Cluster

beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(async () => {
  await cluster.close()
  expect(cluster.sandbox.drifts).toEqual([])
})

interface Wish {
  repo: Playground
  issue: number
  shape: string
}

/** Nothing waits, is worked on or is held, in any process. */
async function untilRest(): Promise<void> {
  await cluster.sandbox.idle()
  await vi.waitFor(
    async () => {
      const [found] = await cluster.database.query(
        `select (select count(*) from countersign.inbox where state = 'dead') as dead,
          (select count(*) from countersign.inbox where state = 'waiting')
          + (select count(*) from countersign.run)
          + (select count(*) from countersign.inbox_lane where held_until > '-infinity' and lane like '%#%') as open`,
      )
      expect(found).toEqual({ dead: '0', open: '0' })
    },
    { timeout: restMs, interval: 250 },
  )
}

async function each<T>(all: readonly T[], act: (one: T) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < all.length; from += 10) await Promise.all(all.slice(from, from + 10).map(act))
}

/** Has so many issues planned and approved, all at once, and waits for what they come to. */
async function play(repos: readonly Playground[], count: number, meanwhile: () => Promise<void>): Promise<Wish[]> {
  const wishes: Wish[] = []
  await each(
    Array.from({ length: count }, (_, n) => n),
    async (n) => {
      const repo = repos[n % repos.length]
      const shape = names[n % names.length]
      if (repo === undefined || shape === undefined) return
      const issue = await repo.openIssue(`Notes ${n}`, writeIssue(shapes[shape]?.(`notes/${n}`) ?? []))
      await repo.label(issue)
      wishes.push({ repo, issue, shape })
    },
  )
  await untilRest()
  await each(wishes, ({ repo, issue }) => repo.say(issue, 'maintainer', '/approve'))
  await meanwhile()
  await untilRest()
  return wishes
}

async function outlineAll(wishes: readonly Wish[]): Promise<{ shape: string; outline: StateOutline }[]> {
  const outlines: { shape: string; outline: StateOutline }[] = []
  for (const repo of new Set(wishes.map((wish) => wish.repo))) {
    const pulls = await outlinePulls(repo)
    for (const { issue, shape } of wishes.filter((wish) => wish.repo === repo))
      outlines.push({ shape, outline: await outlineState(repo, pulls, issue) })
  }
  return outlines
}

async function openRepositories(name: string, count: number): Promise<Playground[]> {
  const repos: Playground[] = []
  for (let n = 1; n <= count; n += 1) repos.push(await cluster.repository(`${name}-${n}`))
  return repos
}

/** What one worker makes of each shape, alone. */
let alone: Map<string, StateOutline> | undefined

async function playAlone(): Promise<Map<string, StateOutline>> {
  await cluster.begin()
  const repos = await openRepositories('alone', 1)
  await cluster.addWorker()
  const outlines = await outlineAll(await play(repos, names.length, async () => {}))
  return new Map(outlines.map(({ shape, outline }) => [shape, outline]))
}

test.each(crowds)(
  `${issues} issues in ${repositories} repositories come to the same with %i workers as with one`,
  { timeout: 3 * restMs },
  async (workers) => {
    alone ??= await playAlone()
    await cluster.begin()
    const repos = await openRepositories(`crowd-${workers}`, repositories)
    const live = await Promise.all(Array.from({ length: workers }, () => cluster.addWorker()))

    const wishes = await play(repos, issues, async () => {
      for (const worker of live.slice(0, kills)) {
        await worker.kill()
        await cluster.addWorker()
      }
    })

    const outlines = await outlineAll(wishes)
    const lost = outlines.filter(({ shape, outline }) => !isDeepStrictEqual(outline, alone?.get(shape))).length
    const where = `${issues} issues in ${repositories} repositories, ${workers} workers`
    await noteFault({ fault: 'many workers at once', where, tried: issues, lost })
    if (kills > 0) await noteFault({ fault: 'a worker killed (SIGKILL) among others', where, tried: kills, lost })
    expect(outlines).toEqual(outlines.map(({ shape }) => ({ shape, outline: alone?.get(shape) })))
    for (const repo of repos) await expectSound({ sandbox: cluster.sandbox }, repo)
  },
)
