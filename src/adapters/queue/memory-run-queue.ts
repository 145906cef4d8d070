import type { RunNews, RunOrder, RunQueue, RunWait, TakenRun } from '../../application/ports/queues/run-queue.ts'
import type { Message } from '../../application/ports/queues/message.ts'
import { findNextTurn, firstTurn, isSameTurn, type Turn } from '../../application/workers/turn.ts'
import { type MemoryRun, type MemoryView, openView } from './memory-tables.ts'

export interface MemoryRunQueueOptions {
  view?: Partial<MemoryView>
  /** At work at the same time, in all processes. */
  perRepository: number
  /** Stores what a run came to. */
  enqueue: (messages: readonly [Message, ...Message[]], run: string) => void
  /** Runs whose outcome waits to be decided on. */
  waiting: () => ReadonlySet<string>
  /** What waits for a job of its own is let go: this process won't be there when it ends. */
  letsJobsGo?: boolean
}

/** The queue of long work whose tables are in memory. */
export class MemoryRunQueue implements RunQueue {
  readonly #options: MemoryRunQueueOptions
  readonly #view: MemoryView
  readonly #heard: (() => void)[] = []
  #last = firstTurn

  constructor(options: MemoryRunQueueOptions) {
    this.#options = options
    this.#view = openView(options.view)
  }

  add(orders: readonly RunOrder[]): Promise<void> {
    const { tables, holder, reach } = this.#view
    return reach('order runs', 'write', () => {
      for (const order of orders) {
        const standing = tables.runs.get(order.id)
        if (standing?.isCancelled === true) tables.setRun({ ...standing, isCancelled: false })
        if (tables.runs.has(order.id) || this.#options.waiting().has(order.id)) continue
        tables.setRun({ order, orderedBy: holder, attempts: 0, deferrals: 0, ...free(0) })
      }
      this.wake()
    })
  }

  take(full: readonly number[] = [], guests = false): Promise<TakenRun | undefined> {
    const { tables, holder, leaseMs, nowMs, reach } = this.#view
    return reach('take a run', 'write', () => {
      const now = nowMs()
      const perRepository = guests ? 1 : this.#options.perRepository
      const all = [...tables.runs.values()]
      const busy = all.filter((one) => one.heldUntilMs > now).map(({ order }) => order.repository.key)
      const atWork = ({ order }: MemoryRun) => busy.filter((key) => key === order.repository.key).length
      const free = all
        .filter(({ order }) => !full.includes(order.repository.installationId))
        .filter((one) => one.heldUntilMs <= now && one.dueMs <= now && atWork(one) < perRepository)
        .toSorted((a, b) => atWork(a) - atWork(b))
      const idle = free.filter((one) => atWork(one) === 0)
      const next = findNextTurn(idle.map(turnOf), this.#last)
      const run = idle.find((one) => isSameTurn(turnOf(one), next)) ?? free[0]
      if (run === undefined) return undefined
      this.#last = turnOf(run)
      const attempts = run.attempts + 1
      tables.setRun({ ...run, holder, heldUntilMs: now + leaseMs, attempts })
      const isUntried = run.order.isUntried && attempts === 1
      return { ...run.order, isUntried, isOwn: run.orderedBy === holder, attempts, deferrals: run.deferrals }
    })
  }

  keep(ids: readonly string[]): Promise<ReadonlyMap<string, RunNews>> {
    const { tables, leaseMs, nowMs, reach } = this.#view
    return reach('keep runs', 'write', () => {
      const news = new Map<string, RunNews>()
      for (const id of ids) {
        const run = this.#findOwn(id)
        if (run === undefined) news.set(id, 'lost')
        else if (run.isCancelled) news.set(id, 'cancelled')
        if (run !== undefined) tables.setRun({ ...run, heldUntilMs: nowMs() + leaseMs })
      }
      return news
    })
  }

  finish(id: string, messages: readonly Message[]): Promise<boolean> {
    const { tables, reach } = this.#view
    return reach('end a run', 'write', () => {
      if (this.#findOwn(id) === undefined) return false
      const [first, ...others] = messages
      if (first !== undefined) this.#options.enqueue([first, ...others], id)
      tables.dropRun(id)
      this.wake()
      return true
    })
  }

  giveBack({ id, attempts }: Pick<TakenRun, 'id' | 'attempts'>, delayMs: number): Promise<void> {
    const { tables, nowMs, reach } = this.#view
    return reach('give a run back', 'write', () => {
      const run = this.#findOwn(id)
      if (run?.attempts !== attempts) return
      tables.setRun({ ...run, ...free(nowMs() + delayMs) })
      this.wake()
    })
  }

  defer({ id, attempts }: Pick<TakenRun, 'id' | 'attempts'>, { delayMs, waitsFor }: RunWait): Promise<void> {
    const { tables, nowMs, reach } = this.#view
    return reach('put a run off', 'write', () => {
      const run = this.#findOwn(id)
      if (run?.attempts !== attempts) return
      const deferrals = run.deferrals + (waitsFor === 'job' ? 0 : 1)
      // Not 0: it was tried.
      const tried = { attempts: 1, deferrals, waitsForRoom: waitsFor === 'room' }
      if (waitsFor === 'job' && this.#options.letsJobsGo === true) tables.dropRun(id)
      else tables.setRun({ ...run, ...free(nowMs() + delayMs), ...tried })
      this.wake()
    })
  }

  cancel(ids: readonly string[]): Promise<void> {
    const { tables, nowMs, reach } = this.#view
    if (ids.length === 0) return Promise.resolve()
    return reach('cancel runs', 'write', () => {
      for (const id of ids) {
        const run = tables.runs.get(id)
        if (run !== undefined && run.heldUntilMs > nowMs()) tables.setRun({ ...run, isCancelled: true })
        else tables.dropRun(id)
      }
      this.wake()
    })
  }

  findLive(repositoryKey: string): Promise<ReadonlySet<string>> {
    const { tables, reach } = this.#view
    return reach('find live runs', 'read', () => {
      const open = [...tables.runs.values()].filter(({ order }) => order.repository.key === repositoryKey)
      const told = [...this.#options.waiting()].filter((id) => id.startsWith(`${repositoryKey} `))
      return new Set([...open.map(({ order }) => order.id), ...told])
    })
  }

  countOpen(): Promise<number> {
    return this.#view.reach('count runs', 'read', () => this.#view.tables.runs.size)
  }

  listen(heard: () => void): void {
    this.#heard.push(heard)
  }

  #findOwn(id: string): MemoryRun | undefined {
    const run = this.#view.tables.runs.get(id)
    return run?.holder === this.#view.holder ? run : undefined
  }

  wake(): void {
    for (const heard of this.#heard) heard()
  }
}

/** Nobody has it. */
function free(dueMs: number) {
  return { holder: null, heldUntilMs: -Infinity, isCancelled: false, waitsForRoom: false, dueMs }
}

function turnOf({ order: { repository } }: MemoryRun): Turn {
  return { installationId: repository.installationId, repository: repository.key }
}
