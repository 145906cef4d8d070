import type { z } from 'zod'
import type { ModelReceipt } from '../../../domain/models/model-receipt.ts'
import type { SpendLimits } from '../../../domain/models/spend-limits.ts'
import type { RepositoryReader } from '../roles/repository-reader.ts'

/** A model without an agent around it: asked once for one answer of one shape (docs/agents.md). */
export interface LanguageModel {
  /** Why it can't be asked on this server, as a clause after "the model"; absent where nothing lacks. */
  findLack(model: string | null): string | undefined
  /** An expected failure is an answer too; only faults of our own are thrown. */
  ask<T>(question: ModelQuestion<T>): Promise<ModelAnswer<T>>
}

export interface ModelQuestion<T> {
  /** Who is charged with it. */
  owner: { runId: string; repository: string; issue: number; task: string }
  /** What it answers as: `planner`, `reviewer`, … */
  role: string
  prompt: Prompt
  /** Text of others: it stands in marked blocks that it can't end, after the instructions. */
  data: readonly DataBlock[]
  /** What the answer must fit. Its descriptions are shown to the model. */
  schema: z.ZodType<T>
  /** Finds what the schema can't know, a sentence each; such an answer gets its round of repair too. */
  check?(answer: T): Promise<readonly string[]> | readonly string[]
  /** With it the model may list, read and search the files of that commit. */
  repository?: RepositoryReader
  /** A name of `MODELS`; null for the first. */
  model: string | null
  /** Tighter than the server's. */
  limits?: SpendLimits
  /** Turns that may use tools; then it must answer. Default 30. */
  maxTurns?: number
  timeoutMs: number
  signal: AbortSignal
}

/** Instructions of ours, from one file. */
export interface Prompt {
  /** Its name and version, `plan-issue@1`. */
  name: string
  text: string
}

export interface DataBlock {
  label: string
  text: string
}

export type ModelAnswer<T> =
  | { kind: 'answered'; value: T; receipt: ModelReceipt }
  | { kind: 'failed'; failure: ModelFailure; receipt: ModelReceipt }

/**
 * Each with a reason to be read. `limit`, `refused` (a key, an account, a call that the provider won't take): a person must
 * do something. `unusable`: no answer that fits, after a round of repair. `late`: its time was over. `outage`: the provider
 * is away, later may do. `ended`: by whoever asked.
 */
export interface ModelFailure {
  kind: 'limit' | 'refused' | 'unusable' | 'late' | 'outage' | 'ended'
  reason: string
}
