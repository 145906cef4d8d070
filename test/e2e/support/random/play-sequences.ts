import { type SandboxApp, startSandboxApp } from '../../../../src/entrypoints/sandbox/start-sandbox-app.ts'
import type { GateTransition } from '../../../support/gate/gate-rows.ts'
import { GitObjects } from '../git/git-objects.ts'
import { brokerSandboxGit } from '../git/broker-sandbox-git.ts'
import { openPlayground } from '../playground.ts'
import { startReplay } from '../replay/replay.ts'
import { createFastWorkspace, shareObjects } from './fast-workspace.ts'
import { findEndFaults } from './find-end-faults.ts'
import { type Follower, look, takeStep } from './play-scene.ts'
import { createRandom } from './random.ts'
import type { Scene } from './scene.ts'
import { askWithoutSockets } from './without-sockets.ts'
import { createStage, type Stage } from './stage.ts'
import { writeRandomIssue } from './offers/write-random-issue.ts'
import { patienceMs } from '../../../support/vitest/patience.ts'

/** A step of all takes a few seconds. */
const restMs = patienceMs(120_000)

export interface PlayedSequence {
  seed: number
  /** What happened, in order. */
  steps: string[]
  /** Empty where every invariant held after each step. */
  faults: string[]
}

export interface Play {
  /** An empty folder; whoever gave it takes it away, for this process may not come to its end. */
  dir: string
  seeds: readonly number[]
  steps: number
  note: (transition: GateTransition) => void
}

interface Part extends PlayedSequence {
  scene: Scene
  follower: Follower
}

/**
 * Plays sequences side by side on one sandbox with one App, each an issue in a repository of its own: every one takes a
 * step, then all wait until nothing moves any more, then each is looked at. One that is at fault plays no further.
 */
export async function playSequences({ dir, seeds, steps, note }: Play): Promise<PlayedSequence[]> {
  brokerSandboxGit()
  const objectsOf = new Map<string, GitObjects>()
  const stage = createStage(createFastWorkspace(dir, objectsOf))
  const running = await startSandboxApp({
    dataDir: dir,
    port: 0,
    env: { ...process.env, LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent' },
    secondIdentity: true,
    sandbox: { rateLimit: 10_000_000, isKept: false },
    replacePorts: stage.replacePorts,
  })
  const stopAsking = askWithoutSockets(running.sandbox)
  try {
    const { repository: elsewhere } = await running.sandbox.createRepository({ name: 'elsewhere' })
    const parts: Part[] = []
    for (const [index, seed] of seeds.entries())
      parts.push(await openPart({ running, stage, dir, objectsOf, elsewhere, seed, index, note }))
    await inTime(running.idle(), running)
    await lookAtAll(parts)
    for (let step = 0; step < steps; step += 1) {
      const sound = parts.filter((part) => part.faults.length === 0)
      await inTime(Promise.all(sound.map(async (part) => part.steps.push(await takeStep(part.scene)))), running)
      await inTime(running.idle(), running)
      await lookAtAll(sound)
    }
    for (const part of parts) {
      if (part.faults.length > 0) continue
      part.faults.push(...(await findEndFaults(part.scene, part.follower.objects)))
    }
    if (running.sandbox.drifts.length > 0) throw new Error(running.sandbox.drifts.join('\n'))
    await Promise.all(parts.map((part) => part.follower.objects.close()))
    return parts.map(({ seed, steps: told, faults }) => ({ seed, steps: told, faults }))
  } finally {
    stopAsking()
    await running.close()
  }
}

/** Ends this process where sequences wait for each other or the machine never rests, and says what it did last. */
async function inTime<T>(work: Promise<T>, { requests }: SandboxApp): Promise<T> {
  const timer = setTimeout(() => {
    const last = requests.slice(-20).map(({ time, method, path, status }) => `${time} ${method} ${path} ${status}`)
    process.stderr.write(`no rest within ${restMs / 1000} s; the last requests:\n${last.join('\n')}\n`, () =>
      process.exit(1),
    )
  }, restMs)
  return work.finally(() => clearTimeout(timer))
}

async function lookAtAll(parts: readonly Part[]): Promise<void> {
  await Promise.all(parts.map(async (part) => part.faults.push(...(await look(part.scene, part.follower)))))
}

interface Opening {
  running: SandboxApp
  stage: Stage
  dir: string
  /** What is read through one process for each repository, by its name. */
  objectsOf: Map<string, GitObjects>
  elsewhere: string
  seed: number
  index: number
  note: Play['note']
}

async function openPart({ running, stage, dir, objectsOf, elsewhere, seed, index, note }: Opening): Promise<Part> {
  const random = createRandom(seed)
  const minutes = 1000 + index
  const config = [
    'run:',
    `  max_attempts: ${random.pick([2, 3])}`,
    `  parallel: ${random.pick([1, 4])}`,
    'review:',
    `  ci_timeout_minutes: ${minutes}`,
    '',
  ].join('\n')
  const repo = await openPlayground(running, { name: `random-${seed}`, dir, config })
  await shareObjects(dir, repo)
  const github = running.sandbox.world.repositories.find((one) => `${one.owner}/${one.name}` === repo.repository)
  if (github === undefined) throw new Error(`${repo.repository} was not made`)
  const objects = new GitObjects(repo.bareDir)
  objectsOf.set(repo.repository, objects)
  const issue = await repo.openIssue(`Sequence ${seed}`, writeRandomIssue(random, seed))
  await repo.label(issue)
  const scene: Scene = {
    seed,
    random,
    running,
    stage,
    backstage: stage.backstage(minutes, seed),
    repo,
    github,
    issue,
    elsewhere,
    state: { record: undefined, plan: undefined, execution: undefined },
  }
  const replay = startReplay(running.sandbox, repo.repository, objects)
  return { seed, steps: [], faults: [], scene, follower: { replay, objects, note } }
}
