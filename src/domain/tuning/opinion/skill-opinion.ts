import { z } from 'zod'
import { sha256Hex } from '../../text/sha256.ts'
import { dimensions } from '../patterns/pattern.ts'
import { faultSeverities } from '../patterns/severity.ts'

/** What a model found beside the rules. It is told as its own, and counts in no score, gate or CHECK. */
export const OpinedFindingSchema = z.strictObject({
  /** `MODEL-` and what it says of which lines: never an id of a pattern. */
  id: z.string().regex(/^MODEL-[\da-f]{8}$/),
  dimension: z.enum(dimensions),
  severity: z.enum(faultSeverities),
  /** From the skill's folder; the line was looked up, and says what is quoted. */
  path: z.string(),
  line: z.int().positive(),
  evidence: z.string(),
  message: z.string(),
  remedy: z.string(),
})
export type OpinedFinding = z.infer<typeof OpinedFindingSchema>

/** `none`: a model was to be asked and gave nothing that can be taken. `by`: its name. */
export const SkillOpinionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('given'), by: z.string(), findings: z.array(OpinedFindingSchema) }),
  z.strictObject({ kind: z.literal('none'), why: z.string() }),
])
export type SkillOpinion = z.infer<typeof SkillOpinionSchema>

/** The same for the same words at the same place. */
export function opinionIdOf({
  dimension,
  path,
  evidence,
}: Pick<OpinedFinding, 'dimension' | 'path' | 'evidence'>): string {
  return `MODEL-${sha256Hex(JSON.stringify([dimension, path, evidence])).slice(0, 8)}`
}
