import { setTimeout as delay } from 'node:timers/promises'
import { isFromProxy } from '../../adapters/github/client/github-fault.ts'
import { findStatus } from '../../adapters/github/client/rest-client.ts'

export type Readiness = { ready: true } | NotReady

/** In words, and what it is that doesn't answer: `since`, where that is known, in ISO 8601. */
export interface NotReady {
  ready: false
  why: string
  waits_for: ('database' | 'github')[]
  since?: string
}

/** GitHub's answer holds for that long: however often somebody asks, GitHub is asked that seldom. */
const holdsMs = 15_000
/** And so long the database's. */
const databaseHoldsMs = 1_000
/** A database that is slower takes no webhooks either. */
const databaseDeadlineMs = 3_000
/** Whoever asks has no more patience, and in an outage each request takes minutes. */
const githubDeadlineMs = 4_000

export interface ReadinessLooks {
  github: () => Promise<unknown>
  database: () => Promise<unknown>
  /** Since when GitHub doesn't answer, where that is known. */
  findGitHubAwaySinceMs: () => number | undefined
  findDatabaseAwaySinceMs: () => number | undefined
  /** What has not answered since the server was started. */
  findMissing: () => NotReady['waits_for']
  /** GitHub doesn't know the App just now, and is asked again. */
  isRefused: () => boolean
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Whether the database answers and GitHub takes the App's credentials, asked anew when the last answer is old. `now`: milliseconds. */
export function createReadiness(looks: ReadinessLooks, now: () => number): () => Promise<Readiness> {
  const github = remember(() => askGitHub(looks), holdsMs, now)
  const database = remember(() => askDatabase(looks), databaseHoldsMs, now)
  return async () => {
    const missing = looks.findMissing()
    if (missing.length > 0) return explainStart(missing, looks)
    const answer = await database()
    return answer.ready ? github() : answer
  }
}

/** Nothing is asked: whoever starts the server asks already. */
function explainStart(missing: NotReady['waits_for'], looks: ReadinessLooks): NotReady {
  const databaseSince = missing.includes('database') ? looks.findDatabaseAwaySinceMs() : undefined
  const githubSince = missing.includes('github') ? looks.findGitHubAwaySinceMs() : undefined
  const whys = [
    ...(databaseSince === undefined ? [] : [away('the database', databaseSince, 'webhooks are answered with 503')]),
    ...(githubSince === undefined ? [] : [away('GitHub', githubSince, 'the work begins once it does')]),
    ...(looks.isRefused() && missing.includes('github') ? ["GitHub refuses the App's credentials"] : []),
  ]
  const since = [databaseSince, githubSince].filter((one) => one !== undefined)
  const why =
    whys.length === 0 ? `the server starts: no answer yet of ${missing.map(nameOf).join(' and ')}` : whys.join('; ')
  const answer: NotReady = { ready: false, why, waits_for: missing }
  return since.length === 0 ? answer : { ...answer, since: new Date(Math.min(...since)).toISOString() }
}

function nameOf(one: 'database' | 'github'): string {
  return one === 'database' ? 'the database' : 'GitHub'
}

function away(who: string, sinceMs: number | undefined, meanwhile?: string): string {
  const since = sinceMs === undefined ? '' : `, since ${new Date(sinceMs).toISOString()}`
  return `${who} does not answer${since}${meanwhile === undefined ? '' : `: ${meanwhile}`}`
}

function remember<T>(look: () => Promise<T>, ms: number, now: () => number): () => Promise<T> {
  let asked: { at: number; answer: Promise<T> } | undefined
  return () => {
    if (asked === undefined || now() - asked.at >= ms) asked = { at: now(), answer: look() }
    return asked.answer
  }
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return delay(ms, undefined, { signal })
}

/** Rejects where it takes longer. */
async function within<T>({ wait = waitFor }: ReadinessLooks, ms: number, looking: Promise<T>): Promise<T> {
  const deadline = new AbortController()
  try {
    const late = wait(ms, deadline.signal).then(() => {
      throw new Error('no answer')
    })
    return await Promise.race([looking, late])
  } finally {
    deadline.abort()
  }
}

async function askDatabase(looks: ReadinessLooks): Promise<Readiness> {
  try {
    await within(looks, databaseDeadlineMs, looks.database())
    return { ready: true }
  } catch {
    const sinceMs = looks.findDatabaseAwaySinceMs()
    return notReady('database', away('the database', sinceMs), sinceMs)
  }
}

async function askGitHub(looks: ReadinessLooks): Promise<Readiness> {
  try {
    await within(looks, githubDeadlineMs, looks.github())
    return { ready: true }
  } catch (error) {
    // Anybody may ask: the log has the rest.
    const status = findStatus(error) ?? 500
    const isRefusal = status < 500 && !isFromProxy(error)
    if (isRefusal) return notReady('github', `GitHub answers the App's credentials with ${status}`, undefined)
    const sinceMs = looks.findGitHubAwaySinceMs()
    return notReady('github', away('GitHub', sinceMs), sinceMs)
  }
}

function notReady(who: 'database' | 'github', why: string, sinceMs: number | undefined): NotReady {
  const answer: NotReady = { ready: false, why, waits_for: [who] }
  return sinceMs === undefined ? answer : { ...answer, since: new Date(sinceMs).toISOString() }
}
