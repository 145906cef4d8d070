import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Passage, Sandbox } from 'github-sandbox'
import { createSigningKey } from '../../../../src/application/state/signing-key.ts'
import type { SandboxApp } from '../../../../src/entrypoints/sandbox/start-sandbox-app.ts'
import { startCountersignSandbox } from '../../../../src/entrypoints/sandbox/start-countersign-sandbox.ts'
import type { Stage, Standing } from '../../faults/support/stories/golden-story.ts'
import { readStanding } from '../../faults/support/stories/read-standing.ts'
import { shareBundles } from '../../../support/action/build-bundles.ts'
import { GitObjects } from '../git/git-objects.ts'
import { openPlayground, type Playground } from '../playground.ts'
import { expectSound } from '../processes/start-world.ts'
import { type LiveSteps, playActionWith } from './play-action.ts'
import { type ActionStep, playWorkflows, type WorkflowPlayer } from './play-workflows.ts'

const root = new URL('../../../../', import.meta.url).pathname
const workflowPath = '.github/workflows/countersign.yml'

/** Of the repositories of a test file; whoever reads their records knows it. */
export const stateSecret = 'sealed-by-the-jobs-of-a-test'

export interface Runners {
  sandbox: Sandbox
  player: WorkflowPlayer
  dir: string
  /** Who GitHub is for those who look at what the bot of jobs did. */
  seen: Sandbox
  /** A repository with the workflow that people copy, changed by `edit`. */
  repository(input?: {
    files?: Record<string, string>
    config?: string
    edit?: (workflow: string) => string
  }): Promise<Playground>
  /** People act in it once all jobs are over, and where something is still owed once the clock has started so many sweeps. */
  stage(playground: Playground, issue: number, sweeps?: number): Stage
  /** From now on jobs go away with their machine at steps like these, as if it had lost its power. */
  loseJobs(isLost: (step: ActionStep) => boolean): void
  /** Stands before GitHub from now on. */
  interfere(intervene: (passage: Passage) => Promise<Response>): void
  /**
   * All jobs of the bot that are at work end at once (SIGKILL). Those of tasks go on: one that is lost is a lease that is
   * lost, which the loop's log says, and whether one is at work just then is a matter of milliseconds.
   */
  killBot(): Promise<void>
  /** Where an issue stands. */
  standing(playground: Playground, issue: number): Promise<Standing>
}

/** A GitHub whose runners are played, and no server of ours: each job is a child process with a fresh folder and an empty HOME. */
export function useRunners(
  env: Record<string, string> = {},
  hasRunner: (labels: readonly string[]) => boolean = () => true,
  secrets: Record<string, string> = {},
): Runners {
  let runners: { sandbox: Sandbox; player: WorkflowPlayer; dir: string } | undefined
  const made: Playground[] = []
  const live: LiveSteps = new Set()
  let intervene: (passage: Passage) => Promise<Response> = (passage) => passage.carryOut()
  let isLost: (step: ActionStep) => boolean = () => false
  const get = () => {
    if (runners === undefined) throw new Error('the runners are there once the tests run')
    return runners
  }

  beforeAll(async () => {
    const dir = await mkdtemp(join(tmpdir(), 'countersign-runners-'))
    const { action } = await shareBundles()
    const sandbox = await startCountersignSandbox({
      port: 0,
      dataDir: join(dir, 'github'),
      isKept: false,
      intervene: (passage) => intervene(passage),
    })
    const player = await playWorkflows({
      sandbox,
      dir,
      bareDir: (repository) => join(dir, 'github', `${repository}.git`),
      secrets: { COUNTERSIGN_STATE_SECRET: stateSecret, APP_PRIVATE_KEY: sandbox.app.privateKey, ...secrets },
      playAction: (step) =>
        isLost(step) ? Promise.resolve({ exitCode: 1, log: '' }) : playActionWith(action, sandbox, live)(step),
      env: { WRITE_SPACING_MS: '0', SECONDARY_LIMITS: 'off', UNCONFINED_COMMANDS: 'allowed', ...env },
      vars: { COUNTERSIGN_ORDER_KEY: createSigningKey(stateSecret).publicKey },
      hasRunner,
    })
    runners = { sandbox, player, dir }
  })

  afterAll(async () => {
    const { sandbox, player, dir } = get()
    await player.close()
    for (const playground of made) await expectSound({ sandbox: seenAsJobs(sandbox) }, playground)
    await sandbox.close()
    await rm(dir, { recursive: true, force: true })
    expect(sandbox.drifts).toEqual([])
  })

  const look = async (playground: Playground, issue: number) => {
    const objects = new GitObjects(playground.bareDir)
    try {
      return await readStanding(objects, issue)
    } finally {
      await objects.close()
    }
  }

  const standing = async (playground: Playground, issue: number) => {
    const found = await look(playground, issue)
    if (found === undefined) throw new Error(`there is no record of ${issue}\n${describeJobs(get().player)}`)
    return found
  }

  return {
    get sandbox() {
      return get().sandbox
    },
    get player() {
      return get().player
    },
    get dir() {
      return get().dir
    },
    get seen() {
      return seenAsJobs(get().sandbox)
    },
    async repository({ files = {}, config, edit } = {}) {
      const { sandbox, player, dir } = get()
      const text = await readFile(join(root, 'examples/workflows/countersign.yml'), 'utf8')
      const workflow = edit === undefined ? text : edit(text)
      const running = { sandbox: seenAsJobs(sandbox), idle: () => player.idle() } as SandboxApp
      const playground = await openPlayground(running, {
        name: `jobs-${made.length + 1}`,
        dir,
        files: { ...files, [workflowPath]: workflow },
        ...(config === undefined ? {} : { config }),
      })
      made.push(playground)
      return playground
    },
    loseJobs: (which) => void (isLost = which),
    standing,
    interfere: (how) => void (intervene = how),
    async killBot() {
      const killed = [...live].filter(({ mode }) => mode === 'bot')
      for (const step of killed) step.kill('SIGKILL')
      await Promise.all(killed.map(({ exited }) => exited))
    },
    stage(playground, issue, sweeps = 0) {
      const never = () => Promise.reject(new Error('no story of jobs asks for it'))
      return {
        playground,
        sandbox: get().sandbox,
        away: never,
        unsent: never,
        reconcile: never,
        async until(what, holds) {
          await get().player.idle()
          // A job that was killed before its first commit leaves no record.
          let found = await look(playground, issue)
          const isReached = async () => found !== undefined && found.record.outbox.length === 0 && (await holds(found))
          for (let swept = 0; swept < sweeps && !(await isReached()); swept += 1) {
            get().player.schedule(playground.repository)
            await get().player.idle()
            found = await look(playground, issue)
          }
          if (await isReached()) return
          const owed = found?.record.outbox.map(({ op, action }) => `${op} ${action.kind}`).join(', ') ?? 'no record'
          throw new Error(`it never came to this: ${what}\nowed: ${owed}\n${describeJobs(get().player)}`)
        },
      }
    },
  }
}

/** The bot is Actions' own, and what it seals with is a secret of the repository. */
function seenAsJobs(sandbox: Sandbox): Sandbox {
  return { ...sandbox, app: { ...sandbox.app, botLogin: 'github-actions[bot]', webhookSecret: stateSecret } }
}

export function describeJobs({ jobs }: Pick<WorkflowPlayer, 'jobs'>): string {
  return jobs
    .map((one) => `${one.event}: ${one.job} ${one.conclusion} ${JSON.stringify(one.outputs)}\n${one.log}`)
    .join('\n')
}
