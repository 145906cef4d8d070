import type { IncomingMessage } from 'node:http'
import { findDelay, isRetried, readRetryAfter, type RetryPolicy } from './retry-policy.ts'
import { type Outgoing, type Upstream, UpstreamFault } from './send-upstream.ts'

export interface Clock {
  nowMs: () => number
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  random: () => number
}

/** `answered`: with success, its body still to be read. `passed_on`: a no to this call. `given_up`: no answer to have. */
export type ProviderReply = { tries: number } & (
  | { kind: 'answered'; answer: IncomingMessage }
  | { kind: 'passed_on'; status: number; body: Buffer }
  | { kind: 'given_up'; why: string; isRefused: boolean }
)

const longestRefusal = 256 * 1024
const longestRefusalMs = 10_000

/**
 * Asks until there is an answer, a no that another try won't change, or no patience left. What has begun to answer is
 * never asked again.
 */
export async function askProvider(
  upstream: Upstream,
  outgoing: Outgoing,
  policy: RetryPolicy,
  clock: Clock,
): Promise<ProviderReply> {
  let waitedMs = 0
  for (let tries = 1; ; tries += 1) {
    const tried = await askOnce(upstream, outgoing)
    if (tried.kind === 'answered') return { ...tried, tries }
    if (tried.kind === 'refused' && !isRetried(tried.status, tried.body.toString('latin1')))
      return { ...settleRefusal(tried), tries }
    const askedMs = tried.kind === 'refused' ? readRetryAfter(tried.headers, clock.nowMs()) : undefined
    const delayMs = findDelay(policy, { count: tries, waitedMs, askedMs }, clock.random())
    if (delayMs === undefined || outgoing.signal.aborted) {
      const why = tried.kind === 'refused' ? `it answered ${tried.status}` : tried.why
      const asked = askedMs === undefined ? '' : `, and asks for ${Math.ceil(askedMs / 1000)} s`
      return {
        kind: 'given_up',
        why: `${why} (${tries} ${tries === 1 ? 'try' : 'tries'}${asked})`,
        isRefused: false,
        tries,
      }
    }
    waitedMs += delayMs
    await clock.wait(delayMs, outgoing.signal)
  }
}

type ProviderAttempt =
  | { kind: 'answered'; answer: IncomingMessage }
  | { kind: 'refused'; status: number; headers: IncomingMessage['headers']; body: Buffer }
  | { kind: 'failed'; why: string }

async function askOnce(upstream: Upstream, outgoing: Outgoing): Promise<ProviderAttempt> {
  try {
    const answer = await upstream.send(outgoing)
    const status = answer.statusCode ?? 0
    if (status >= 200 && status < 300) return { kind: 'answered', answer }
    return { kind: 'refused', status, headers: answer.headers, body: await readStart(answer) }
  } catch (error) {
    if (error instanceof UpstreamFault) return { kind: 'failed', why: error.message }
    throw error
  }
}

/** A refused key or account is ours to mend: its text is for the operator, not for the agent. */
function settleRefusal({ status, body }: Extract<ProviderAttempt, { kind: 'refused' }>) {
  if (status === 401 || status === 402 || status === 403 || status === 407)
    return { kind: 'given_up', why: `it refuses this server's key or account (${status})`, isRefused: true } as const
  if (status === 429)
    return { kind: 'given_up', why: 'the account has nothing left to spend (429)', isRefused: true } as const
  if (status < 400)
    return { kind: 'given_up', why: `it answered ${status}, which is no answer of a model`, isRefused: true } as const
  return { kind: 'passed_on', status, body } as const
}

/** What is longer says no more; one that is cut off has said what it had to. */
async function readStart(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  const late = setTimeout(() => answer.destroy(), longestRefusalMs)
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > longestRefusal) break
    }
  } catch {
    // The status is known.
  } finally {
    clearTimeout(late)
  }
  return Buffer.concat(chunks)
}
