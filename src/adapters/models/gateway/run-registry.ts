import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { CallOwner } from '../../../application/ports/models/call-ledger.ts'
import type { ModelStop } from '../../../application/ports/models/model-gateway.ts'
import { RegistryUse } from '../registries/open-tunnel.ts'
import type { ModelRefusal } from '../dialects/render-refusal.ts'
import type { ModelUse } from '../../../domain/models/model-use.ts'
import type { SpendLimits } from '../../../domain/models/spend-limits.ts'

/** What opens a run: its token is known here by its hash alone. */
export interface RunGrant {
  owner: CallOwner
  /** What stands in the token, to find the run by. */
  id: string
  tokenSha256: string
  limits: SpendLimits
  reach: 'socket' | 'loopback'
}

/** A run that may call, and what came of it so far. */
export interface OpenRun extends RunGrant {
  use: ModelUse
  stop: ModelStop | null
  calls: Set<AbortController>
  /** Ways to package registries that are open. */
  tunnels: Set<AbortController>
  registries: RegistryUse
  /** The same calls, until they are recorded. */
  pending: Set<Promise<void>>
  /** Calls that were given up, by the hash of what was asked: whoever asks the same again is told the same, at once. */
  givenUp: Map<string, { refusal: ModelRefusal; untilMs: number }>
}

const shape = /^cst_([0-9a-f]{16})_[\w-]{43}$/

/** Runs that are let in, each by its token and its way. */
export class RunRegistry {
  readonly #runs = new Map<string, OpenRun>()

  /** `use`: what it came to before, where it is let in again. */
  open(grant: RunGrant, use: ModelUse): OpenRun {
    const run: OpenRun = {
      ...grant,
      use,
      stop: null,
      calls: new Set(),
      tunnels: new Set(),
      registries: new RegistryUse(),
      pending: new Set(),
      givenUp: new Map(),
    }
    this.#runs.set(grant.id, run)
    return run
  }

  get(id: string): OpenRun | undefined {
    return this.#runs.get(id)
  }

  ids(): string[] {
    return [...this.#runs.keys()]
  }

  /** Whose token it is, where it came by that run's own way: `socket` is the run whose socket was used. */
  find(token: string | undefined, socket: string | null): OpenRun | undefined {
    const [, id = ''] = shape.exec(token ?? '') ?? []
    const run = this.#runs.get(id)
    if (token === undefined || run === undefined) return undefined
    const presented = createHash('sha256').update(token).digest()
    if (!timingSafeEqual(presented, Buffer.from(run.tokenSha256, 'hex'))) return undefined
    return run.reach === 'socket' ? (socket === id ? run : undefined) : socket === null ? run : undefined
  }

  /** Ends a run: its token is worth nothing, and what it still asks is broken off, and recorded. */
  async close(id: string): Promise<OpenRun | undefined> {
    const run = this.#runs.get(id)
    this.#runs.delete(id)
    run?.calls.forEach((call) => call.abort())
    run?.tunnels.forEach((tunnel) => tunnel.abort())
    if (run !== undefined) await Promise.allSettled(run.pending)
    return run
  }
}

/** The token of a call, wherever its dialect has it. */
export function findToken(headers: IncomingHttpHeaders, url: string): string | undefined {
  const bearer = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
  const named = [headers['x-api-key'], headers['x-goog-api-key'], headers['api-key']].find(
    (one) => typeof one === 'string',
  )
  const inQuery = /[?&]key=([\w-]+)/.exec(url)?.[1]
  return [bearer, named, inQuery].find((one): one is string => typeof one === 'string' && shape.test(one))
}
