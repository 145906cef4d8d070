import type { Octokit } from '@octokit/rest'
import { statusOf } from './github-fault.ts'

export interface Pacing {
  /** So long after a write the next one begins; 1,000 is what GitHub asks for. */
  writeSpacingMs: number
  now: () => number
  wait: (ms: number) => Promise<void>
}

const maxTries = 4
const readRetryMs = 250
/** GitHub's word for a limit that doesn't say when it ends: at least a minute, and more each time. */
const unsaidPauseMs = 60_000

/**
 * Keeps a client within GitHub's limits (design 4 "Rate limits"): writes one after the other with a space between, and
 * nothing at all while GitHub asks for a pause. A limited request was not done, so it is sent again; a read that meets
 * a server error too. A write that does is never repeated here.
 */
export function paceRequests(octokit: Pick<Octokit, 'hook'>, { writeSpacingMs, now, wait }: Pacing): void {
  let nextWriteAt = 0
  let pausedUntil = 0

  function msToWait(write: boolean): number {
    const at = Math.max(now(), pausedUntil, write ? nextWriteAt : 0)
    if (write) nextWriteAt = at + writeSpacingMs
    return at - now()
  }

  octokit.hook.wrap('request', async (request, options) => {
    const write = isWrite(options)
    for (let tries = 1; ; tries += 1) {
      const ms = msToWait(write)
      if (ms > 0) await wait(ms)
      try {
        return await request(options)
      } catch (error) {
        const pauseMs = findPauseMs(error, now(), tries)
        const again = pauseMs !== undefined || (!write && (statusOf(error) ?? 0) >= 500)
        if (!again || tries === maxTries) throw error
        if (pauseMs === undefined) await wait(readRetryMs * 2 ** tries)
        else pausedUntil = Math.max(pausedUntil, now() + pauseMs)
      }
    }
  })
}

function isWrite({ method, url, query }: { method?: string; url?: string; query?: unknown }): boolean {
  if (url?.endsWith('/graphql') === true) return typeof query !== 'string' || query.trimStart().startsWith('mutation')
  return method !== 'GET' && method !== 'HEAD' && url?.endsWith('/access_tokens') !== true
}

/** How long GitHub wants to be left alone: `retry-after`, else until the limit's reset, else a minute and growing. */
function findPauseMs(error: unknown, nowMs: number, tries: number): number | undefined {
  const status = statusOf(error)
  if (status !== 403 && status !== 429) return undefined
  const headers = headersOf(error)
  const after = Number(headers['retry-after'])
  if (after > 0) return after * 1000
  if (headers['x-ratelimit-remaining'] === '0')
    return Math.max(Number(headers['x-ratelimit-reset']) * 1000 - nowMs, 1000)
  const said = error instanceof Error && /rate limit/i.test(error.message)
  return status === 429 || said ? unsaidPauseMs * 2 ** (tries - 1) : undefined
}

function headersOf(error: unknown): Record<string, string | undefined> {
  if (typeof error !== 'object' || error === null || !('response' in error)) return {}
  const { response } = error as { response?: { headers?: Record<string, string> } }
  return response?.headers ?? {}
}
