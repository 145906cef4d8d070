import { z } from 'zod'

export const roles = ['read', 'triage', 'write', 'maintain', 'admin'] as const
export type Role = (typeof roles)[number]
export const RoleSchema = z.enum(roles)

/** `.github/countersign.yml`, read from the default branch only. All defaults stand here. */
export const ConfigurationSchema = z.strictObject({
  /** Label that starts planning. */
  label: z.string().min(1).max(50).default('countersign'),
  plan: z
    .strictObject({
      planner: z.enum(['outline']).default('outline'),
      one_shot_threshold_person_days: z.number().positive().default(10),
      max_decomposition_depth: z.int().positive().default(5),
      max_leaves: z.int().positive().default(60),
      max_attempts: z.int().positive().default(3),
    })
    .prefault({}),
  run: z
    .strictObject({
      default_executor: z.string().min(1).default('human'),
      max_attempts: z.int().positive().default(3),
      parallel: z.int().positive().max(50).default(4),
      timeout_minutes: z.number().positive().default(20),
      max_output_bytes: z.int().positive().default(1_000_000),
      max_file_bytes: z.int().positive().default(20_000_000),
      max_files: z.int().positive().default(500),
      isolation: z.enum(['bubblewrap', 'none']).default('bubblewrap'),
      network: z.boolean().default(false),
      max_iterations: z.int().positive().default(10),
    })
    .prefault({}),
  review: z
    .strictObject({
      min_score: z.number().min(0).max(1).default(0.8),
      reviewers: z.array(z.string()).default([]),
      allow_self: z.boolean().default(false),
      ci_timeout_minutes: z.number().positive().default(60),
    })
    .prefault({}),
  paths: z
    .strictObject({
      /** Globs that no task may touch, beside the built-in ones. */
      denied: z.array(z.string()).default([]),
    })
    .prefault({}),
  roles: z
    .strictObject({
      plan: RoleSchema.default('triage'),
      status: RoleSchema.default('triage'),
      help: RoleSchema.default('triage'),
      control: RoleSchema.default('write'),
      review: RoleSchema.default('write'),
      waive: RoleSchema.default('maintain'),
      export: RoleSchema.default('maintain'),
    })
    .prefault({}),
  /** Apps whose bots may give commands, by App id. */
  bots: z.array(z.int()).default([]),
})
export type Configuration = z.infer<typeof ConfigurationSchema>

export const defaultConfiguration: Configuration = ConfigurationSchema.parse({})

/** True when `has` is at least `needs`; `null` is somebody without any role. */
export function roleAtLeast(has: Role | null, needs: Role): boolean {
  return has !== null && roles.indexOf(has) >= roles.indexOf(needs)
}
