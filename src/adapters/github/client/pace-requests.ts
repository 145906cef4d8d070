import type { Octokit } from '@octokit/rest'
import { RequestError } from '@octokit/request-error'
import { checkFence } from '../../../application/fence.ts'
import { currentTrace } from '../../../application/trace.ts'
import { GitHubFault } from './github-fault.ts'
import { BudgetLimit } from './limits/budget-limit.ts'
import { callSite } from './limits/call-site.ts'
import { findRetryAfterMs, type LimitedAnswer } from './find-retry-after.ts'
import { isFromGitHub } from './is-from-github.ts'
import type { LimitMemory } from './limits/limit-memory.ts'
import { PauseLimit } from './limits/pause-limit.ts'
import { costOf, type RequestCost } from './limits/request-cost.ts'
import { createWindowLimits, type RequestLimits } from './limits/request-limits.ts'
import type { RequestObservation } from './request-observation.ts'
import { RequestQueue } from './request-queue.ts'
import { SpacingLimit } from './limits/spacing-limit.ts'
import type { WindowLimit } from './limits/window-limit.ts'

export interface Pacing {
  /** The next write begins that long after the one before; 1,000 is what GitHub asks for. */
  writeSpacingMs: number
  /** Null where there are none beside the hourly one: on most GitHub Enterprise Servers, and in the sandbox. */
  limits: RequestLimits | null
  now: () => number
  wait: (ms: number) => Promise<void>
  /** Aborts after that many milliseconds. */
  deadline: (ms: number) => AbortSignal
  observe: (observation: RequestObservation) => void
  /** Where what was counted is kept over a restart; nowhere without. */
  memory?: LimitMemory
}

export interface PacedClient {
  /** The server is to end: what would have to wait for long is refused, and is taken up after the next start. */
  stopWaiting(): void
}

type Options = Required<Parameters<Octokit['request']['endpoint']['parse']>[0]>
type Response = NonNullable<RequestError['response']>
type Send = (options: Options) => Promise<Response> | Response
type Outcome = { response: Response } | { error: unknown }

const maxTries = 4
const readRetryMs = 250
/** GitHub itself ends a request after 10 seconds. */
const deadlineMs = 60_000
const stoppingWaitMs = 5_000
/** Release assets may be large. */
const transferDeadlineMs = 1_800_000

/**
 * Keeps a client within GitHub's limits (design 4.2): the hourly budget, those that GitHub calls secondary,
 * a space between writes, and nothing at all while it asks for a pause. What GitHub limited was not done, so it is sent
 * again; a read that meets a server error too. A write that does is never repeated here, nor one that a proxy limited.
 */
