import { z } from 'zod'

export const severities = ['blocker', 'major', 'minor'] as const
export const checkMethods = ['static_check', 'run_smoke_test', 'ci_check', 'model_review', 'manual_review'] as const

/** What a machine looks at in a `static_check`. */
export const staticChecks = ['exists', 'parses', 'contains', 'matches', 'schema', 'max_bytes', 'diagnosis'] as const

/** One condition a deliverable must meet (spec 003 §3.1, design 2.6). `target` is a repository path. */
export const AcceptanceCriterionSchema = z.strictObject({
  id: z
    .string()
    .regex(/^AC-[1-9]\d*$/)
    .describe('AC-1, AC-2 and so on within its task.'),
  type: z.enum(['functional', 'structure', 'quality', 'test', 'documentation']).describe('What it is about.'),
  statement: z.string().min(1).describe('What must hold. Clear words say how it is checked: `src/a.ts` exists.'),
  check_method: z.enum(checkMethods).describe('How it is checked; inferred from the statement where left out.'),
  severity: z.enum(severities).describe('Every blocker and major must hold; weights 3, 2, 1.'),
  target: z.string().optional().describe('Path that a static check looks at; of `diagnosis` the folder of a skill.'),
  check: z.enum(staticChecks).optional().describe('What a static check looks for.'),
  command: z.string().optional().describe('Command of a smoke test; exit code 0 passes.'),
  pattern: z.string().optional().describe('RE2 pattern of `matches`.'),
  text: z
    .string()
    .optional()
    .describe('Text of `contains`; of `diagnosis` the finding that must be gone, else the quality gate must pass.'),
  schema: z.record(z.string(), z.unknown()).optional().describe('JSON Schema of `schema`.'),
  max_bytes: z.int().positive().optional().describe('Size of `max_bytes`.'),
  checks: z.array(z.string()).optional().describe('Names of check runs or statuses of a CI check.'),
  source: z.string().optional().describe('Line it came from: `issue:12`, or `guidance:2`.'),
})
export type AcceptanceCriterion = z.infer<typeof AcceptanceCriterionSchema>
