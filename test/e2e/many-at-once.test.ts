import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionPaths } from '../../src/application/session-files.ts'
import { type SessionState, SessionStateSchema } from '../../src/domain/session/session-state.ts'
import { type SandboxApp, startSandboxApp } from '../../src/entrypoints/start-sandbox-app.ts'
import { readGit } from './support/git.ts'
import { openPlayground, type Playground } from './support/playground.ts'
import { expectSound } from './support/start-world.ts'
import { writeIssue } from './support/write-issue.ts'

let dir: string
let running: SandboxApp
/** What came of every write to the workflow branch. */
let writes: string[] = []

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
        const outcome = await store.write(...given)
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

interface Played {
  repo: Playground
  commits: number
  writes: string[]
  requests: number
}

type Step = 'label' | 'approve'

/** So many issues of one task each, with each step all at once or one after the other; after both steps they are at their end. */
async function play(name: string, count: number, steps: readonly Step[], together: boolean): Promise<Played> {
  const repo = await openPlayground(running, { name, dir })
  const issues: number[] = []
  for (let index = 0; index < count; index += 1)
    issues.push(
      await repo.openIssue(`A note ${index}`, writeIssue([{ id: 'T1', path: `note-${index}.txt`, content: 'note' }])),
    )
  await running.idle()
  writes = []
  const before = running.requests.length
  const each = async (step: (issue: number) => Promise<unknown>) => {
    if (together) await Promise.all(issues.map(step))
    else for (const issue of issues) await step(issue).then(() => running.idle())
    await running.idle()
  }
  const { place } = repo
  const { issues: api } = repo.as('maintainer').rest
  for (const step of steps) {
    if (step === 'label') await each((issue) => repo.label(issue))
    else await each((issue) => api.createComment({ ...place, issue_number: issue, body: '/approve' }))
  }
  const bot = running.requests.slice(before).filter(({ actor }) => actor === running.sandbox.app.botLogin)
  const requests = bot.filter(({ route }) => !route.startsWith('git ')).length
  const commits = Number(await readGit(repo.bareDir, ['rev-list', '--count', 'countersign/workflow']))
  return { repo, commits, writes, requests }
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

test('issues at once come to the same end as one after the other, in far fewer commits and requests', async () => {
  const apart = await play('apart', 3, ['label', 'approve'], false)
  const together = await play('together', 3, ['label', 'approve'], true)

  expect(await readSessions(together)).toEqual(await readSessions(apart))
  expect((await together.repo.record(3)).phase).toBe('completed')
  expect(together.commits).toBeLessThan(apart.commits)
  expect(together.requests).toBeLessThan(apart.requests)
  expect([conflicts(apart), conflicts(together)]).toEqual([0, 0])
  await expectSound(running, apart.repo)
  await expectSound(running, together.repo)
})

test('fifty issues labelled at once: a commit for several, and hardly a try in vain', async () => {
  const played = await play('fifty', 50, ['label'], true)

  // Each issue has at least two transitions: planned, and its comment confirmed.
  expect(played.writes.length).toBeGreaterThanOrEqual(50)
  expect(played.commits).toBeLessThanOrEqual(40)
  expect(conflicts(played)).toBeLessThanOrEqual(2)
  expect((await played.repo.record(50)).phase).toBe('proposed')
  await expectSound(running, played.repo)
})
