import type { LimitHit, SpendLimits } from '../../../domain/models/spend-limits.ts'
import type { ModelUse } from '../../../domain/models/model-use.ts'

/** The one way to models: it alone has the providers' keys, counts, and keeps the limits (docs/agents.md). */
export interface ModelGateway {
  /** By the names that agents ask for; the first is who is asked where nobody chose. */
  readonly models: readonly string[]
  /** Whether runs without a network may reach package registries. */
  readonly hasRegistries: boolean
  /** Lets one run in. End or dispose it: its token is worth nothing afterwards. */
  open(order: ModelRunOrder): Promise<ModelRun>
  close(): Promise<void>
}

export interface ModelRunOrder {
  runId: string
  /** `owner/name`. */
  repository: string
  issue: number
  task: string
  /** Tighter than the server's, where a repository or a task has its own. */
  limits?: SpendLimits
  /** `socket`: by a unix socket of its own alone, for who has no network. `loopback`: by the gateway's port. */
  reach: 'socket' | 'loopback'
}

export interface ModelRun extends AsyncDisposable {
  /** What an agent gives as its key; good for this run, by its own way in. */
  readonly token: string
  readonly reach: { kind: 'socket'; path: string } | { kind: 'loopback'; origin: string }
  /** What it came to so far, and why it can't go on. */
  report(): Promise<ModelRunReport>
  /** Ends the run and what it still asks: what it came to in the end. */
  end(): Promise<ModelRunReport>
  /** Aborted as soon as the gateway says no for good: the work pauses, and a person decides. */
  readonly stopped: AbortSignal
}

export interface ModelRunReport {
  use: ModelUse
  stop: ModelStop | null
  /** Package registries: connections by host, and hosts that it was refused; absent where it asked for none. */
  registries?: { reached: Record<string, number>; refused: string[] }
}

/** Why a run gets no more of models. `provider_refused` and `provider_failing`: nothing that an agent could mend. */
export type ModelStop =
  /** `until`: when a limit on a day begins anew, ISO 8601; null for others. */
  | { kind: 'limit'; hit: LimitHit; reason: string; until: string | null }
  | { kind: 'provider_refused'; reason: string }
  | { kind: 'provider_failing'; reason: string }
