import type { Fence } from '../fence.ts'
import type { RunOutcome } from './perform-run.ts'
import { type Slot, Slots } from './slots.ts'
import type { RunQueue, TakenRun } from '../ports/queues/run-queue.ts'

/** Others may have ordered some, or one that was given back is due. */
const lookEveryMs = 1_000
/** After a fault of the database. */
const pauseMs = 2_000

export interface RunWorkerOptions {
  queue: RunQueue
  /**
   * Runs side by side in this process, those not counted that wait for a limit of GitHub's; and of one installation, with
   * them. As many again may be guests: of repositories with nothing at work.
   */
  concurrency: number
  /** The queue is asked that seldom at most whether a run was cancelled; much less than its lease. */
  heartbeatMs: number
  /** Without a heartbeat for so long a run may be another's: then it ends here. */
  holdMs: number
  /**
   * `wait` is called when a run begins to wait for a limit of GitHub's, and what it returns when it goes on. `fence`: down
   * once the run may be another's.
   */
  perform: (run: TakenRun, signal: AbortSignal, wait: () => () => void, fence: Fence) => Promise<RunOutcome>
  onFault: (what: string, error: unknown) => void
  nowMs: () => number
}

export interface RunWorker {
  start(): void
  /** Resolves when no run waits and none is worked on, in any process. */
  idle(): Promise<void>
  /** Takes nothing more, tells what is live to end, and waits until it has reported, so long at most; the rest is given back. */
  stop(withinMs: number): Promise<void>
}

interface Live {
  taken: TakenRun
  controller: AbortController
  slot: Slot
  keptMs: number
  wasLost: boolean
}

