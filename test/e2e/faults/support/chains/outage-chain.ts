import { setTimeout as delay } from 'node:timers/promises'
import { breakOff } from 'github-sandbox/testing'
import type { Passage } from 'github-sandbox'
import type { AppHere } from '../app-here.ts'
import { type CallSite, findCallSites } from '../call-sites.ts'

/** What the App is about to do when GitHub goes away. */
export interface OutageMoment {
  when: string
  aims: (site: CallSite) => boolean
}

export interface OutageChainOptions {
  moments: readonly OutageMoment[]
  /** By the App's clock. */
  lastsMs: number
  app: Pick<AppHere, 'nowMs' | 'countDead'>
  isOurs: (actor: string) => boolean
}

/** Takes GitHub away for so long, at one moment after the other; git and the App's own identity too. */
export class OutageChain {
  /** Moments at which it was away. */
  readonly struck: string[] = []
  /** Requests that it did not answer. */
  unanswered = 0
  readonly #options: OutageChainOptions
  #untilMs = -Infinity

  constructor(options: OutageChainOptions) {
    this.#options = options
  }

  countDead(): Promise<number> {
    return this.#options.app.countDead()
  }

  async rest(): Promise<void> {
    while (this.#isAway()) await delay(20)
  }

  async intervene(passage: Passage): Promise<Response> {
    if (!this.#options.isOurs(passage.actor)) return passage.carryOut()
    if (!this.#isAway()) {
      const next = this.#options.moments[this.struck.length]
      if (next === undefined || !findCallSites(passage).some(next.aims)) return passage.carryOut()
      this.struck.push(next.when)
      this.#untilMs = this.#options.app.nowMs() + this.#options.lastsMs
    }
    this.unanswered += 1
    if (this.unanswered % 2 === 0) return breakOff()
    return new Response('<html><title>Unicorn!</title></html>', {
      status: 502,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    })
  }

  #isAway(): boolean {
    return this.#options.app.nowMs() < this.#untilMs
  }
}
