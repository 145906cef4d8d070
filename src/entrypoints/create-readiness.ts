import { findStatus } from '../adapters/github/rest-client.ts'

export type Readiness = { ready: true } | { ready: false; why: string }

/** So long an answer holds: however often somebody asks, GitHub is asked that seldom. */
const holdsMs = 15_000

/** Whether GitHub takes the App's credentials, asked anew when the last answer is old. `now`: milliseconds. */
export function createReadiness(look: () => Promise<unknown>, now: () => number): () => Promise<Readiness> {
  let asked: { at: number; answer: Promise<Readiness> } | undefined
  return () => {
    if (asked === undefined || now() - asked.at >= holdsMs) asked = { at: now(), answer: ask(look) }
    return asked.answer
  }
}

async function ask(look: () => Promise<unknown>): Promise<Readiness> {
  try {
    await look()
    return { ready: true }
  } catch (error) {
    // Anybody may ask: the log has the rest.
    const status = findStatus(error)
    return {
      ready: false,
      why: status === undefined ? 'GitHub does not answer' : `GitHub answers the App's credentials with ${status}`,
    }
  }
}
