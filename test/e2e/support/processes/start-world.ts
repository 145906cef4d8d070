import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import {
  type SandboxApp,
  type SandboxAppOptions,
  startSandboxApp,
} from '../../../../src/entrypoints/sandbox/start-sandbox-app.ts'
import type { RequestRecord } from 'github-sandbox'
import { findForeignWrites } from '../git/find-foreign-writes.ts'
import { readGit } from '../git/git.ts'
import { brokerSandboxGit } from '../git/broker-sandbox-git.ts'
import { GitObjects } from '../git/git-objects.ts'
import { openPlayground, type Playground } from '../playground.ts'
import { createQuickQueues } from './quick-queues.ts'
import { readHistory } from '../git/read-history.ts'
import { findReplayFaults } from '../replay/replay.ts'

const runsPerRepository = 32

export interface World {
  running: SandboxApp
  dir: string
  /** A repository of its own for one test; `config` is `.github/countersign.yml`, `from` a git repository to import. */
  repository(input?: {
    name?: string
    files?: Record<string, string>
    config?: string
    from?: string
    isEmpty?: boolean
  }): Promise<Playground>
}

export interface WorldOptions {
  /** Give the bot a second identity that may approve. */
  secondIdentity?: boolean
  /** Answers to the App that a test of this file brings about on purpose, as `403 POST /repos/…`. */
  expectedAnswers?: readonly string[]
  /** Time goes by so many times faster, for GitHub and for the App. */
  speed?: number
  /** So far the clock of the App's machine is ahead of GitHub's. */
  aheadMs?: number
  /** GitHub cuts trees off after so many entries; after 100,000 unless told. */
  treeLimit?: number
  /** More of the server's environment, as it is when it starts. */
  env?: () => Promise<Record<string, string>>
}

/** A GitHub with the App for the tests of one file. After each test what it left is replayed and held against I3, I4, I6 and I8. */
export function useWorld(options: WorldOptions = {}): World {
  let running: SandboxApp | undefined
  let dir = ''
  let made: Playground[] = []
  let count = 0
  let seen = 0
  const getRunning = () => {
    if (running === undefined) throw new Error('the world is there once the tests run')
    return running
  }

  beforeAll(async () => {
    brokerSandboxGit()
    dir = await mkdtemp(join(tmpdir(), 'countersign-e2e-'))
    running = await startSandboxApp({
      dataDir: dir,
      port: 0,
      env: { ...process.env, LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent', ...(await options.env?.()) },
      secondIdentity: options.secondIdentity ?? true,
      ...hurry(options),
    })
  })

  afterEach(async () => {
    const world = getRunning()
    await world.idle()
    const requests = world.requests.slice(seen)
    seen = world.requests.length
    for (const playground of made) await expectSound(world, playground)
    made = []
    expect(world.sandbox.drifts).toEqual([])
    expect(findUnexpectedAnswers(world, requests, options.expectedAnswers ?? [])).toEqual([])
  })

  afterAll(async () => {
    await running?.close()
    await rm(dir, { recursive: true, force: true })
  })

  return {
    get running() {
      return getRunning()
    },
    get dir() {
      return dir
    },
    async repository(input = {}) {
      count += 1
      const playground = await openPlayground(getRunning(), { name: `e2e-${count}`, ...input, dir })
      made.push(playground)
      return playground
    },
  }
}

/** Between two tries of something that failed it waits as much shorter at least. */
const haste = 20

function hurry({
  speed = 1,
  aheadMs = 0,
  treeLimit,
}: WorldOptions): Pick<SandboxAppOptions, 'sandbox' | 'replacePorts' | 'tools'> {
  const wait = (ms: number) => delay(ms / Math.max(haste, speed))
  // Nobody starts it again from its folder.
  const sandbox = { isKept: false, ...(treeLimit === undefined ? {} : { treeLimit }) }
  if (speed === 1) return { sandbox, tools: { wait, now: () => Date.now() + aheadMs } }
  const startMs = Date.now()
  const now = () => startMs + (Date.now() - startMs) * speed
  return {
    sandbox: { ...sandbox, now: () => new Date(now()) },
    replacePorts: (ports) => ({ ...ports, later: (ms, act) => ports.later(ms / speed, act) }),
    tools: { now, wait, queues: createQuickQueues(runsPerRepository, now) },
  }
}

/** Everything that must hold of a repository whatever happened in it. */
export async function expectSound(world: Pick<SandboxApp, 'sandbox'>, playground: Playground): Promise<void> {
  await readGit(playground.bareDir, ['fsck', '--full', '--strict', '--no-dangling'])
  const objects = new GitObjects(playground.bareDir)
  const history = await readHistory(objects)
  expect(await findReplayFaults(world.sandbox, playground, history, objects)).toEqual([])
  await objects.close()
  expect(await findForeignWrites(world.sandbox, playground)).toEqual([])
}

/**
 * The answer to an export, or to a large commit beside it, that comes second to the workflow branch: it is made anew
 * (docs/decisions/0020).
 */
export const secondToWorkflowBranch = '422 PATCH /repos/{owner}/{repo}/git/refs/{ref}'

const alwaysExpected = [
  // Labels are looked for before they are made; a person's first label may still come in between.
  '422 POST /repos/{owner}/{repo}/labels',
]

/** What the App is never answered where it knows what it does: no permission, not valid, or a fault of the server. */
function findUnexpectedAnswers(
  { sandbox }: SandboxApp,
  requests: readonly RequestRecord[],
  expected: readonly string[],
): string[] {
  const ours = new Set([sandbox.app.botLogin, sandbox.reviewer.login, 'app'])
  return requests
    .filter(({ actor, status }) => ours.has(actor) && (status >= 500 || [401, 403, 422].includes(status)))
    .map(({ status, route }) => `${status} ${route}`)
    .filter((answer) => !expected.includes(answer) && !alwaysExpected.includes(answer))
}
