import type { MachinePorts } from '../../../../src/application/ports/machine-ports.ts'
import type { ExecutionRequest, Executor } from '../../../../src/application/ports/roles/executor.ts'
import type { Queue } from '../../../../src/application/ports/queues/queue.ts'
import type { Reviewer } from '../../../../src/application/ports/roles/reviewer.ts'
import type { Message } from '../../../../src/application/ports/queues/message.ts'
import { fillReceipt } from '../../../../src/adapters/agents/fill-receipt.ts'
import { createRandom } from './random.ts'

/** What a run was doing when it was held: then a person can act in the middle of it. */
export interface Held {
  task: string
  id: string
  /** Aborted once it was cancelled. */
  signal: AbortSignal
}

type Doing = 'run' | 'review'

interface Hold {
  doing: Doing
  /** The task it stopped: others go on, or nothing could come to rest while it is held. */
  task?: string
  release: () => void
  released: Promise<void>
  enter: (held: Held) => void
}

/** The machine's side of one sequence: what its runs come to, and where they stop until told to go on. */
export class Backstage {
  readonly seed: number
  /** What CI's deadline would do, once time passes. */
  readonly timers: (() => void)[] = []
  /** So many reviews fail by themselves from now on. */
  failingReviews = 0
  /** Two runs of a task at once, or a redo that was not told of every rejection. */
  readonly faults: string[] = []
  readonly #tries = new Map<string, number>()
  readonly #live = new Map<string, AbortSignal>()
  /** All that were not let go yet; the newest one takes what begins now. */
  readonly #holds: Hold[] = []

  constructor(seed: number) {
    this.seed = seed
  }

