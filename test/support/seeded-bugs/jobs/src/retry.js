import { second } from './clock.js'

/** How long to wait before a try: twice as long each time, up to a minute. */
export function backoff(attempt, base = second) {
  return Math.min(base * 2 ** (attempt - 1), 60 * second)
}

export async function retry(action, { attempts = 3, wait }) {
  let last
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      return await action(attempt)
    } catch (error) {
      last = error
      if (error.fatal === true) throw error
      if (attempt < attempts) await wait(backoff(attempt))
    }
  }
  throw last
}
