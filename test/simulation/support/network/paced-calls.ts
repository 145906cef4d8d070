import type { Octokit } from '@octokit/rest'
import { paceRequests } from '../../../../src/adapters/github/client/pace-requests.ts'
import { githubLimits, shareLimits } from '../../../../src/adapters/github/client/limits/request-limits.ts'
import { clock } from '../time/clock.ts'
import { answered, fromGitHub } from './failed-answers.ts'
import { Refused } from '../github/github.ts'
import type { Call, Network } from './network.ts'

/** What the real client looks at of a request. */
export interface RequestParts {
  method: string
  /** As in GitHub's documentation: `/repos/{owner}/…`. */
  url: string
  query?: string
  variables?: Record<string, unknown>
}

/** `beforeSend`: last changes, each time when its turn has come. */
export type SendPaced = <T>(parts: RequestParts, call: Call<T>, beforeSend?: () => void) => Promise<T>

type Send = (options: Options) => Promise<Answer>
type Options = RequestParts & { headers: object; request: { signal?: AbortSignal; beforeSend?: () => void } }
interface Answer {
  status: number
  url: string
  headers: Record<string, string>
  data: unknown
}

const timers = new WeakMap<AbortSignal, ReturnType<typeof clock.after>>()

/**
 * One client of a process, by the rules of the real one: what is held back, given up, or sent again is decided by
 * `paceRequests`. `isSpaced`: as against github.com, with a second between writes and the limits that GitHub calls secondary.
 */
export function paceCalls(network: Network, { isSpaced }: { isSpaced: boolean }): SendPaced {
  let rule: (send: Send, options: Options) => Promise<Answer> = () => Promise.reject(new Error('there is no rule yet'))
  const hook = { wrap: (_name: 'request', given: typeof rule) => void (rule = given) }
  paceRequests(
    { hook } as unknown as Pick<Octokit, 'hook'>,
    {
      writeSpacingMs: isSpaced ? 1_000 : 0,
      limits: isSpaced ? shareLimits(githubLimits, 1) : null,
      now: () => clock.nowMs,
      wait: (ms) => new Promise((resolve) => clock.after(ms, resolve)),
      deadline: startDeadline,
      observe: () => {},
    },
    null,
  )
  return async <T>(parts: RequestParts, call: Call<T>, beforeSend?: () => void) => {
    if (beforeSend !== undefined) await network.waitTurn()
    const standing = network.standStill(call.what)
    if (standing !== undefined) await standing
    const options = { ...parts, headers: {}, request: beforeSend === undefined ? {} : { beforeSend } }
    const { data } = await rule(async ({ url, request }) => {
      const value = await within(network.call(call).catch(toAnswered), request.signal)
      return { status: 200, url, headers: fromGitHub, data: value }
    }, options)
    return data as T
  }
}

function toAnswered(error: unknown): never {
  throw error instanceof Refused ? answered(error.status, error.message, fromGitHub) : error
}

function startDeadline(ms: number): AbortSignal {
  const controller = new AbortController()
  timers.set(
    controller.signal,
    clock.after(ms, () => controller.abort(new Error('no answer in time'))),
  )
  return controller.signal
}

/** What comes of it, unless the deadline comes first. */
async function within<T>(asking: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return asking
  try {
    return await new Promise<T>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error))
      asking.then(resolve, reject)
    })
  } finally {
    clock.cancel(timers.get(signal))
  }
}