export function paceRequests(
  octokit: Pick<Octokit, 'hook'>,
  pacing: Pacing,
  installationId: number | null,
  name = String(installationId),
): PacedClient {
  const { now, wait, limits } = pacing
  const pause = new PauseLimit()
  const budgets = { core: new BudgetLimit('core'), graphql: new BudgetLimit('graphql') }
  const spacing = pacing.writeSpacingMs > 0 ? [new SpacingLimit(pacing.writeSpacingMs)] : []
  const windows = limits === null ? [] : createWindowLimits(limits)
  const keep = keepCounts(pacing, name, windows, pause)
  const rateLimits = [pause, ...spacing, ...windows, budgets.core, budgets.graphql]
  const queue = new RequestQueue(rateLimits, limits?.concurrent ?? Number.POSITIVE_INFINITY, { now, wait })

  let isStopping = false

  /** Sends it once, when it may be sent. */
  async function send(request: Send, options: Options, cost: RequestCost) {
    const { urgency = 'people', patience } = currentTrace()
    const askedAt = now()
    // A token is asked for by a request that has its place already.
    if (cost.kind !== 'token') await queue.enter({ cost, urgency, ...(patience === undefined ? {} : { patience }) })
    const sentAt = now()
    if (windows.length > 0) keep()
    try {
      if (cost.kind === 'write') checkFence()
      const outcome = await sendSettled(request, options, pacing)
      const answer = answerOf(outcome)
      if (answer !== undefined) budgets[cost.resource].note(answer.headers)
      return { outcome, answer, sentAt, waitedMs: sentAt - askedAt }
    } finally {
      if (cost.kind !== 'token') queue.leave()
    }
  }

  octokit.hook.wrap('request', async (request, options) => {
    const cost = costOf(options)
    for (let tries = 1; ; tries += 1) {
      const { outcome, answer, sentAt, waitedMs } = await send(request, options, cost)
      pacing.observe({
        callSite: callSite(options),
        status: answer?.status ?? null,
        fault: answer === undefined && 'error' in outcome ? String(outcome.error) : null,
        ms: now() - sentAt,
        waitedMs,
        installationId,
        requestId: answer?.headers['x-github-request-id'] ?? null,
        date: answer?.headers['date'] ?? null,
        resource: cost.resource,
        budget: budgets[cost.resource].budget,
        tries,
        op: currentTrace().op ?? null,
      })
      const pauseMs = answer === undefined ? undefined : findRetryAfterMs(answer, now())
      const failed = 'error' in outcome && (answer === undefined || answer.status >= 500)
      if (pauseMs !== undefined) {
        pause.pause(pauseMs, sentAt, now())
        keep()
      } else if (!failed) pause.relax(sentAt)
      const isSafe =
        cost.kind !== 'write' || (answer !== undefined && pauseMs !== undefined && isFromGitHub(answer.headers))
      const again = isSafe && (pauseMs !== undefined || failed)
      if (again && tries < maxTries && !isStopping) {
        if (pauseMs === undefined) await wait(readRetryMs * 2 ** tries)
        continue
      }
      if ('error' in outcome) throw outcome.error
      return outcome.response
    }
  })
  return {
    stopWaiting() {
      isStopping = true
      queue.stopWaiting(stoppingFault(), stoppingWaitMs)
    },
  }
}

/** Takes up what was counted before a restart; called, what is returned has what is counted now kept for the next. */
function keepCounts(
  { memory, now }: Pacing,
  name: string,
  windows: readonly WindowLimit[],
  pause: PauseLimit,
): () => void {
  if (memory === undefined) return () => {}
  const kept = memory.recall(name)
  for (const window of windows) window.restore(kept?.windows[window.name] ?? [], now())
  pause.restore(kept?.pausedUntil ?? 0, now())
  const read = () => ({
    windows: Object.fromEntries(windows.map((window) => [window.name, window.read(now())])),
    pausedUntil: pause.until,
  })
  return () => memory.note(name, read)
}

function stoppingFault(): GitHubFault {
  return new GitHubFault('github_unavailable', 'the server is stopping', 'it waited for a limit of GitHub')
}

async function sendSettled(request: Send, options: Options, pacing: Pacing): Promise<Outcome> {
  const large = /\/assets\b/.test(options.url)
  const beforeSend: unknown = options.request?.['beforeSend']
  if (typeof beforeSend === 'function') beforeSend(options)
  try {
    // Other hooks get the options they were given, whatever is passed on here: so these are changed.
    options.request = { ...options.request, signal: pacing.deadline(large ? transferDeadlineMs : deadlineMs) }
    const response = await request(options)
    return isCutOff(response) ? { error: cutOff(response, options) } : { response }
  } catch (error) {
    return { error }
  }
}

/** Octokit gives the text of JSON that it can't read, and no error where the connection broke in the middle. */
function isCutOff({ headers, data }: Response): boolean {
  return typeof data === 'string' && /^application\/(?:scim\+)?json\b/.test(headers['content-type'] ?? '')
}

function cutOff(response: Response, options: Options): RequestError {
  const request = { method: options.method, url: options.url, headers: {} }
  return new RequestError('the answer was cut off', 502, { request, response: { ...response, status: 502 } })
}

function answerOf(outcome: Outcome): LimitedAnswer | undefined {
  const answer = 'response' in outcome ? outcome.response : responseOf(outcome.error)
  if (answer === undefined) return undefined
  return { status: answer.status, headers: answer.headers as Record<string, string | undefined>, data: answer.data }
}

function responseOf(error: unknown): Response | undefined {
  return error instanceof Error && 'response' in error ? (error.response as Response | undefined) : undefined
}
