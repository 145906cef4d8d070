import { z } from 'zod'
import type { PlanDraft } from './plan-draft.ts'
import type { PlanningQuestion } from './asks/planning-question.ts'

/** What an issue that spells out no plan was taken to ask for: a plan only once a person says that this is right, and never where it is not certain. */
export const IssueReadingSchema = z.strictObject({
  /** Of all that follows: a yes is said to these words and no others. */
  id: z.string().regex(/^[\da-f]{12}$/),
  /** Else `criteria` are only words for what may be wanted, and nobody can say yes to them. */
  certain: z.boolean(),
  title: z.string(),
  /** When it is done, in the issue's words; `line` is null where they are the title's. */
  criteria: z.array(z.strictObject({ text: z.string(), line: z.int().positive().nullable() })),
  /** What it says besides: where it leaves open what is wanted all of it, else what may be wanted as well; `today`: clearly how things are, and should not be. */
  told: z
    .array(z.strictObject({ text: z.string(), line: z.int().positive().nullable(), today: z.literal(true).optional() }))
    .optional(),
  /** Files that it points at. */
  paths: z.array(z.string()),
})
export type IssueReading = z.infer<typeof IssueReadingSchema>

/**
 * `needs_input` names, a sentence each, exactly what the issue lacks (line and column where there are any), or asks
 * whether the issue was read right; `questions` are what only people can decide, with answers to pick; `declined` says in a sentence or two why nothing is to be planned: the issue asks for
 * an answer, not for a change.
 */
export type PlanAnswer =
  | { kind: 'draft'; draft: PlanDraft }
  | { kind: 'needs_input'; lacks: string[]; reading?: IssueReading; questions?: PlanningQuestion[] }
  | { kind: 'declined'; why: string }
