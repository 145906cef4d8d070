import type { PlanAnswer } from '../../../domain/plan/plan-answer.ts'
import type { OpinedFinding } from '../../../domain/tuning/opinion/skill-opinion.ts'
import type { TuningMeasure } from '../../../domain/tuning/state/tuning-record.ts'
import type { TuningState } from '../../../domain/tuning/state/tuning-state.ts'
import type { ShownSkill } from '../../../views/check/skills-check.ts'
import type { SkillDiagnosed } from '../../../domain/work/draft/work-event.ts'
import type { ConfinedReader } from '../../process/confined-reader.ts'
import { readConfined } from '../../process/read-confined.ts'
import type { RawSkillFile } from './read-skill-files.ts'

/** A skill as a commit has it. */
export interface SkillAtCommit {
  path: string
  commit: string
  files: RawSkillFile[]
}

interface MendingQuestion {
  kind: 'plan'
  skill: SkillAtCommit
  /** What is wrong with it, in people's words. */
  complaint: string
  /** What they said in the thread since; null before anything was asked. */
  guidance: string | null
  wasAsked: boolean
  /** Globs that no task may touch; after a `!`, what patches of a skill may. */
  denied: string[]
  state: TuningState | null
  /** What a model said, and somebody wants mended. */
  taken: OpinedFinding[]
  workDir: string
}

interface AgainQuestion {
  kind: 'again'
  skill: SkillAtCommit
  state: TuningState
  before: TuningMeasure | null
  base: string
}

interface CheckQuestion {
  kind: 'check'
  skill: SkillAtCommit
  /** The issue that must be gone; undefined: the quality gate must pass. */
  issue: string | undefined
}

interface LookQuestion {
  kind: 'look'
  skill: SkillAtCommit
}

/** What is asked of the text of a skill. */
export type TuningQuestion = MendingQuestion | AgainQuestion | CheckQuestion | LookQuestion

export interface MendingAnswer {
  answer: PlanAnswer
  tuning: SkillDiagnosed
}

export interface CheckedSkill {
  holds: boolean
  evidence: string
}

interface TuningAnswers {
  plan: MendingAnswer
  again: SkillDiagnosed
  check: CheckedSkill
  look: ShownSkill
}

const module = new URL('answer-tuning.ts', import.meta.url)
/** Each fix of a skill of a megabyte takes another diagnosis. */
const readMs = 180_000

/** Asks in a process of its own: a skill is text of others. Throws `ConfinedFault` where reading it costs too much. */
export async function askOfSkill<Q extends TuningQuestion>(
  question: Q,
  signal: AbortSignal,
): Promise<TuningAnswers[Q['kind']]> {
  const reader: ConfinedReader<Q, TuningAnswers[Q['kind']]> = { module, ms: readMs }
  return await readConfined(reader, question, signal)
}
