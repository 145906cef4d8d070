import { randomUUID } from 'node:crypto'
import { breakOff } from 'github-sandbox/testing'
import type { Passage } from 'github-sandbox'
import type { CallSite } from './call-sites.ts'
import type { FaultKind } from './fault-kinds.ts'

/** A call site, and who asked there. */
export interface AskedSite extends CallSite {
  actor: string
}

/** A way in which GitHub or the network fails. */
export interface HttpFault {
  fault: FaultKind
  /** Call sites that it is for. */
  aims: (site: AskedSite) => boolean
  strike: (passage: Passage, tools: FaultTools) => Promise<Response>
}

export interface FaultTools {
  /** The App's requests that are under way now; called, they run into their deadline. */
  takeDeadlines: () => () => void
}

/** So long nothing is answered before the deadline comes, which is a minute otherwise. */
const hangMs = 40

const everywhere = () => true
/** For a read, done and not done are the same. */
const whereChanged = ({ changes }: CallSite) => changes

type Strike = HttpFault['strike']

const notDone = [
  ['GitHub answers 500, not done', 500],
  ['GitHub answers 502, not done', 502],
  ['GitHub answers 503, not done', 503],
  ['GitHub answers 504, not done', 504],
] as const

const done = [
  ['GitHub answers 500, done', 500],
  ['GitHub answers 502, done', 502],
  ['GitHub answers 503, done', 503],
  ['GitHub answers 504, done', 504],
] as const

export const serverErrors: readonly HttpFault[] = notDone.map(([fault, status]) => ({
  fault,
  aims: everywhere,
  strike: async () => answerWithPage(status),
}))

export const serverErrorsDone: readonly HttpFault[] = done.map(([fault, status]) => ({
  fault,
  aims: whereChanged,
  strike: afterwards(async () => answerWithPage(status)),
}))

export const brokenConnections: readonly HttpFault[] = [
  { fault: 'connection reset, not done', aims: everywhere, strike: () => breakOff() },
  { fault: 'connection reset, done', aims: whereChanged, strike: afterwards(() => breakOff()) },
  { fault: 'no answer at all, not done', aims: everywhere, strike: hang },
  { fault: 'no answer at all, done', aims: whereChanged, strike: afterwards(hang) },
  {
    fault: 'answer cut off in the middle',
    aims: everywhere,
    strike: async (passage) => breakOff(await passage.carryOut()),
  },
]

/** GitHub did nothing, and says so. */
export const rateLimits: readonly HttpFault[] = [
  {
    fault: 'primary rate limit: 403 with the time of its reset',
    aims: everywhere,
    strike: async () => {
      const reset = Math.ceil(Date.now() / 1000) + 1
      return refuse(403, 'API rate limit exceeded', {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String(reset),
      })
    },
  },
  {
    fault: 'secondary rate limit: 403 without headers',
    aims: everywhere,
    strike: async () => refuse(403, 'You have exceeded a secondary rate limit. Please wait a few minutes.', {}),
  },
  {
    fault: '429 with retry-after',
    aims: everywhere,
    strike: async () => refuse(429, 'You have exceeded a secondary rate limit.', { 'retry-after': '1' }),
  },
  { fault: '429 without headers', aims: everywhere, strike: async () => refuse(429, 'Too many requests', {}) },
]

/** Tokens of installations end; a key or a person's token that is refused stays so. */
export const endedToken: HttpFault = {
  fault: '401: the token has ended',
  aims: ({ actor }) => actor.startsWith('countersign['),
  strike: async () => refuse(401, 'Bad credentials', { 'www-authenticate': 'Basic realm="GitHub"' }),
}

/** What stands between the App and GitHub refuses it after GitHub has done it; without the id that GitHub's answers have. */
const refusedDone = [
  ['a proxy answers 401, done', 401],
  ['a proxy answers 403, done', 403],
  ['a proxy answers 429, done', 429],
] as const

export const proxyRefusals: readonly HttpFault[] = refusedDone.map(([fault, status]) => ({
  fault,
  aims: whereChanged,
  strike: afterwards(async () => answerWithPage(status)),
}))

function afterwards(strike: Strike): Strike {
  return async (passage, tools) => {
    await passage.carryOut()
    return strike(passage, tools)
  }
}

/** As GitHub's front end says it: no JSON. */
function answerWithPage(status: number): Response {
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  return new Response('<html><title>Unicorn!</title></html>', { status, headers })
}

function refuse(status: number, message: string, headers: Record<string, string>): Response {
  const type = { 'content-type': 'application/json; charset=utf-8', 'x-github-request-id': randomUUID() }
  return new Response(JSON.stringify({ message, status: String(status) }), { status, headers: { ...type, ...headers } })
}

async function hang(_: Passage, { takeDeadlines }: FaultTools): Promise<Response> {
  setTimeout(takeDeadlines(), hangMs)
  return new Promise(() => undefined)
}
