import { setImmediate as nextTurn } from 'node:timers/promises'
import { join } from 'node:path'
import type { Queues } from '../../../../src/application/ports/queues/queues.ts'
import type { MachineTools } from '../../../../src/entrypoints/server/open-machine.ts'
import { parseSettings } from '../../../../src/entrypoints/settings/parse-settings.ts'
import { type RunningApp, startApp } from '../../../../src/entrypoints/server/start-app.ts'
import type { MachinePorts } from '../../../../src/application/ports/machine-ports.ts'
import type { Sandbox } from 'github-sandbox'
import { createQuickQueues } from '../../support/processes/quick-queues.ts'
import { settingsFor } from './app-processes.ts'
import type { AppOnStage } from './app-on-stage.ts'

/** How much faster what is put back or off comes again. */
const usualHurry = 20
/** What is deferred longer waits for CI. */
const longestDeferralMs = 5 * 60_000

export interface AppHere extends AppOnStage {
  /** The requests that are under way now; called, they have waited for their answers long enough. */
  takeDeadlines: () => () => void
  /** The clock of what waits. */
  nowMs: () => number
  /** Webhooks that were given up. */
  countDead: () => Promise<number>
}

/** The App in this process, whose pauses pass at once: its clock goes on by what it would have waited. */
export function createAppHere(sandbox: Sandbox, dir: string, hurry = usualHurry): AppHere {
  const nowMs = () => performance.now() * hurry
  let queues: Queues | undefined
  let running: RunningApp | undefined
  let waitedMs = 0
  const underWay = new Set<AbortController>()
  const tools: MachineTools = {
    now: () => Date.now() + waitedMs,
    wait: async (ms) => {
      waitedMs += ms
      await nextTurn()
    },
    deadline: () => {
      const controller = new AbortController()
      underWay.add(controller)
      return controller.signal
    },
  }
  const end = async () => {
    const ending = running
    running = undefined
    await ending?.close()
  }
  return {
    webhookUrl: () => running?.webhookUrl ?? '',
    async start() {
      const env = { ...settingsFor(sandbox, join(dir, 'app'), 0), LOG_LEVEL: 'silent', DATABASE: 'memory' }
      const settings = parseSettings({ ...env, SWEEP_MINUTES: '0' })
      queues = createQuickQueues(settings.RUNS_PER_REPOSITORY, nowMs)
      const replace = (ports: MachinePorts) => inHurry(ports, hurry)
      running = await startApp(settings, { ...process.env, GIT_HTTP_LOW_SPEED_TIME: '3' }, replace, {
        ...tools,
        queues,
      })
      await running.begun
    },
    kill: end,
    async reconcile() {
      await running?.reconcile()
    },
    output: () => '',
    close: end,
    nowMs,
    async countDead() {
      const entries = (await queues?.inbox.list(100)) ?? []
      return entries.filter(({ state }) => state === 'dead').length
    },
    takeDeadlines() {
      const taken = [...underWay]
      underWay.clear()
      return () => {
        for (const controller of taken) controller.abort(new DOMException('no answer in time', 'TimeoutError'))
      }
    },
  }
}

function inHurry(ports: MachinePorts, hurry: number): MachinePorts {
  const { messages } = ports
  return {
    ...ports,
    wait: async () => nextTurn(),
    later: (ms, act) => ports.later(ms <= longestDeferralMs ? ms / hurry : ms, act),
    messages: {
      push: (key, item, delayMs) => messages.push(key, item, delayMs / hurry),
      peek: (key) => messages.peek(key),
      start: (handle) => messages.start(handle),
      idle: () => messages.idle(),
      rest: () => messages.rest(),
      expedite: () => messages.expedite(),
      close: () => messages.close(),
    },
  }
}
