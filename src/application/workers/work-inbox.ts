import { neverFenced, fenced } from '../fence.ts'
import { Slots } from './slots.ts'
import type { Claim, Inbox, RowOutcome } from '../ports/queues/inbox.ts'

/** Rows that were handed out wait so long at most until somebody looks for more: others may have stored them, or a lease ended. */
const lookEveryMs = 1_000
/** After a fault of the database. */
const pauseMs = 2_000

export interface InboxWorkerOptions {
  inbox: Inbox
  /** Partitions of one installation worked on side by side. */
  concurrency: number
  /** Handles what was claimed; what it throws leaves all rows waiting. */
  handle: (claim: Claim) => Promise<ReadonlyMap<number, RowOutcome>>
  onFault: (what: string, error: unknown) => void
}

export interface InboxWorker {
  start(): void
  /** Resolves when no row waits and none is worked on. */
  idle(): Promise<void>
  isAtRest(): Promise<boolean>
  /** Finishes what is being worked on; what waits stays where it is kept, or is handled too where it isn't. */
  stop(): Promise<void>
}

/** Takes partitions of waiting deliveries and has them handled, until it is stopped. */
export function createInboxWorker(options: InboxWorkerOptions): InboxWorker {
  const { inbox } = options
  const slots = new Slots({ perInstallation: options.concurrency })
  let state: 'new' | 'running' | 'stopping' = 'new'
  let looking = false
  let lookAgain = false
  let running = 0
  let timer: NodeJS.Timeout | undefined
  let changed: (() => void)[] = []

  function wakeWaiting(): void {
    const told = changed
    changed = []
    for (const resolve of told) resolve()
  }

  function nextChange(): Promise<void> {
    return new Promise((resolve) => changed.push(resolve))
  }

  function wake(): void {
    if (state === 'new') return
    lookAgain = true
    if (!looking) void look()
  }

  async function look(): Promise<void> {
    looking = true
    clearTimeout(timer)
    let nextMs = lookEveryMs
    try {
      while (lookAgain && mayTake()) {
        lookAgain = false
        for (let claim = await takeOne(); claim !== undefined; claim = await takeOne()) void work(claim)
      }
    } catch (error) {
      nextMs = pauseMs
      options.onFault('the inbox could not be read', error)
    }
    looking = false
    if (state === 'running') timer = setTimeout(wake, nextMs)
    wakeWaiting()
  }

  function mayTake(): boolean {
    return state === 'running' || (state === 'stopping' && !inbox.durable)
  }

  async function takeOne(): Promise<Claim | undefined> {
    if (!mayTake() || slots.isFull()) return undefined
    const claim = await inbox.claim(slots.findFull())
    if (claim !== undefined) running += 1
    return claim
  }

  async function work(claim: Claim): Promise<void> {
    const slot = slots.take(claim.repository.installationId)
    await record(claim, await handleOrLeave(claim))
    slot.leave()
    running -= 1
    wake()
    wakeWaiting()
  }

  /** Until it is recorded they are not handed out again: a row that comes back too often without an end is dead. */
  async function record(claim: Claim, outcomes: ReadonlyMap<number, RowOutcome>): Promise<void> {
    for (;;) {
      try {
        await inbox.finish(claim, outcomes)
        return
      } catch (error) {
        options.onFault('what became of deliveries could not be recorded yet', error)
        if (state === 'stopping') return
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
  }

  /** What can't be handled is handed out again, and is dead after some times. */
  async function handleOrLeave(claim: Claim): Promise<ReadonlyMap<number, RowOutcome>> {
    try {
      // Whoever woke this one may have been fenced for another partition.
      return await fenced(neverFenced, () => options.handle(claim))
    } catch (error) {
      options.onFault('deliveries were not handled', error)
      const why = error instanceof Error ? error.message : String(error)
      return new Map(claim.rows.map(({ row }) => [row, { kind: 'later', delayMs: pauseMs, why }]))
    }
  }

  function isBusy(): boolean {
    return looking || running > 0
  }

  async function isAtRest(): Promise<boolean> {
    return !isBusy() && (await inbox.countWaiting()) === 0 && !isBusy()
  }

  return {
    start() {
      state = 'running'
      inbox.listen(wake)
      wake()
    },
    isAtRest,
    async idle() {
      for (;;) {
        // Listens before it looks: what changes while the database is asked must not be missed.
        const change = nextChange()
        if (await isAtRest()) return
        await change
      }
    },
    async stop() {
      if (state === 'new') return
      state = 'stopping'
      clearTimeout(timer)
      wake()
      while (isBusy()) await nextChange()
    },
  }
}
