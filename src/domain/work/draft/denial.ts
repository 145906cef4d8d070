import type { Role } from '../../configuration/configuration.ts'
import type { Reply } from '../../effects/reply.ts'
import type { Actor } from './work-event.ts'

export function denial(by: Actor, name: string, needs: Role): Reply {
  return { kind: 'no_permission', login: by.login, name, has: by.role ?? 'none', needs }
}
