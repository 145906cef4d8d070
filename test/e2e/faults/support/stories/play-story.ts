import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import type { SandboxApp } from '../../../../../src/entrypoints/sandbox/start-sandbox-app.ts'
import type { Passage, Sandbox } from 'github-sandbox'
import { startCountersignSandbox } from '../../../../../src/entrypoints/sandbox/start-countersign-sandbox.ts'
import { brokerSandboxGit } from '../../../support/git/broker-sandbox-git.ts'
import { GitObjects } from '../../../support/git/git-objects.ts'
import { openPlayground } from '../../../support/playground.ts'
import { removeFolder } from '../../../support/processes/remove-folder.ts'
import { expectSound } from '../../../support/processes/start-world.ts'
import type { AppOnStage } from '../app-on-stage.ts'
import type { Stage, Standing, Story } from './golden-story.ts'
import { type EndState, readEndState } from './read-end-state.ts'
import { readStanding } from './read-standing.ts'
import { patienceMs } from '../../../../support/vitest/patience.ts'

const lookEveryMs = 100
/** So long the App asks for nothing before a story counts as over. */
const quietMs = 300
/** So long it asks for nothing before a story counts as stuck; more than the lease of what a killed one held. */
const stuckMs = patienceMs(180_000)

/** What a run does to the App: it sees each request before GitHub does. */
export interface Interference {
  intervene(passage: Passage): Promise<Response>
  /** Resolves when the App is up and nothing is on its way. */
  rest(): Promise<void>
}

export interface Run<A extends AppOnStage> {
  app: A
  isOurs: (actor: string) => boolean
}

/** Plays a story on a GitHub of its own with an App of its own; at its end all invariants hold. */
export async function playStory<I extends Interference, A extends AppOnStage>(
  story: Story,
  interfere: (run: Run<A>) => I,
  createApp: (sandbox: Sandbox, dir: string) => A | Promise<A>,
): Promise<{ end: EndState; interference: I; ms: number }> {
  brokerSandboxGit()
  const dir = await mkdtemp(join(tmpdir(), `countersign-${story.name}-`))
  let interference: I | undefined
  let lastAsked = 0
  const ours = new Set<string>()
  const sandbox = await startCountersignSandbox({
    port: 0,
    dataDir: join(dir, 'github'),
    isKept: false,
    intervene: (passage) => {
      if (ours.has(passage.actor)) lastAsked = performance.now()
      return interference === undefined ? passage.carryOut() : interference.intervene(passage)
    },
  })
  const created = await createApp(sandbox, dir)
  const start = async () => {
    await created.start()
    // It is silent only from now on: what a start takes is no silence.
    lastAsked = performance.now()
  }
  const app: A = { ...created, start }
  for (const actor of [sandbox.app.botLogin, sandbox.reviewer.login, 'app']) ours.add(actor)
  try {
    const world = { sandbox, idle: () => Promise.resolve() } as SandboxApp
    const { config, files = {} } = story
    const playground = await openPlayground(world, { name: 'story', dir, config, files })
    await app.start()
    sandbox.setWebhookUrl(app.webhookUrl())
    interference = interfere({ app, isOurs: (actor) => ours.has(actor) })
    const started = performance.now()
    const issue = await playground.openIssue(story.title, story.body)
    await playground.label(issue)
    const objects = new GitObjects(playground.bareDir)
    const look = () => readStanding(objects, issue)
    const silentMs = () => performance.now() - lastAsked
    const rest = async () => interference?.rest()
    await story.play(createStage({ playground, sandbox, app, look, rest, silentMs }), issue)
    await objects.close()
    while (silentMs() < quietMs) await delay(lookEveryMs)
    await interference.rest()
    await app.kill()
    await expectSound(world, playground)
    expect(sandbox.drifts).toEqual([])
    const end = await readEndState(sandbox, playground, issue)
    return { end, interference, ms: performance.now() - started }
  } finally {
    await app.close()
    await sandbox.close()
    await removeFolder(dir)
  }
}

interface StageInput {
  playground: Stage['playground']
  sandbox: Sandbox
  app: AppOnStage
  look: () => Promise<Standing | undefined>
  rest: () => Promise<void>
  /** How long the App has asked for nothing. */
  silentMs: () => number
}

function createStage({ playground, sandbox, app, look, rest, silentMs }: StageInput): Stage {
  return {
    playground,
    sandbox,
    reconcile: () => app.reconcile(),
    async away(act) {
      await rest()
      await app.kill()
      await act()
      await sandbox.idle()
      await app.start()
      sandbox.setWebhookUrl(app.webhookUrl())
    },
    async unsent(act) {
      await sandbox.idle()
      sandbox.setWebhookUrl(null)
      await act()
      await sandbox.idle()
      sandbox.setWebhookUrl(app.webhookUrl())
    },
    async until(what, holds) {
      let last: Standing | undefined
      while (silentMs() < stuckMs) {
        await rest()
        last = await look()
        if (last !== undefined && last.record.outbox.length === 0 && (await holds(last))) return
        await delay(lookEveryMs)
      }
      throw new Error(`it never came to this: ${what}\n${describe(last)}\n${app.output()}`)
    },
  }
}

function describe(standing: Standing | undefined): string {
  if (standing === undefined) return 'there is no record'
  const { phase, outbox } = standing.record
  const nodes = Object.values(standing.execution?.nodes ?? {}).map(({ id, state }) => `${id} ${state}`)
  return `phase ${phase}, owed: ${outbox.map(({ op, action }) => `${op} ${action.kind}`).join(', ')}; ${nodes.join(', ')}`
}
