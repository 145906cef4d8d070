import { createAppAuth } from '@octokit/auth-app'
import type { Octokit } from '@octokit/rest'
import { isFromProxy, statusOf } from './github-fault.ts'
import { costOf } from './limits/request-cost.ts'

/** A token is replaced that long before its end, or a tenth of its life before: what is sent last has an answer in time. */
const marginMs = 5 * 60_000
const marginPart = 0.1
/** Not all of GitHub knows a token at once: one so young is tried again before it is replaced. */
const youngMs = 5_000
const youngWaitMs = 1_000

export interface AuthClock {
  now: () => number
  wait: (ms: number) => Promise<void>
}

interface HeldToken {
  token: string
  madeAt: number
  /** From then on it is replaced. */
  replaceAt: number
  /** GitHub has taken it. */
  known: boolean
}

/** What a hook is given: something that sends, and what is to be sent. */
type Request = Octokit['request']
type Parts = Required<Parameters<Request['endpoint']['parse']>[0]>

/**
 * An `authStrategy` for Octokit: `@octokit/auth-app` makes the tokens, and here they are replaced in time. A token that
 * GitHub refuses with 401 is replaced once; the request did nothing, so it is sent again whatever it is. A write that a
 * proxy refused may have been done, so it isn't. Several that need a new token at once make one.
 */
export function createInstallationAuth({ now, wait }: AuthClock) {
  return (options: Parameters<typeof createAppAuth>[0]) => {
    const appAuth = createAppAuth(options)
    let held: HeldToken | undefined
    let making: Promise<HeldToken> | undefined

    async function make(): Promise<HeldToken> {
      const { token, expiresAt } = await appAuth({ type: 'installation', refresh: true })
      const madeAt = now()
      const lifeMs = Date.parse(expiresAt) - madeAt
      const replaceAt = madeAt + lifeMs - Math.min(marginMs, lifeMs * marginPart)
      held = { token, madeAt, replaceAt, known: false }
      return held
    }
    function replace(): Promise<HeldToken> {
      making ??= make().finally(() => {
        making = undefined
      })
      return making
    }
    /** `octokit.auth()`: a token that holds for a while yet, and is not the one that somebody was refused with. */
    async function take({ refused }: { refused?: string } = {}): Promise<HeldToken> {
      const usable = held !== undefined && now() < held.replaceAt && held.token !== refused
      return making === undefined && usable && held !== undefined ? held : replace()
    }

    async function send(request: Request, parts: Parts): Promise<unknown> {
      for (let replaced = false; ;) {
        const used = await take()
        const headers = { ...parts.headers, authorization: `token ${used.token}` }
        try {
          const response = await request({ ...parts, headers })
          used.known = true
          return response
        } catch (error) {
          if (statusOf(error) !== 401 || (isFromProxy(error) && costOf(parts).kind === 'write')) throw error
          // Where somebody else has replaced it meanwhile, theirs is tried.
          if (used !== held) continue
          if (!used.known && now() - used.madeAt < youngMs) await wait(youngWaitMs)
          else if (replaced) throw error
          else {
            replaced = true
            await replace()
          }
        }
      }
    }

    return Object.assign(take, {
      hook: (request: Request, parts: Parts) =>
        isAppRoute(parts.url) ? appAuth.hook(request, { ...parts }) : send(request, parts),
    })
  }
}

/** These are asked for as the App itself. */
function isAppRoute(url: string): boolean {
  return /^\/app(?:\/|$)|^\/repos\/[^/]+\/[^/]+\/installation$/.test(url)
}
