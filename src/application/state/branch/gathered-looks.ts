import { patiently, tracedForAll } from '../../trace.ts'

/** How many are asked about at once. */
const maxAtOnce = 40

interface Look<Answer> {
  numbers: Set<number>
  answer: PromiseWithResolvers<Answer>
}

/**
 * Looks at one repository, one after the other: whoever asks while one is under way is answered by the next, together
 * with all others who asked. An answer is never older than the question.
 */
export class GatheredLooks<Answer> {
  readonly #look: (numbers: readonly number[]) => Promise<Answer>
  #waiting: Look<Answer>[] = []
  #busy = false

  constructor(look: (numbers: readonly number[]) => Promise<Answer>) {
    this.#look = look
  }

  ask(number: number): Promise<Answer> {
    const open = this.#waiting.find(({ numbers }) => numbers.has(number) || numbers.size < maxAtOnce)
    const look = open ?? { numbers: new Set<number>(), answer: Promise.withResolvers<Answer>() }
    if (open === undefined) this.#waiting.push(look)
    look.numbers.add(number)
    if (!this.#busy) void tracedForAll(() => this.#work())
    return patiently(look.answer.promise)
  }

  async #work(): Promise<void> {
    this.#busy = true
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      try {
        next.answer.resolve(await this.#look([...next.numbers]))
      } catch (error) {
        next.answer.reject(error)
      }
    }
    this.#busy = false
  }
}
