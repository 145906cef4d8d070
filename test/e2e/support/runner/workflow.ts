import { parse } from 'yaml'
import { z } from 'zod'

const permissions = z.record(z.string(), z.enum(['read', 'write']))

const StepSchema = z.looseObject({
  id: z.string().optional(),
  name: z.string().optional(),
  if: z.unknown().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).default({}),
  env: z.record(z.string(), z.unknown()).default({}),
})
export type Step = z.infer<typeof StepSchema>

const JobSchema = z.looseObject({
  needs: z
    .union([z.string(), z.array(z.string())])
    .default([])
    .transform((one) => [one].flat()),
  if: z.unknown().optional(),
  name: z.string().optional(),
  'runs-on': z.unknown().optional(),
  permissions,
  concurrency: z.object({ group: z.string() }).loose().optional(),
  strategy: z
    .object({ matrix: z.record(z.string(), z.unknown()) })
    .loose()
    .optional(),
  outputs: z.record(z.string(), z.string()).default({}),
  env: z.record(z.string(), z.unknown()).default({}),
  steps: z.array(StepSchema),
})
export type WorkflowJob = z.infer<typeof JobSchema>

const WorkflowSchema = z.looseObject({
  name: z.string(),
  on: z.record(
    z.string(),
    z
      .looseObject({ types: z.array(z.string()).optional(), branches: z.array(z.string()).optional() })
      .nullable()
      .or(z.array(z.unknown())),
  ),
  jobs: z.record(z.string(), JobSchema),
})
export type Workflow = z.infer<typeof WorkflowSchema>

export function parseWorkflow(text: string): Workflow {
  return WorkflowSchema.parse(parse(text))
}

/** Whether an event starts it: its name, its action, the branch of a push. */
export function isStartedBy({ on }: Workflow, name: string, payload: Record<string, unknown>): boolean {
  if (!Object.hasOwn(on, name)) return false
  const filter = on[name]
  if (filter === null || filter === undefined || Array.isArray(filter)) return true
  const { types, branches } = filter
  if (types !== undefined && !types.includes(String(payload['action']))) return false
  const { ref } = payload
  const branch = (typeof ref === 'string' ? ref : '').replace(/^refs\/heads\//, '')
  return branches === undefined || branches.some((pattern) => matches(pattern, branch))
}

/** `*` stays in a part of the name, `**` doesn't. */
function matches(pattern: string, branch: string): boolean {
  const source = pattern
    .split(/(\*\*|\*)/)
    .map((part) =>
      part === '**' ? '.*' : part === '*' ? '[^/]*' : part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`),
    )
    .join('')
  return new RegExp(`^${source}$`).test(branch)
}
