import type { RunProgress } from '../../domain/records/run-progress.ts'
import { removeColours } from './last-lines.ts'

const keptLength = 20_000
const mostSteps = 50
const mostCalls = 10_000
/** What is shown is cut far below that, once keys are taken out. */
const longestWords = 4_000

/** What an agent says and asks for while it works: counted and bounded, and never read for what to do. */
export class AgentWords {
  #said = ''
  #cut = false
  readonly #refused = new Set<string>()
  readonly #permissions = new Map<string, PermissionCount>()
  readonly #hear: (read: () => RunProgress) => void
  readonly #calls = new Set<string>()
  #progress: RunProgress = { steps: [], more: 0, doing: null, tools: 0 }

  /** `hear` is told of each change of what it is about, and reads what that is. */
  constructor(hear: (read: () => RunProgress) => void = () => {}) {
    this.#hear = hear
  }

  /** Its own plan, whole each time. */
  plan(steps: RunProgress['steps']): void {
    const kept = steps.slice(0, mostSteps)
    this.#change({ steps: kept, more: steps.length - kept.length })
  }

  /** It uses a tool; the same `id` again is the same use. */
  use(id: string, doing: string): void {
    const isNew = this.#calls.size < mostCalls && !this.#calls.has(id)
    if (isNew) this.#calls.add(id)
    this.#change({ doing: doing.slice(0, longestWords), tools: this.#calls.size })
  }

  #change(part: Partial<RunProgress>): void {
    this.#progress = { ...this.#progress, ...part }
    this.#hear(() => this.#progress)
  }

  say(text: string): void {
    this.#said += text
    if (this.#said.length <= 2 * keptLength) return
    this.#said = this.#said.slice(-keptLength)
    this.#cut = true
  }

  /** A method of ours that it was told there is none of. */
  refuse(method: string): void {
    if (this.#refused.size < 10) this.#refused.add(method.slice(0, 60))
  }

  permit(kind: string, answer: PermissionCount['answer']): void {
    const key = `${kind} ${answer}`
    const before = this.#permissions.get(key)
    if (before === undefined && this.#permissions.size >= 20) return
    this.#permissions.set(key, { kind, answer, count: (before?.count ?? 0) + 1 })
  }

  /** The end of it, cut where a line or a token may be cut in two. */
  get said(): string {
    const text = removeColours(this.#cut ? this.#said.replace(/^[^\n]{0,4096}\n?/, '') : this.#said)
    return text.trim().slice(-keptLength)
  }

  get refused(): string[] {
    return [...this.#refused]
  }

  get permissions(): PermissionCount[] {
    return [...this.#permissions.values()]
  }
}

export interface PermissionCount {
  /** Of the tool, as the agent names it: `edit`, `execute`. */
  kind: string
  answer: 'allowed' | 'rejected' | 'cancelled'
  count: number
}

/** What is shown of it goes the way of all that agents say. */
export function redactProgress(progress: RunProgress, redact: (text: string) => string): RunProgress {
  const { steps, doing } = progress
  return {
    ...progress,
    steps: steps.map(({ text, state }) => ({ text: redact(text), state })),
    doing: doing === null ? null : redact(doing),
  }
}
