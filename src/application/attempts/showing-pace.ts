import type { Message } from '../ports/queues/message.ts'

/** The state of our own work is shown once nothing has come from it for that long. */
export const quietMs = 1_000
/** However much goes on, the state that is shown is at most this old. */
const oldestMs = 5_000

type PaceClock = { now: () => string; timeAfter: (at: string, ms: number) => string }

/**
 * When the status comment and the label follow the state: at once after what people do, and after a second of quiet, or
 * five of bustle, where only our own work went on. Many events in a second are one edit (design 3.8).
 */
export class ShowingPace {
  readonly #heldSince = new Map<string, string>()
  readonly #clock: PaceClock

  constructor(clock: PaceClock) {
    this.#clock = clock
  }

  /** Whether the issue `key` is shown after these messages; where not, a `show_due` must follow `quietMs` later. */
  isTime(key: string, messages: readonly Message[]): boolean {
    const now = this.#clock.now()
    const since = this.#heldSince.get(key)
    const waitedLong = since !== undefined && this.#clock.timeAfter(since, oldestMs) <= now
    if (waitedLong || !messages.every(isOwn) || isQuiet(messages)) {
      this.#heldSince.delete(key)
      return true
    }
    this.#heldSince.set(key, since ?? now)
    return false
  }
}

function isOwn(message: Message): boolean {
  return message.kind === 'event' || message.kind === 'show_due'
}

/** It is due, and nothing but confirmations came with it. */
export function isQuiet(messages: readonly Message[]): boolean {
  return (
    messages.some((message) => message.kind === 'show_due') &&
    messages.every(
      (message) => message.kind === 'show_due' || (message.kind === 'event' && isConfirmation(message.event)),
    )
  )
}

/** It says that an effect was done, and changes nothing else. */
export function isConfirmation(event: { kind: string }): boolean {
  return event.kind === 'effect_done' || event.kind === 'comment_shown'
}
