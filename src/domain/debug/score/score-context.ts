import type { Reach, SourceSurroundings } from '../measure-reach.ts'
import type { SourceBlock } from '../read/outline-source.ts'
import type { TestFailure } from '../read/read-failures.ts'
import type { FailureWords } from '../read/read-words.ts'

export interface ScoreReason {
  points: number
  text: string
}

export interface FailureContext {
  failure: TestFailure
  words: FailureWords
  reach: Reach | null
}

export interface RunContext {
  /** Blocks of a source, by its path. */
  blocks: Map<string, SourceBlock[]>
  mentions: SourceSurroundings['mentions']
  /** What tests reach that didn't fail. */
  others: Reach[]
  /** In how many hunks a name occurs. */
  spread: Map<string, number>
  timedOut: boolean
}
