import type { Logger } from 'pino'
import { explain } from '../../../application/attempts/attempt-effect.ts'
import { CountersignFault } from '../../../application/fault.ts'
import type { Queues } from '../../../application/ports/queues/queues.ts'
import type { Identity } from '../identify-app.ts'
import { keepAsking } from './keep-asking.ts'
import { mayDatabaseReturn } from './may-database-return.ts'
import type { DatabaseWatch } from './watch-database.ts'

/** GitHub has its moments in which it knows nobody: asked again after one, two and four seconds. */
const mostRefusals = 4

export interface OutsideOptions {
  openQueues: () => Promise<Queues>
  /** The database is another's process, that may come back. */
  isShared: boolean
  identify: () => Promise<Identity>
  database: DatabaseWatch
  log: Pick<Logger, 'warn'>
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** What a server needs of others before it works: its database, and GitHub, which knows the App. */
export interface Outside {
  /** Resolves when both answer; throws what waiting won't mend. */
  reach(): Promise<{ queues: Queues; identity: Identity }>
  /** Who the App is; undefined until GitHub has told. */
  findIdentity(): Identity | undefined
  /** The database once it is open. Throws at once while it is known to be away. */
  queues(): Promise<Queues>
  /** What is waited for yet. */
  findMissing(): Missing[]
  /** GitHub doesn't know the App just now. */
  isRefused(): boolean
  /** Asks nobody any more. */
  stop(): void
  /** Gives the database back, if it was opened. */
  close(): Promise<void>
}

export type Missing = 'database' | 'github'

/** Asks both at once, each for as long as an outage takes (decision 65). Nothing is asked before `reach` is called. */
export function createOutside({ openQueues, isShared, identify, database, log, wait }: OutsideOptions): Outside {
  const stopping = new AbortController()
  let identity: Identity | undefined
  let opened: Queues | undefined
  let isRefused = false
  let away: unknown
  const first = Promise.withResolvers<Queues>()
  first.promise.catch(() => undefined)
  let opening: Promise<void> | undefined
  const isStopped = () => stopping.signal.aborted
  const pause = (ms: number) =>
    wait(ms, stopping.signal).catch((error: unknown) => {
      if (!isStopped()) throw error
    })

  async function open(): Promise<void> {
    const queues = await keepAsking({
      ask: openQueues,
      // A file on this machine doesn't mend itself.
      mayReturn: (error) => isShared && mayDatabaseReturn(error),
      mostRefusals: 1,
      onAgain: (error) => {
        away = error
        database.fail(error)
      },
      wait: pause,
      isStopped,
    })
    away = undefined
    database.succeed()
    opened = database.watchQueues(queues)
    first.resolve(opened)
  }

  async function ask(): Promise<void> {
    identity = await keepAsking({
      ask: identify,
      mayReturn: (error) => error instanceof CountersignFault && error.code === 'github_unavailable',
      mostRefusals,
      onAgain(error, triesLeft) {
        // Of an outage the watch tells.
        if (triesLeft !== null && !isRefused) log.warn({ why: explain(error) }, refusedWords)
        isRefused = triesLeft !== null
      },
      wait: pause,
      isStopped,
    })
    isRefused = false
  }

  return {
    async reach() {
      opening = open()
      opening.catch((error: unknown) => first.reject(error))
      await Promise.all([opening, ask()])
      if (opened === undefined || identity === undefined) throw new Error('nothing was reached')
      return { queues: opened, identity }
    },
    findIdentity: () => identity,
    async queues() {
      if (opened !== undefined) return opened
      if (away === undefined) return first.promise
      throw new CountersignFault('database_unavailable', 'the database does not answer', explain(away), away)
    },
    findMissing: () => [
      ...(opened === undefined ? (['database'] as const) : []),
      ...(identity === undefined ? (['github'] as const) : []),
    ],
    isRefused: () => isRefused,
    stop: () => stopping.abort(),
    async close() {
      await opening?.catch(() => undefined)
      await opened?.close()
    },
  }
}

const refusedWords = 'GitHub does not know this App: it is asked again for some seconds, then the server ends'
