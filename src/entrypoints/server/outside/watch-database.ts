import type { Logger } from 'pino'
import type { Queues } from '../../../application/ports/queues/queues.ts'
import { mayDatabaseReturn } from './may-database-return.ts'
import { type OutageWatch, watchOutage } from './watch-outage.ts'

const words = {
  untilMs: 0,
  began: 'the database does not answer: webhooks are answered with 503, and nothing is worked on until it does',
  ended: 'the database answers: what waited goes on',
}

/** A server that is being stopped refuses some and still answers others. */
const calmMs = 1_000

export interface DatabaseWatch extends Pick<OutageWatch, 'findSinceMs' | 'onEnd'> {
  /** The same queues, of whose answers this is told. */
  watchQueues(queues: Queues): Queues
  /** It didn't answer: in opening it, or on a connection that nobody waits for. */
  fail(error: unknown): void
  succeed(): void
  /** Whether this fault says no more than that the database doesn't answer. */
  knows(error: unknown): boolean
}

/** Whether the database answers this process, by what became of its statements. */
export function watchDatabase(log: Pick<Logger, 'warn' | 'info'>, nowMs: () => number): DatabaseWatch {
  const watch = watchOutage(log, nowMs, () => words)
  const seen = new WeakSet<Error>()
  let lastFailureMs = -Infinity

  function fail(error: unknown): void {
    if (!(error instanceof Error) || !mayDatabaseReturn(error)) return
    seen.add(error)
    lastFailureMs = nowMs()
    watch.fail(reasonOf(error), lastFailureMs)
  }

  async function noted<T>(asking: Promise<T>): Promise<T> {
    try {
      const answer = await asking
      if (nowMs() - lastFailureMs >= calmMs) watch.succeed()
      return answer
    } catch (error) {
      fail(error)
      throw error
    }
  }

  function told<T extends object>(port: T): T {
    return new Proxy(port, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...parameters: unknown[]) => {
          const result: unknown = Reflect.apply(value, target, parameters)
          return result instanceof Promise ? noted(result) : result
        }
      },
    })
  }

  return {
    findSinceMs: () => watch.findSinceMs(),
    onEnd: (ended) => watch.onEnd(ended),
    succeed: () => watch.succeed(),
    fail,
    watchQueues: (queues) => ({
      inbox: told(queues.inbox),
      runs: told(queues.runs),
      heads: queues.heads,
      expedite: () => noted(queues.expedite()),
      close: () => queues.close(),
    }),
    knows: (error) => causesOf(error).some((one) => seen.has(one)),
  }
}

/** What Postgres or the network said, below what we say of it. */
function reasonOf(error: Error): string {
  const reason = causesOf(error).at(-1) ?? error
  // Of several addresses of one name Node has a fault each, and no words for all.
  const all = reason instanceof AggregateError ? reason.errors.map(String).join('; ') : reason.message
  return all === '' ? String('code' in reason ? reason.code : reason.name) : all
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let one = error; one instanceof Error && !causes.includes(one); one = one.cause) causes.push(one)
  return causes
}
