import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StateCommit } from '../../../src/application/ports/state/state-store.ts'
import { sessionPaths } from '../../../src/application/state/session-files.ts'
import { type SessionState, SessionStateSchema } from '../../../src/domain/records/session/session-state.ts'
import { issuesAtOnce } from '../../../src/entrypoints/server/create-ports.ts'
import { type SandboxApp, startSandboxApp } from '../../../src/entrypoints/sandbox/start-sandbox-app.ts'
import { readGit } from '../support/git/git.ts'
import { openPlayground, type Playground } from '../support/playground.ts'
import { expectSound } from '../support/processes/start-world.ts'
import { WriteGate } from '../support/write-gate.ts'
import { writeIssue } from '../support/write-issue.ts'

let dir: string
let running: SandboxApp
/** What came of every write to the workflow branch. */
let writes: string[] = []
/** Where transitions wait for each other; open unless a test closes it. */
let gate = new WriteGate({ issues: 0, each: 0, atOnce: 0 })

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-e2e-'))
  running = await startSandboxApp({
    dataDir: dir,
    port: 0,
    env: { ...process.env, LOG_LEVEL: 'silent' },
    secondIdentity: false,
    replacePorts: (ports) => {
      const { store } = ports
      const write: typeof store.write = async (...given) => {
        const outcome = await gate.pass(issueOf(given[2]), () => store.write(...given))
        writes.push(outcome)
        return outcome
      }
      return { ...ports, store: { ...store, write } }
    },
  })
})
afterAll(async () => {
  await running.close()
  await rm(dir, { recursive: true, force: true })
})

function issueOf({ next }: StateCommit): number {
  return next.record?.number ?? 0
}

interface Played {
  repo: Playground
  commits: number
  writes: string[]
  /** Groups of writes that met at the gate. */
  met: readonly number[]
}

type Step = 'label' | 'approve'

/** So many transitions of each issue there are after each step for certain: that its comment was shown may wait for more. */
const each = 1

/**
 * So many issues of one task each, with each step all at once or one after the other; after both steps they are at their
 * end. At once, the first transitions after each step wait until all issues have one, or as many as are decided on side
 * by side: whether they meet is then no matter of speed.
 */
async function play(name: string, count: number, steps: readonly Step[], together: boolean): Promise<Played> {
  const repo = await openPlayground(running, { name, dir })
  const issues: number[] = []
  for (let index = 0; index < count; index += 1)
    issues.push(
      await repo.openIssue(`A note ${index}`, writeIssue([{ id: 'T1', path: `note-${index}.txt`, content: 'note' }])),
    )
  await running.idle()
  writes = []
  const met: number[] = []
  const take = async (step: (issue: number) => Promise<unknown>) => {
    gate = new WriteGate({ issues: together ? count : 0, each, atOnce: issuesAtOnce })
    if (together) await Promise.all(issues.map(step))
    else for (const issue of issues) await step(issue).then(() => running.idle())
    await running.idle()
    met.push(...gate.met)
  }
  const { place } = repo
  const { issues: api } = repo.as('maintainer').rest
  for (const step of steps) {
    if (step === 'label') await take((issue) => repo.label(issue))
    else await take((issue) => api.createComment({ ...place, issue_number: issue, body: '/approve' }))
  }
  const commits = Number(await readGit(repo.bareDir, ['rev-list', '--count', 'countersign/workflow']))
  return { repo, commits, writes, met }
}

/** Rows and queue of the sessions, without times and order. */
async function readSessions({ repo }: Played): Promise<unknown> {
  const files = await readGit(repo.bareDir, ['ls-tree', '-r', '--name-only', 'countersign/workflow'])
  const ids = files.split('\n').flatMap((path) => /(codex-issue-\w+)\/state\.json$/.exec(path)?.[1] ?? [])
  const states: SessionState[] = []
  for (const id of ids) states.push(SessionStateSchema.parse(JSON.parse(await repo.readState(sessionPaths(id).state))))
  const rows = states.flatMap((state) => Object.values(state.issues))
  return {
    statuses: [...new Set(states.map(({ status, phase }) => `${status} ${phase}`))],
    rows: rows.map(({ id, status, solution_id: plan }) => `${id} ${status} ${plan}`).toSorted(),
    queue: states.flatMap(({ queue }) => queue.map((item) => `${item.solution_id} ${item.status}`)).toSorted(),
  }
}

const conflicts = (played: Played) => played.writes.filter((outcome) => outcome === 'conflict').length
/** The first of those that met may go alone, the others go in one commit: so many commits are saved at least. */
const saved = ({ met }: Played) => met.reduce((sum, size) => sum + Math.max(size - 2, 0), 0)

test('issues at once come to the same end as one after the other; of what waits at once, all but the first is one commit', async () => {
  const apart = await play('apart', 3, ['label', 'approve'], false)
  const together = await play('together', 3, ['label', 'approve'], true)

  expect(await readSessions(together)).toEqual(await readSessions(apart))
  expect((await together.repo.record(3)).phase).toBe('completed')
  expect(apart.commits).toBe(apart.writes.length)
  expect(together.met).toEqual([3, 3])
  expect(together.commits).toBeLessThanOrEqual(together.writes.length - saved(together))
  expect([conflicts(apart), conflicts(together)]).toEqual([0, 0])
  await expectSound(running, apart.repo)
  await expectSound(running, together.repo)
})

test('fifty issues labelled at once: a commit for eight, and hardly a try in vain', async () => {
  const played = await play('fifty', 50, ['label'], true)

  // Eight are decided on at once; only the last few meet in a smaller group.
  expect(played.met).toEqual([8, 8, 8, 8, 8, 8, 2])
  expect(played.commits).toBeLessThanOrEqual(played.writes.length - saved(played))
  expect(conflicts(played)).toBeLessThanOrEqual(2)
  expect((await played.repo.record(50)).phase).toBe('proposed')
  await expectSound(running, played.repo)
})
