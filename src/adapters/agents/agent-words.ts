import { removeColours } from './last-lines.ts'

const keptLength = 20_000

/** What an agent says and asks for while it works: counted and bounded, and never read for what to do. */
export class AgentWords {
  #said = ''
  #cut = false
  readonly #refused = new Set<string>()
  readonly #permissions = new Map<string, PermissionCount>()

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
