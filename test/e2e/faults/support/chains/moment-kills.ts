import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Passage } from 'github-sandbox'
import type { AppOnStage } from '../app-on-stage.ts'

const lookEveryMs = 25

export interface MomentKillsOptions<M extends string> {
  app: Pick<AppOnStage, 'kill' | 'start'>
  /** Where commands look which moments are wanted, and tell when one has come. */
  room: string
  moments: readonly M[]
  /** How often at each. */
  times: number
}

/** Kills the App whenever a command tells that a wanted moment has come, and starts it again. */
export class MomentKills<M extends string> {
  /** Ids of the processes that stood at a moment when the App was killed. */
  readonly struck = new Map<M, number[]>()
  readonly #options: MomentKillsOptions<M>
  readonly #watching: Promise<void>
  #starting: Promise<void> = Promise.resolve()

  constructor(options: MomentKillsOptions<M>) {
    this.#options = options
    this.#watching = this.#watch()
    // Who plays the story hears of it when it rests.
    this.#watching.catch(() => undefined)
  }

  intervene(passage: Passage): Promise<Response> {
    return passage.carryOut()
  }

  /** Resolves when the App is up again. */
  async rest(): Promise<void> {
    await Promise.race([this.#watching, this.#starting])
    await this.#starting
  }

  async #watch(): Promise<void> {
    const { room, moments, times, app } = this.#options
    await Promise.all(moments.map((one) => writeFile(join(room, `${one}.wanted`), '')))
    for (let left = moments.length * times; left > 0; left -= 1) {
      const { moment, pid } = await this.#next()
      const pids = [...(this.struck.get(moment) ?? []), pid]
      this.struck.set(moment, pids)
      if (pids.length === times) await rm(join(room, `${moment}.wanted`))
      await rm(join(room, `${moment}.come`))
      this.#starting = app.kill().then(() => app.start())
      await this.#starting
    }
  }

  async #next(): Promise<{ moment: M; pid: number }> {
    const { room, moments } = this.#options
    for (;;) {
      for (const moment of moments) {
        const told = await readFile(join(room, `${moment}.come`), 'utf8').catch(() => undefined)
        if (told !== undefined) return { moment, pid: Number(told) }
      }
      await delay(lookEveryMs, undefined, { ref: false })
    }
  }
}
