import type { LoopState } from '../records/loop/loop-state.ts'

/**
 * What became of a part of a loop's state: `kept` as the main file has it, `restored` from its progress files, `offered`
 * from other files of the branch though it may have been otherwise, `lost`.
 */
export interface RecoveredPart {
  name: string
  how: 'kept' | 'restored' | 'offered' | 'lost'
  /** For people, one line; null where it is lost. */
  value: string | null
  /** The file it comes from, or why it is lost. */
  from: string
}

/** How a loop can be put back (spec 002 §7). */
export interface LoopRecovery {
  loop_id: string
  issue_id: string | null
  /** Where its main file is, or of the legacy location that it is read from. */
  file: string
  /** `well`: nothing has to be restored. `rebuilt`: `loop` can be written. `lost`: it can't. */
  verdict: 'well' | 'rebuilt' | 'lost'
  /** What is wrong with its files. */
  faults: string[]
  parts: RecoveredPart[]
  loop: LoopState | null
}
