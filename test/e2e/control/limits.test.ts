import { setTimeout as wait } from 'node:timers/promises'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parseSettings } from '../../../src/entrypoints/settings/parse-settings.ts'
import { type RunningApp, startApp } from '../../../src/entrypoints/server/start-app.ts'
import type { PersonRole, Sandbox } from 'github-sandbox'
import { startCountersignSandbox } from '../../../src/entrypoints/sandbox/start-countersign-sandbox.ts'
import { appSettings } from '../support/processes/app-settings.ts'
import { openPlayground, type Playground } from '../support/playground.ts'
import { writeIssue } from '../support/write-issue.ts'
import { isPlanShown } from '../support/is-plan-shown.ts'
import { patienceMs } from '../../support/vitest/patience.ts'

/** Time that goes by faster than it does, for GitHub and for the App. */
class FastClock {
  #speed: number
  #sinceMs = Date.now()
  #fromMs = Date.now()

  constructor(speed: number) {
    this.#speed = speed
  }

  readonly now = (): number => this.#fromMs + (Date.now() - this.#sinceMs) * this.#speed
  readonly wait = (ms: number): Promise<void> => wait(ms / this.#speed)

  change(speed: number): void {
    this.#fromMs = this.now()
    this.#sinceMs = Date.now()
    this.#speed = speed
  }
}

const slow = { timeout: patienceMs(150_000), interval: 100 }
/** Of each account; the client keeps to nine tenths, as GitHub's own limits divided by `sharedBy` come to. */
const limits = { createdPerMinute: 3, createdPerHour: 17 }
const sharedBy = 30
/** On a busy machine some arrive together and one is refused: that is waited for too, and counts for the client alone. */
const nearlyAll = 12

let dir: string
let sandbox: Sandbox
let app: RunningApp
let clock: FastClock

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-limits-'))
  clock = new FastClock(60)
  const now = () => new Date(clock.now())
  sandbox = await startCountersignSandbox({ port: 0, dataDir: join(dir, 'github'), now, secondaryLimits: limits })
  const settings = parseSettings({
    ...appSettings(sandbox),
    DATA_DIR: join(dir, 'app'),
    DATABASE: 'memory',
    PORT: '0',
    WRITE_SPACING_MS: '0',
    LIMITS_SHARED_BY: String(sharedBy),
    LOG_LEVEL: 'silent',
    SWEEP_MINUTES: '0',
  })
  const iso = () => now().toISOString()
  app = await startApp(settings, process.env, (ports) => ({ ...ports, now: iso, wait: clock.wait }), {
    now: clock.now,
    wait: clock.wait,
  })
  await app.begun
  sandbox.setWebhookUrl(app.webhookUrl)
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
  expect(sandbox.drifts).toEqual([])
  await rm(dir, { recursive: true, force: true })
})

async function openRepository(name: string): Promise<Playground> {
  return openPlayground({ sandbox, app, idle: () => sandbox.idle() }, { name, dir })
}

/** Gives a repository to an installation of its own, as that of another organisation would be. */
function moveToOtherInstallation({ place }: Playground): void {
  const [installation] = sandbox.world.apps[0]?.installations ?? []
  const id = sandbox.world.repositories.find(({ name }) => name === place.repo)?.id
  if (installation === undefined || id === undefined) throw new Error('there is no such repository')
  installation.repositoryIds = installation.repositoryIds.filter((one) => one !== id)
  const other = { ...installation, id: sandbox.world.nextId++, account: 'other-org', repositoryIds: [id], tokens: [] }
  sandbox.world.apps[0]?.installations.push(other)
}

/** What the bot made in a repository that counts for the limits on content. */
function countContent({ place }: Playground): number {
  const repository = sandbox.world.repositories.find(({ name }) => name === place.repo)
  if (repository === undefined) return 0
  const isOurs = (one: { user: string }) => one.user === sandbox.app.botLogin
  const { issues, pulls } = repository
  const comments = issues.flatMap((issue) => issue.comments.filter(isOurs)).length
  return comments + pulls.length + pulls.flatMap(({ reviews }) => reviews.filter(isOurs)).length
}

/** People are limited too: they try until they are let. */
async function openLabelled(repo: Playground, title: string, role: PersonRole = 'maintainer'): Promise<number> {
  const body = writeIssue([{ id: 'T1', path: `${title}.txt`, content: title }])
  const number = await vi.waitFor(() => repo.openIssue(title, body, role), slow)
  await vi.waitFor(() => repo.label(number, role), slow)
  return number
}

async function untilPhase(repo: Playground, issue: number, phase: string): Promise<void> {
  await vi.waitFor(async () => expect((await repo.record(issue)).phase).toBe(phase), slow)
}

async function untilShown(repo: Playground, issue: number): Promise<void> {
  await vi.waitFor(async () => expect(await repo.record(issue)).toSatisfy(isPlanShown), slow)
}

async function approve(repo: Playground, issue: number): Promise<void> {
  const { issues } = repo.as('maintainer').rest
  await vi.waitFor(() => issues.createComment({ ...repo.place, issue_number: issue, body: '/approve' }), slow)
}

// Time is sixty times as fast, and minutes are waited for.
test(
  'an issue comes to its end by waiting for limits, and others’ do while one installation waits for an hour',
  {
    timeout: patienceMs(600_000),
  },
  async () => {
    const [busy, other] = [await openRepository('busy'), await openRepository('other')]
    // Labels are made by whom they belong to so far.
    await app.idle()
    moveToOtherInstallation(other)
    const [first, beside] = [await openLabelled(busy, 'first'), await openLabelled(other, 'beside')]
    await Promise.all([untilShown(busy, first), untilShown(other, beside)])

    await approve(busy, first)
    await untilPhase(busy, first, 'completed')
    const roles = ['maintainer', 'writer', 'triager'] as const
    await Promise.all(
      roles.map(async (role) => {
        for (let number = 1; number <= 7; number += 1) await openLabelled(busy, `${role}-${number}`, role)
      }),
    )
    await vi.waitFor(() => expect(countContent(busy)).toBeGreaterThanOrEqual(nearlyAll), slow)
    // From here on there is time: nothing of what waits for its hour may go on before the other is at its end.
    clock.change(12)
    await approve(other, beside)
    await untilPhase(other, beside, 'completed')

    expect(countContent(busy)).toBeLessThanOrEqual(limits.createdPerHour)
  },
)
