import { createParser, type EventSourceParser } from 'eventsource-parser'
import type { Dialect } from '../dialects/dialect.ts'
import { UsageMeter, usageWord } from '../dialects/usage-meter.ts'

const longestEvent = 8 * 1024 * 1024

/** How an answer in each dialect says that it is whole, or that the provider failed within it. */
const endings: Readonly<Record<Dialect, RegExp>> = {
  chat: /^\[DONE\]$|"finish_reason"\s*:\s*"/,
  responses: /"type"\s*:\s*"(?:response\.(?:completed|incomplete|failed)|error)"/,
  messages: /"type"\s*:\s*"(?:message_stop|error)"/,
  gemini: /"(?:finishReason|blockReason)"\s*:\s*"/,
}
const failures: Readonly<Record<Dialect, RegExp>> = {
  chat: /^\{"error"\s*:/,
  responses: /"type"\s*:\s*"(?:response\.failed|error)"/,
  messages: /"type"\s*:\s*"error"/,
  gemini: /^\{\s*"error"\s*:/,
}

/** Reads along while a stream is passed on: what it says of tokens, and whether it came to its end. */
export class StreamWatch {
  readonly #meter: UsageMeter
  readonly #decoder = new TextDecoder()
  #parser: EventSourceParser | undefined
  hasEnded = false
  hasFailed = false

  /** `onEvent` gets the data of each event, and whether it only tells of tokens, where it is to be written anew. */
  constructor(dialect: Dialect, onEvent?: (data: string, isOnlyUsage: boolean) => void) {
    this.#meter = new UsageMeter(dialect)
    this.#parser = createParser({
      maxBufferSize: longestEvent,
      onEvent: ({ data }) => {
        this.hasEnded ||= endings[dialect].test(data)
        if (failures[dialect].test(data)) this.hasFailed = this.hasEnded = true
        const value = usageWord.test(data) ? parse(data) : undefined
        if (value !== undefined) this.#meter.take(value)
        onEvent?.(data, isOnlyUsage(value))
      },
    })
  }

  get usage() {
    return this.#meter.usage
  }

  take(chunk: Buffer): void {
    try {
      this.#parser?.feed(this.#decoder.decode(chunk, { stream: true }))
    } catch {
      // An event larger than any that is known: nothing is read of what follows.
      this.#parser = undefined
    }
  }

  /** Whether everything that was said could be read. */
  get isReading(): boolean {
    return this.#parser !== undefined
  }
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

/** The last event that OpenAI's dialect has only where it was asked for. */
function isOnlyUsage(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('choices' in value)) return false
  return Array.isArray(value.choices) && value.choices.length === 0
}
