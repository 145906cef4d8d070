import { type Configuration, roleAtLeast } from '../../domain/configuration/configuration.ts'
import type { CarriedFrom } from '../../domain/records/artifact.ts'
import type { People } from '../ports/forge/people.ts'
import type { RepositoryRef } from '../repository-ref.ts'

/**
 * Of the people who judged an approved version, those who have the role for it today: a judgement is taken over as if it
 * were given now (decision 54). They are known by login alone.
 */
export async function findStandingJudges(
  people: Pick<People, 'findRoleOfLogin'>,
  repository: RepositoryRef,
  { roles }: Configuration,
  { judged = [] }: CarriedFrom,
): Promise<string[]> {
  const logins = [...new Set(judged.flatMap(({ judge }) => judge ?? []))]
  const found = await Promise.all(
    logins.map(async (login) => ({ login, role: await people.findRoleOfLogin(repository, login) })),
  )
  return found.flatMap(({ login, role }) => (role !== 'unknown' && roleAtLeast(role, roles.review) ? [login] : []))
}
