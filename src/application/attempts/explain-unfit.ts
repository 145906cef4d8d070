import { findMisfit } from '../../domain/plan/assignee.ts'
import type { People } from '../ports/forge/people.ts'
import type { RepositoryRef } from '../repository-ref.ts'

/** Why the person whom a task names (`@ada`) can't do it now, as a clause; undefined where they can, or it names nobody. */
export async function explainUnfit(
  people: Pick<People, 'findRoleOfLogin'>,
  repository: RepositoryRef,
  id: string,
  executor: string,
): Promise<string | undefined> {
  if (!executor.startsWith('@')) return undefined
  const login = executor.slice(1)
  const role = await people.findRoleOfLogin(repository, login)
  return findMisfit({ id, work: [] }, executor, { executors: [] }, { people: [{ login, role }], writers: [] })
}