/** Takes runs while it has room, keeps them by a heartbeat and reports what they came to, until it is stopped. */
export function createRunWorker(options: RunWorkerOptions): RunWorker {
  const { queue, concurrency, onFault, nowMs } = options
  const live = new Map<string, Live>()
  const slots = new Slots({ perInstallation: concurrency, atWork: concurrency, guests: concurrency })
  let state: 'new' | 'running' | 'stopping' = 'new'
  let isLooking = false
  let lookAgain = false
  let isBeating = false
  let timer: NodeJS.Timeout | undefined
  let heart: NodeJS.Timeout | undefined
  let changed: (() => void)[] = []

  function wakeWaiting(): void {
    for (const resolve of changed.splice(0)) resolve()
  }

  function wake(): void {
    lookAgain = true
    if (state === 'running' && !isLooking) void look()
  }

  /** Something was ordered or cancelled. */
  function checkAgain(): void {
    wake()
    void beat()
  }

  async function look(): Promise<void> {
    isLooking = true
    clearTimeout(timer)
    let nextMs = lookEveryMs
    try {
      while (lookAgain && hasRoom()) {
        lookAgain = false
        for (let run = await takeOne(); run !== undefined; run = await takeOne()) void work(run.taken, run.one)
      }
    } catch (error) {
      nextMs = pauseMs
      onFault('the queue of runs could not be read', error)
    }
    isLooking = false
    if (state === 'running') timer = setTimeout(wake, nextMs).unref()
    wakeWaiting()
  }

  function hasRoom(): boolean {
    return state === 'running' && !slots.isFull(true)
  }

  async function takeOne(): Promise<{ taken: TakenRun; one: Live } | undefined> {
    if (!hasRoom()) return undefined
    const keptMs = nowMs()
    // Where the work of a few has all places, who has none gets one: it may be long until they leave (decision 44).
    const isGuest = slots.isFull()
    const taken = await queue.take(slots.findFull(isGuest), isGuest)
    if (taken === undefined) return undefined
    // An answer that took so long may be another's run by now.
    if (isPast(keptMs)) return takeOne()
    const slot = slots.take(taken.repository.installationId)
    const one = { taken, controller: new AbortController(), slot, keptMs, wasLost: false }
    live.set(taken.id, one)
    if (state !== 'running') one.controller.abort()
    return { taken, one }
  }

  async function work(run: TakenRun, one: Live): Promise<void> {
    try {
      const fence = () => {
        // Having stood still, this process may not have come to a heartbeat yet.
        if (isLost(one)) lose(one)
        return !one.wasLost
      }
      const outcome = await options.perform(run, one.controller.signal, () => waitIn(one.slot), fence)
      // This process may have taken the run again meanwhile: it is that taking's to end or give back.
      if (live.get(run.id) !== one) return
      await record(one, outcome)
    } catch (error) {
      // Without a heartbeat it is taken again.
      onFault('what a run came to was not recorded', error)
    } finally {
      // Work that was left to itself sends nothing more.
      one.wasLost = true
      one.slot.leave()
      if (live.get(run.id) === one) live.delete(run.id)
      wake()
      wakeWaiting()
    }
  }

  /** Tried for as long as this process lives: of what it holds, an embedded database gives nothing to anybody else. */
  async function record(one: Live, outcome: RunOutcome): Promise<void> {
    while (live.get(one.taken.id) === one) {
      try {
        // Told to end for nothing but the way to the queue: the run itself was to go on, and does so with whoever takes it.
        return await tellQueue(one.taken, one.wasLost ? { kind: 'later', delayMs: 0 } : outcome)
      } catch (error) {
        if (state === 'stopping') throw error
        onFault('what a run came to could not be recorded yet', error)
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
  }

  async function tellQueue(run: TakenRun, outcome: RunOutcome): Promise<void> {
    if (outcome.kind === 'later') await queue.giveBack(run, outcome.delayMs)
    else if (outcome.kind === 'deferred') await queue.defer(run, outcome)
    else await queue.finish(run.id, outcome.messages)
  }

  /** While it waits, another may go on. */
  function waitIn(slot: Slot): () => void {
    const wasFull = slots.isFull()
    const goOn = slot.wait()
    if (wasFull && !slots.isFull()) wake()
    return goOn
  }

  function isLost({ keptMs }: Live): boolean {
    return isPast(keptMs)
  }

  /** A little before others may take it. */
  function isPast(keptMs: number): boolean {
    return nowMs() - keptMs > options.holdMs - 2 * options.heartbeatMs
  }

  function lose(one: Live): void {
    one.wasLost = true
    one.controller.abort()
  }

  async function beat(): Promise<void> {
    // Also while a heartbeat is under way: its answer may never come.
    for (const one of live.values()) if (isLost(one)) lose(one)
    if (isBeating || live.size === 0) return
    isBeating = true
    const before = [...live]
    try {
      const keptMs = nowMs()
      const news = await queue.keep(before.map(([id]) => id))
      for (const [id, one] of before) {
        if (news.get(id) !== 'lost') one.keptMs = keptMs
        if (news.get(id) === 'lost') lose(one)
        else if (news.has(id)) one.controller.abort()
      }
    } catch (error) {
      onFault('no heartbeat of runs', error)
    }
    isBeating = false
  }

  async function isAtRest(): Promise<boolean> {
    return !isLooking && live.size === 0 && (await queue.countOpen()) === 0
  }

  return {
    start() {
      state = 'running'
      queue.listen(checkAgain)
      heart = setInterval(() => void beat(), options.heartbeatMs).unref()
      wake()
    },
    async idle() {
      for (;;) {
        // Listens before it looks: what changes while the database is asked must not be missed.
        const change = new Promise<void>((resolve) => changed.push(resolve))
        if (await isAtRest()) return
        await change
      }
    },
    async stop(withinMs) {
      if (state === 'new') return
      state = 'stopping'
      clearTimeout(timer)
      for (const { controller } of live.values()) controller.abort()
      const deadline = nowMs() + withinMs
      while (live.size > 0 && nowMs() < deadline) await nextChange(deadline - nowMs())
      clearInterval(heart)
      for (const { taken } of live.values()) await queue.giveBack(taken, 0)
      wakeWaiting()
    },
  }

  async function nextChange(withinMs: number): Promise<void> {
    let waiting: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      changed.push(resolve)
      waiting = setTimeout(resolve, withinMs)
    })
    clearTimeout(waiting)
  }
}
