import type { Configuration } from '../../configuration/configuration.ts'
import { type Role, roleAtLeast } from '../../configuration/sections/roles.ts'
import type { Reply } from '../../effects/reply.ts'
import type { Actor } from './work-event.ts'

/** Whom the configuration names as reviewers has the role of those at least. */
export function denial(by: Actor, name: string, needs: Role, { roles, review }: Configuration): Reply {
  const who = roleAtLeast(roles.review, needs) ? review.reviewers : []
  const named = who.length > 0 && { who: who.slice(0, 5) }
  return { kind: 'no_permission', login: by.login, name, has: by.role ?? 'none', needs, ...named }
}
