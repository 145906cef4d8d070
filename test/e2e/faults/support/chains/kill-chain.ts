import { breakOff } from 'github-sandbox/testing'
import type { Passage } from 'github-sandbox'
import type { AppOnStage } from '../app-on-stage.ts'
import { type CallSite, findCallSites } from '../call-sites.ts'

/** Before a request is done, done but not answered, answered but not recorded. */
export type Moment = 'before' | 'done' | 'answered'

/** So long after an answer the App is killed where it asks for nothing more. */
const afterAnswerMs = 50

export interface KillChainOptions {
  /** When the App is killed at that call site. */
  momentAt: (site: string) => Moment
  app: Pick<AppOnStage, 'kill' | 'start'>
  isOurs: (actor: string) => boolean
  /** The first times that it comes. */
  killsPerSite: number
  /** Call sites to kill at. */
  aims: (site: CallSite) => boolean
}

/** Kills the App at each call site the first time it comes, and starts it again. */
export class KillChain {
  /** Kills by call site. */
  readonly struck = new Map<string, number>()
  kills = 0
  /** Kills by moment. */
  readonly killsAt = { before: 0, done: 0, answered: 0 }
  readonly #options: KillChainOptions
  /** Counts processes: what an earlier one asked for is never carried out. */
  #life = 0
  #dead = false
  /** A request at whose site the App is to be killed is being carried out. */
  #turn: Promise<void> | undefined
  /** Sites whose answer was sent; the App's next request is one too many. */
  #answered: readonly string[] | undefined
  #starting: Promise<void> = Promise.resolve()

  constructor(options: KillChainOptions) {
    this.#options = options
  }

  /** Resolves when the App is up again. */
  async rest(): Promise<void> {
    for (let seen: unknown; seen !== this.#starting;) {
      seen = this.#starting
      await this.#starting
    }
  }

  async intervene(passage: Passage): Promise<Response> {
    if (!this.#options.isOurs(passage.actor)) return passage.carryOut()
    const life = this.#life
    for (;;) {
      if (this.#dead || life !== this.#life) return breakOff()
      if (this.#answered !== undefined) {
        await this.#strike('answered', this.#answered)
        return breakOff()
      }
      const due = this.#findDue(passage)
      const [first] = due
      if (first === undefined) return passage.carryOut()
      if (this.#turn === undefined) {
        const moment = this.#options.momentAt(first)
        return this.#take(
          passage,
          moment,
          due.filter((site) => this.#options.momentAt(site) === moment),
        )
      }
      await this.#turn
    }
  }

  async #take(passage: Passage, moment: Moment, due: readonly string[]): Promise<Response> {
    if (moment === 'before') {
      await this.#strike(moment, due)
      return breakOff()
    }
    const carriedOut = passage.carryOut()
    let pass = () => undefined as void
    this.#turn = new Promise((resolve) => {
      pass = () => {
        this.#turn = undefined
        resolve()
      }
    })
    const response = await carriedOut
    if (!response.ok) {
      // What GitHub refused was not done: there will be another time.
      pass()
      return response
    }
    if (moment === 'done') {
      await this.#strike(moment, due)
      pass()
      return breakOff()
    }
    // The answer is written in the meantime.
    setImmediate(() => setImmediate(() => this.#arm(due, pass)))
    return response
  }

  #arm(due: readonly string[], pass: () => void): void {
    this.#answered = due
    pass()
    setTimeout(() => {
      if (this.#answered === due) void this.#strike('answered', due)
    }, afterAnswerMs)
  }

  async #strike(moment: Moment, sites: readonly string[]): Promise<void> {
    this.#dead = true
    this.#answered = undefined
    this.kills += 1
    this.killsAt[moment] += 1
    for (const site of sites) this.struck.set(site, this.#countKills(site) + 1)
    await this.#options.app.kill()
    this.#life += 1
    this.#starting = this.#options.app.start()
    this.#dead = false
  }

  #findDue(passage: Passage): string[] {
    const sites = findCallSites(passage).filter((site) => this.#options.aims(site))
    return sites.map(({ name }) => name).filter((name) => this.#countKills(name) < this.#options.killsPerSite)
  }

  #countKills(site: string): number {
    return this.struck.get(site) ?? 0
  }
}
