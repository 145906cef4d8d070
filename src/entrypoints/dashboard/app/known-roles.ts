import type { InstalledRepository } from '../../../adapters/github/read/list-repositories.ts'
import type { Role } from '../../../domain/configuration/sections/roles.ts'
import type { DashboardSession } from './sessions.ts'

/** For so long a role counts for what is only shown. */
const answerMs = 60_000

type FindRole = (session: DashboardSession, repository: InstalledRepository) => Promise<Role | null>

/** Roles of who is signed in, asked of GitHub once a minute for each of them; what is done asks anew. */
export function createKnownRoles(findRole: FindRole, nowMs: () => number): FindRole {
  const answers = new WeakMap<DashboardSession, Map<string, { at: number; role: Promise<Role | null> }>>()
  return (session, repository) => {
    const own = answers.get(session) ?? new Map<string, { at: number; role: Promise<Role | null> }>()
    answers.set(session, own)
    const known = own.get(repository.key)
    if (known !== undefined && nowMs() - known.at < answerMs) return known.role
    const role = findRole(session, repository)
    own.set(repository.key, { at: nowMs(), role })
    role.catch(() => own.delete(repository.key))
    return role
  }
}
