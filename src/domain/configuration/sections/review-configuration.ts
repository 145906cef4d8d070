import { z } from 'zod'
import { AwaySchema, ReviewerNameSchema } from '../../people/away.ts'

/** Who judges versions, and when they pass. */
export const reviewSection = z
  .strictObject({
    min_score: z.number().min(0).max(1).default(0.8).describe('Share of the weighted criteria that must hold.'),
    reviewers: z
      .array(ReviewerNameSchema)
      .default([])
      .describe(
        'Logins, and teams as `acme/docs`, one of whom is asked where a person must judge and nobody owns what was changed. Left out: who approved the plan.',
      ),
    code_owners: z
      .boolean()
      .default(true)
      .describe(
        'Whether who owns what a version changes by `CODEOWNERS` is asked to judge it, before `review.reviewers`.',
      ),
    ask: z
      .int()
      .min(1)
      .max(15)
      .default(1)
      .describe(
        'How many are asked to judge a version: who judged the task before, then who has the fewest reviews open in the repository.',
      ),
    away: z.array(AwaySchema).max(200).default([]).describe('Who is not asked for the time being.'),
    escalate_to: ReviewerNameSchema.optional().describe(
      'A login, or a team as `acme/leads`, asked beside the others for a judgement that nobody gave for `review.escalate_after_hours`.',
    ),
    escalate_after_hours: z
      .number()
      .positive()
      .max(8_760)
      .default(168)
      .describe(
        'How long a version waits for the judgement of those asked, until `review.escalate_to` is asked, too, once.',
      ),
    assign: z
      .boolean()
      .default(true)
      .describe('Whether the issue and its pull requests are assigned to the people they wait for.'),
    allow_self: z.boolean().default(false).describe('Whether people may approve versions they pushed themselves.'),
    ci_timeout_minutes: z
      .number()
      .positive()
      .default(60)
      .describe('How long a review waits for CI before it asks a person.'),
    post: z
      .enum(['always', 'when_needed', 'never'])
      .default('always')
      .describe(
        'Which verdicts are posted as a review of the pull request too: all; those that a person or a model had a part in, rejections, and approvals after one; or none. The check run and the verdict file are always there.',
      ),
  })
  .prefault({})
