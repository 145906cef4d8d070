import { z } from 'zod'

export const severities = ['blocker', 'major', 'minor'] as const
export const checkMethods = ['static_check', 'run_smoke_test', 'ci_check', 'model_review', 'manual_review'] as const

/** What a machine looks at in a `static_check`. */
export const staticChecks = ['exists', 'parses', 'contains', 'matches', 'schema', 'max_bytes'] as const

/** One condition a deliverable must meet (spec 003 §3.1, design 2 "Criteria"). `target` is a repository path. */
export const AcceptanceCriterionSchema = z.strictObject({
  id: z.string().regex(/^AC-[1-9]\d*$/),
  type: z.enum(['functional', 'structure', 'quality', 'test', 'documentation']),
  statement: z.string().min(1),
  check_method: z.enum(checkMethods),
  severity: z.enum(severities),
  target: z.string().optional(),
  check: z.enum(staticChecks).optional(),
  command: z.string().optional(),
  pattern: z.string().optional(),
  text: z.string().optional(),
  schema: z.record(z.string(), z.unknown()).optional(),
  max_bytes: z.int().positive().optional(),
  /** Names of check runs or statuses for `ci_check`. */
  checks: z.array(z.string()).optional(),
  /** Repository path of the checklist line this came from, as "issue:12". */
  source: z.string().optional(),
})
export type AcceptanceCriterion = z.infer<typeof AcceptanceCriterionSchema>
