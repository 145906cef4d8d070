import { ConfinedFault } from '../../process/confined-fault.ts'
import type { ConfinedReader } from '../../process/confined-reader.ts'
import { type ConfinedLimits, readConfined } from '../../process/read-confined.ts'
import { askPerson, fail, type CriterionFinding } from './finding.ts'
import type { Target } from './read-targets.ts'

/** What is asked of the content of files. */
export type ContentQuestion = { files: Target[] } &
  /** As what their names say, or another `extension`. */
  (
    | { check: 'parses'; extension?: string }
    | { check: 'matches'; pattern: string }
    | { check: 'schema'; schema: Record<string, unknown> }
  )

export type LookAtContent = (
  question: ContentQuestion,
  signal: AbortSignal,
) => Promise<CriterionFinding> | CriterionFinding

/** How a reader names a file that it has parsed, and now holds against a pattern or schema. */
export const heldAgainst = ', held against the criterion,'

const reader: ConfinedReader<ContentQuestion, CriterionFinding> = {
  module: new URL('answer-content.ts', import.meta.url),
  ms: 20_000,
}

/**
 * Looks at the content of files in a process of its own. A file that can't be read there fails; where it is the pattern
 * or the schema that costs too much, a person is asked: no redo of the file would settle it.
 */
export async function lookAtContent(
  question: ContentQuestion,
  signal: AbortSignal,
  limits?: ConfinedLimits,
): Promise<CriterionFinding> {
  try {
    return await readConfined(reader, question, signal, limits)
  } catch (error) {
    if (!(error instanceof ConfinedFault)) throw error
    return error.what?.endsWith(heldAgainst) === true ? askPerson(error.message) : fail(error.message)
  }
}
