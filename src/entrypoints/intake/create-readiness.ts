import { setTimeout as wait } from 'node:timers/promises'
import { findStatus } from '../../adapters/github/client/rest-client.ts'

export type Readiness = { ready: true } | { ready: false; why: string }

/** GitHub's answer holds for that long: however often somebody asks, GitHub is asked that seldom. */
const holdsMs = 15_000
/** And so long the database's. */
const databaseHoldsMs = 1_000
/** A database that is slower takes no webhooks either. */
const databaseDeadlineMs = 3_000

export interface ReadinessLooks {
  github: () => Promise<unknown>
  database: () => Promise<unknown>
  /** Since when GitHub doesn't answer, where that is known. */
  findOutageSinceMs: () => number | undefined
}

/** Whether the database answers and GitHub takes the App's credentials, asked anew when the last answer is old. `now`: milliseconds. */
export function createReadiness(looks: ReadinessLooks, now: () => number): () => Promise<Readiness> {
  const github = remember(() => ask(looks), holdsMs, now)
  const database = remember(() => askDatabase(looks.database), databaseHoldsMs, now)
  return async () => {
    const answer = await database()
    return answer.ready ? github() : answer
  }
}

function remember<T>(look: () => Promise<T>, ms: number, now: () => number): () => Promise<T> {
  let asked: { at: number; answer: Promise<T> } | undefined
  return () => {
    if (asked === undefined || now() - asked.at >= ms) asked = { at: now(), answer: look() }
    return asked.answer
  }
}

async function askDatabase(look: () => Promise<unknown>): Promise<Readiness> {
  const deadline = new AbortController()
  try {
    const late = wait(databaseDeadlineMs, undefined, { signal: deadline.signal }).then(() => {
      throw new Error('no answer')
    })
    await Promise.race([look(), late])
    return { ready: true }
  } catch {
    return { ready: false, why: 'the database does not answer' }
  } finally {
    deadline.abort()
  }
}

async function ask({ github, findOutageSinceMs }: ReadinessLooks): Promise<Readiness> {
  try {
    await github()
    return { ready: true }
  } catch (error) {
    // Anybody may ask: the log has the rest.
    const status = findStatus(error)
    if (status !== undefined) return { ready: false, why: `GitHub answers the App's credentials with ${status}` }
    const sinceMs = findOutageSinceMs()
    const since = sinceMs === undefined ? '' : `, since ${new Date(sinceMs).toISOString()}`
    return { ready: false, why: `GitHub does not answer${since}` }
  }
}
