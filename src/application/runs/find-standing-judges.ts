import type { Configuration } from '../../domain/configuration/configuration.ts'
import { roleAtLeast } from '../../domain/configuration/sections/roles.ts'
import type { CarriedFrom } from '../../domain/records/artifact.ts'
import type { People } from '../ports/forge/people.ts'
import type { RepositoryRef } from '../repository-ref.ts'

/**
 * Of the people who judged an approved version, or waived a criterion of it, those who have the role for that today: it is
 * taken over as if it were said now (decisions 54 and 127). They are known by login alone.
 */
export async function findStandingJudges(
  people: Pick<People, 'findRoleOfLogin'>,
  repository: RepositoryRef,
  { roles }: Configuration,
  { judged = [], waived = [] }: CarriedFrom,
): Promise<{ judges: string[]; waivers: string[] }> {
  const mayStill = async (logins: readonly string[], least: Configuration['roles']['review']): Promise<string[]> => {
    const found = await Promise.all(
      [...new Set(logins)].map(async (login) => ({ login, role: await people.findRoleOfLogin(repository, login) })),
    )
    return found.flatMap(({ login, role }) => (role !== 'unknown' && roleAtLeast(role, least) ? [login] : []))
  }
  const judges = await mayStill(
    judged.flatMap(({ judge }) => judge ?? []),
    roles.review,
  )
  const waivers = await mayStill(
    waived.map(({ by }) => by),
    roles.waive,
  )
  return { judges, waivers }
}
