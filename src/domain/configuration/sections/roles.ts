import { z } from 'zod'

export const roles = ['read', 'triage', 'write', 'maintain', 'admin'] as const
export type Role = (typeof roles)[number]
export const RoleSchema = z.enum(roles)

/** True when `has` is at least `needs`; `null` is somebody without any role. */
export function roleAtLeast(has: Role | null, needs: Role): boolean {
  return has !== null && roles.indexOf(has) >= roles.indexOf(needs)
}

/** What it takes to say what. */
export const rolesSection = z
  .strictObject({
    plan: RoleSchema.default('triage').describe('`/plan` and the label.'),
    answer: RoleSchema.default('triage').describe('`/answer`; the author of the issue always may.'),
    status: RoleSchema.default('triage').describe('`/status`, `/list` and `/config`.'),
    help: RoleSchema.default('read').describe('`/help`. `read` is everybody who can comment.'),
    control: RoleSchema.default('write').describe(
      '`/approve plan@…`, `/replan`, `/split`, `/assign`, `/retry`, `/pause`, `/resume`, `/stop`, `/doctor`, and the button of a check run.',
    ),
    review: RoleSchema.default('write').describe(
      '`/approve T1`, `/reject T1`, pull request reviews that count, and closing a pull request of a task as a rejection.',
    ),
    waive: RoleSchema.default('maintain').describe(
      '`/waive`, and merging a pull request of a task by hand as an approval.',
    ),
    doctor_fix: RoleSchema.default('maintain').describe('`/doctor fix`.'),
    export: RoleSchema.default('maintain').describe('`/export`.'),
  })
  .prefault({})
