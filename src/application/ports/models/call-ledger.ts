import type { CallOutcome } from '../../../domain/models/model-use.ts'
import type { Spent } from '../../../domain/models/spend-limits.ts'
import type { TokenUsage } from '../../../domain/models/token-usage.ts'

/** Whose call it is. */
export interface CallOwner {
  run: string
  repository: string
  issue: number
  task: string
}

/** What is kept of one call: sizes and hashes, and its texts only where the server is told to keep them. */
export interface ModelCall extends CallOwner {
  at: string
  dialect: string
  /** The one it was asked in; another than `dialect` where the gateway translated. */
  provider: string | null
  asked: string | null
  used: string | null
  outcome: CallOutcome
  why: string | null
  status: number
  tries: number
  durationMs: number
  firstByteMs: number | null
  requestBytes: number
  requestSha256: string | null
  answerBytes: number
  answerSha256: string | null
  /** Null where the provider told nothing. */
  usage: TokenUsage | null
  /** Null where there is no usage or no price. */
  costUsd: number | null
  /** Tools that were taken out, as the provider would run them. */
  dropped: string[]
  texts: { request: string; answer: string } | null
}

/** Calls and what they add up to; both outlast a restart. */
export interface CallLedger {
  /** What was spent under a name. */
  spentOf(scope: string): Spent
  /** Keeps a call, and adds what it spent to each of the names. */
  record(call: ModelCall, spent: Spent, scopes: readonly string[]): void
  /** Calls of a run, oldest first. */
  callsOf(run: string): ModelCall[]
  close(): void
}
