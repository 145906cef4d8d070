import type { CallLedger, CallOwner, ModelCall } from '../../../application/ports/models/call-ledger.ts'
import {
  findLimitHit,
  type LimitHit,
  type SpendLimits,
  type SpendScope,
  type Spent,
} from '../../../domain/models/spend-limits.ts'
import { mayHaveSpent } from '../../../domain/models/model-use.ts'
import { estimateTokens } from '../../../domain/models/token-usage.ts'

/** A call that was let through, and counts as what it may come to until it is over. */
export interface Admission {
  settle(call: ModelCall): void
}

type Pending = Pick<Spent, 'requests' | 'tokens'>

/** What was spent under each limit, with what calls on their way may still come to. */
export class SpendBook {
  readonly #ledger: CallLedger
  readonly #now: () => Date
  readonly #pending = new Map<string, Pending>()

  constructor(ledger: CallLedger, now: () => Date) {
    this.#ledger = ledger
    this.#now = now
  }

  /** Lets a call through, or says which limit is reached: the server's, or the run's own. */
  admit(owner: CallOwner, limits: readonly SpendLimits[], requestBytes: number): Admission | LimitHit {
    const names = this.#namesOf(owner)
    for (const one of limits) {
      const hit = findLimitHit(one, (scope) => this.#spentOf(names[scope]))
      if (hit !== undefined) return hit
    }
    const pending = { requests: 1, tokens: estimateTokens(requestBytes, 0) }
    const scopes = Object.values(names)
    this.#add(scopes, pending, 1)
    return {
      settle: (call) => {
        // Where it can't be kept, as on a full disk, it counts as it did on its way.
        this.#ledger.record(call, spentBy(call), scopes)
        this.#add(scopes, pending, -1)
      },
    }
  }

  /** When a limit on a day begins anew (UTC); null for one that doesn't. */
  renewalOf({ scope }: LimitHit): string | null {
    if (scope !== 'repository' && scope !== 'day') return null
    const now = this.#now()
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)).toISOString()
  }

  /** Keeps a call that was refused: it spent nothing. */
  note(call: ModelCall): void {
    this.#ledger.record(call, { requests: 0, tokens: 0, usd: 0, minutes: 0 }, [])
  }

  #spentOf(name: string): Spent {
    const spent = this.#ledger.spentOf(name)
    const pending = this.#pending.get(name)
    if (pending === undefined) return spent
    return { ...spent, requests: spent.requests + pending.requests, tokens: spent.tokens + pending.tokens }
  }

  #add(names: readonly string[], { requests, tokens }: Pending, sign: 1 | -1): void {
    for (const name of names) {
      const before = this.#pending.get(name) ?? { requests: 0, tokens: 0 }
      const after = { requests: before.requests + sign * requests, tokens: before.tokens + sign * tokens }
      if (after.requests === 0) this.#pending.delete(name)
      else this.#pending.set(name, after)
    }
  }

  #namesOf({ run, repository, issue, task }: CallOwner): Record<SpendScope, string> {
    const day = this.#now().toISOString().slice(0, 10)
    return {
      run: `run ${run}`,
      task: `task ${repository}#${issue} ${task}`,
      issue: `issue ${repository}#${issue}`,
      repository: `repository ${repository} ${day}`,
      day: `day ${day}`,
    }
  }
}

/** Where the provider told no tokens, they are taken for what so many bytes come to: who breaks off evades no limit. */
function spentBy({ usage, costUsd, requestBytes, answerBytes, durationMs, outcome }: ModelCall): Spent {
  const guess = mayHaveSpent(outcome) ? estimateTokens(requestBytes, answerBytes) : 0
  const tokens = usage === null ? guess : usage.input + usage.output
  return { requests: 1, tokens, usd: costUsd ?? 0, minutes: durationMs / 60_000 }
}
