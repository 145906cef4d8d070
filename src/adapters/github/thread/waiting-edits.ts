import type { FieldAnswer } from '../client/mutate-together.ts'

/** An edit that has not been sent yet. */
export interface WaitingEdit {
  /** The newest text; from now on nothing takes its place any more. */
  take(): string
  settle(answer: FieldAnswer): void
  fail(error: unknown): void
}

/** Edits of comments that wait for their turn: a second one of the same comment takes the first one's place. */
export class WaitingEdits {
  readonly #waiting = new Map<string, { body: string; answer: Promise<FieldAnswer> }>()

  /** Puts this text in place of the one that waits, and gives the answer that both will have; undefined where none waits. */
  replace(commentNodeId: string, body: string): Promise<FieldAnswer> | undefined {
    const waiting = this.#waiting.get(commentNodeId)
    if (waiting === undefined) return undefined
    waiting.body = body
    return waiting.answer
  }

  /** Notes one that is about to be asked for. */
  open(commentNodeId: string, body: string): WaitingEdit {
    const { promise, resolve, reject } = Promise.withResolvers<FieldAnswer>()
    // Nobody may have taken its place.
    promise.catch(() => {})
    const edit = { body, answer: promise }
    this.#waiting.set(commentNodeId, edit)
    const close = () => {
      if (this.#waiting.get(commentNodeId) === edit) this.#waiting.delete(commentNodeId)
    }
    return {
      take() {
        close()
        return edit.body
      },
      settle(answer) {
        close()
        resolve(answer)
      },
      fail(error) {
        close()
        reject(error)
      },
    }
  }
}
