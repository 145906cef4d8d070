import { clock, world } from '../time/clock.ts'
import type { Happening } from '../github/github.ts'
import type { Faults } from './network.ts'
import type { SimulatedProcess } from '../simulated-process.ts'

/** What becomes of webhooks, each as a share of all. */
export interface PostRates {
  /** Never sent, and GitHub knows of none. */
  lost: number
  /** Sent and not taken; GitHub lists it as failed. */
  failed: number
  doubled: number
  /** The same body under another delivery id. */
  replayed: number
  /** Minutes or hours after those sent later. */
  late: number
}

export const soundPost: PostRates = { lost: 0, failed: 0, doubled: 0, replayed: 0, late: 0 }

export interface Post {
  rates: PostRates
  /** Webhooks on their way, or being answered. */
  readonly underWay: number
  send(happening: Happening): void
  list(status: string): unknown[]
  redeliver(id: number): void
}

interface Attempt {
  id: number
  guid: string
  event: string
  body: string
  deliveredAt: string
  isTaken: boolean
}

/** GitHub gives up so long after sending. */
const timeoutMs = 10_000

/** GitHub's sending of webhooks: in no order, sometimes twice, sometimes not at all. */
export function createPost(options: {
  faults: Faults
  rates: PostRates
  pick: () => SimulatedProcess | undefined
  tell: (line: string) => void
  /** Told of each webhook that was answered with 2xx. */
  acknowledged: (event: string, guid: string, body: string) => void
}): Post {
  const { faults } = options
  const { random } = faults
  const attempts: Attempt[] = []
  let ids = 0
  let guids = 0

  function happens(kind: keyof PostRates, event: string): boolean {
    if (post.rates[kind] === 0 || !random.chance(post.rates[kind])) return false
    faults.note(`webhook ${kind}`, event)
    return true
  }

  function newGuid(): string {
    guids += 1
    return `guid-${guids}`
  }

  function sendOne(guid: string, event: string, body: string): void {
    ids += 1
    const attempt: Attempt = { id: ids, guid, event, body, deliveredAt: clock.nowIso(), isTaken: false }
    attempts.push(attempt)
    const isFailed = happens('failed', event)
    const delayMs = happens('late', event) ? random.whole(40 * 60_000) : 20 + random.whole(3_000)
    count += 1
    clock.after(
      delayMs,
      () => {
        count -= 1
        if (!isFailed) arrive(attempt)
      },
      world,
    )
  }

  function arrive(attempt: Attempt): void {
    const process = options.pick()
    if (process === undefined) return
    // What comes to one that stands still lies there until it goes on.
    if (process.stillUntilMs > clock.nowMs) clock.after(0, () => handIn(attempt, process), process)
    else handIn(attempt, process)
  }

  function handIn(attempt: Attempt, process: SimulatedProcess): void {
    clock.current = process
    let isOver = false
    count += 1
    const end = (isTaken: boolean) => {
      if (isOver) return
      isOver = true
      count -= 1
      attempt.isTaken = isTaken
    }
    clock.after(timeoutMs, () => end(false), world)
    void process.take(attempt.event, attempt.guid, attempt.body).then((status) => {
      if (status === 202) options.acknowledged(attempt.event, attempt.guid, attempt.body)
      end(status === 202)
    })
  }

  let count = 0
  const post: Post = {
    rates: options.rates,
    get underWay() {
      return count
    },
    send({ event, body }) {
      const sender = body['sender'] as { login: string }
      // Each is sent; what the bot does is told now and then only, to save time: it is to be ignored.
      if (sender.login.startsWith('countersign') && !random.chance(0.3)) return
      if (happens('lost', event)) return
      const guid = newGuid()
      const text = JSON.stringify(body)
      sendOne(guid, event, text)
      if (happens('doubled', event)) sendOne(guid, event, text)
      if (happens('replayed', event)) sendOne(newGuid(), event, text)
    },
    list(status) {
      const wanted = status === 'success'
      return attempts
        .filter(({ isTaken }) => isTaken === wanted)
        .toReversed()
        .map(({ id, guid, deliveredAt }) => ({ id, guid, delivered_at: deliveredAt }))
    },
    redeliver(id) {
      const found = attempts.find((one) => one.id === id)
      if (found !== undefined) sendOne(found.guid, found.event, found.body)
    },
  }
  return post
}
