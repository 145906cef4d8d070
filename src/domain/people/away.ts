import { z } from 'zod'
import { readReviewerName } from './reviewer-name.ts'

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'it must be a day, as 2026-12-24')
  .describe('A day in UTC, as `2026-12-24`; the absence holds on it, too.')

/** A login or team of the configuration; what can be none is refused with its line. */
export const ReviewerNameSchema = z
  .string()
  .refine((text) => readReviewerName(text) !== undefined, 'it must be a login, as ada, or a team, as acme/docs')

export const AwaySchema = z.strictObject({
  who: ReviewerNameSchema.describe('A login, or a team as `acme/docs`.'),
  from: day.optional().describe('First day, as `2026-12-24`. Left out: it has begun.'),
  until: day.optional().describe('Last day, as `2027-01-06`. Left out: until this line is taken out.'),
})
type Away = z.infer<typeof AwaySchema>

/** Who is away at a time (ISO 8601), without `@`. */
export function listAway(absences: readonly Away[], at: string): string[] {
  const today = at.slice(0, 10)
  return absences
    .filter(({ from = today, until = today }) => from <= today && today <= until)
    .flatMap(({ who }) => readReviewerName(who) ?? [])
}
