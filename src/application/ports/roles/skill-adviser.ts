import type { ModelReceipt } from '../../../domain/models/model-receipt.ts'
import type { SkillOpinion } from '../../../domain/tuning/opinion/skill-opinion.ts'
import type { SkillSource } from '../../../domain/tuning/read/skill.ts'
import type { TuningIssue } from '../../../domain/tuning/state/tuning-state.ts'

export interface SkillReading {
  /** Text of others, as is all of it. */
  files: readonly SkillSource[]
  /** What is complained of, in people's words; may be empty. */
  complaint: string
  /** What rules found; it need not be found again. */
  known: readonly TuningIssue[]
  commit: string
  owner: { runId: string; repository: string; issue: number }
  /** A name of `MODELS`; null for the first. */
  model: string | null
  /** How much of the files is told, in tokens of four bytes; the rest is there to be looked at. */
  contextTokens: number
  maxTurns: number
  timeoutMs: number
  signal: AbortSignal
}

/** Reads a skill for what rules can't see, and decides nothing. */
export interface SkillAdviser {
  /** That it gave nothing is an answer too; thrown is only `told_to_end`. */
  read(asked: SkillReading): Promise<{ opinion: SkillOpinion; receipt: ModelReceipt | null }>
}