  /** The next run (or review), or that task's, stops as it begins; the promise says which. */
  hold(doing: Doing, task?: string): Promise<Held> {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: entered, resolve: enter } = Promise.withResolvers<Held>()
    this.#holds.push({ doing, release, released, enter, ...(task === undefined ? {} : { task }) })
    return entered
  }

  release(): void {
    for (const hold of this.#holds.splice(0)) hold.release()
  }

  async enter(doing: Doing, held: Held): Promise<void> {
    const { signal } = held
    const hold = this.#holds.at(-1)
    if (hold?.doing !== doing) return
    hold.task ??= held.task
    if (hold.task !== held.task) return
    hold.enter(held)
    const { promise: aborted, resolve } = Promise.withResolvers<void>()
    signal.addEventListener('abort', () => resolve())
    if (!signal.aborted) await Promise.race([hold.released, aborted])
  }

  /** I11: a run that began while another of its task was live. */
  async watch<T>({ task, signal, rejections }: ExecutionRequest, run: () => Promise<T>): Promise<T> {
    const other = this.#live.get(task.id)
    if (other !== undefined && !other.aborted) this.faults.push(`two runs of ${task.id} at once`)
    const unsaid = rejections.find(({ review }) => review.verdict !== 'REJECTED')
    if (unsaid !== undefined) this.faults.push(`${task.id} was told of ${unsaid.review.review_id} as a rejection`)
    this.#live.set(task.id, signal)
    try {
      return await run()
    } finally {
      if (this.#live.get(task.id) === signal) this.#live.delete(task.id)
    }
  }

  /** How the scripted executor fares: follows from the seed, the task and how often it was tried. */
  fate(task: string): { kind: 'good' | 'bad' | 'fail' | 'nothing' | 'same'; nth: number } {
    const nth = (this.#tries.get(task) ?? 0) + 1
    this.#tries.set(task, nth)
    const random = createRandom(this.seed * 7919 + Number(task.replaceAll(/\D/g, '')) * 104_729 + nth)
    const kind = random.weigh([
      { kind: 'good' as const, weight: 10 },
      { kind: 'bad' as const, weight: 3 },
      { kind: 'fail' as const, weight: 2 },
      { kind: 'nothing' as const, weight: 2 },
      { kind: 'same' as const, weight: 3 },
    ])?.kind
    return { kind: kind ?? 'good', nth }
  }
}

export interface Stage {
  replacePorts: (ports: MachinePorts) => MachinePorts
  /** Behind the repository whose configuration has that `review.ci_timeout_minutes`. */
  backstage(number: number, seed: number): Backstage
  /** The App's ports as they are. */
  ports(): MachinePorts
  /** Resolves when the message of that key was decided on for the first time from now. */
  handled(key: string): Promise<void>
}

/** Waits of the machine are so many times shorter. */
const haste = 20

/**
 * The App's ports with the test behind them, and with a workspace of the test's. Which sequence a run belongs to is told by its configuration: each
 * repository has a CI timeout of its own.
 */
export function createStage(workspace: MachinePorts['workspace']): Stage {
  const scenes = new Map<number, Backstage>()
  let replaced: MachinePorts | undefined
  const find = (minutes: number) => scenes.get(minutes)
  const awaited = new Map<string, () => void>()
  const noteHandled = (messages: readonly Message[]) => {
    for (const { key } of messages) awaited.get(key)?.()
  }
  return {
    handled(key) {
      return new Promise((resolve) => awaited.set(key, resolve))
    },
    backstage(number, seed) {
      const backstage = new Backstage(seed)
      scenes.set(number, backstage)
      return backstage
    },
    ports() {
      if (replaced === undefined) throw new Error('the App is not started')
      return replaced
    },
    replacePorts(ports) {
      const executors = [...ports.executors.values()].map((one) => (one.name === 'shell' ? createScripted(find) : one))
      replaced = {
        ...ports,
        messages: hurry(ports.messages, noteHandled),
        workspace,
        executors: new Map(executors.map((one) => [one.name, holdRuns(one, find)])),
        reviewer: holdReviews(ports.reviewer, find),
        wait: (ms) => ports.wait(ms / haste),
        later: (ms, act) => void find(ms / 60_000)?.timers.push(act),
      }
      return replaced
    },
  }
}

type Find = (minutes: number) => Backstage | undefined

function hurry<Item>(queue: Queue<Item>, handled: (items: readonly Item[]) => void): Queue<Item> {
  return {
    push: (key, item, delayMs) => queue.push(key, item, delayMs / haste),
    peek: (key) => queue.peek(key),
    start: (handle) =>
      queue.start(async (key, items) => {
        await handle(key, items)
        handled(items)
      }),
    idle: () => queue.idle(),
    rest: () => queue.rest(),
    expedite: () => queue.expedite(),
    close: () => queue.close(),
  }
}

function holdRuns(executor: Executor, find: Find): Executor {
  return {
    name: executor.name,
    async execute(request) {
      const backstage = find(request.configuration.review.ci_timeout_minutes)
      if (backstage === undefined) return executor.execute(request)
      return backstage.watch(request, async () => {
        await backstage.enter('run', { task: request.task.id, id: request.runId, signal: request.signal })
        return executor.execute(request)
      })
    },
  }
}

function holdReviews(reviewer: Reviewer, find: Find): Reviewer {
  return {
    name: reviewer.name,
    async review(request) {
      const backstage = find(request.configuration.review.ci_timeout_minutes)
      if (backstage === undefined) return reviewer.review(request)
      const { task, artifact, signal } = request
      await backstage.enter('review', { task: task.id, id: artifact.artifact_id, signal })
      if (backstage.failingReviews > 0) {
        backstage.failingReviews -= 1
        throw new Error('the reviewer gave no answer')
      }
      return reviewer.review(request)
    },
  }
}

/** In the place of `shell`: writes the file its command names, well or badly, as its fate has it. */
function createScripted(find: Find): Executor {
  return {
    name: 'shell',
    async execute(request) {
      const startedMs = performance.now()
      const { task, workTree } = request
      const receipt = fillReceipt(request, { executor: 'shell', startedMs, exitCode: 0, output: null })
      const fate = find(request.configuration.review.ci_timeout_minutes)?.fate(task.id)
      if (fate?.kind === 'fail') return { outcome: { kind: 'failed', reason: 'it fell over' }, receipt }
      if (fate === undefined || fate.kind === 'nothing') return { outcome: { kind: 'changed' }, receipt }
      const [command] = task.work.flatMap((item) => (item.kind === 'run' ? [item.command] : []))
      const path = command?.replace(/^write /, '').trim() ?? ''
      const words = { good: `good, try ${fate.nth}`, same: 'good', bad: `poor, try ${fate.nth}` }[fate.kind]
      await workTree.writeFile(path, Buffer.from(`${task.id}: ${words}\n`), '100644')
      return { outcome: { kind: 'changed' }, receipt }
    },
  }
}
