import type { People } from '../ports/forge/people.ts'
import type { RepositoryRef } from '../repository-ref.ts'

type Asked = Pick<People, 'findRoleOfLogin' | 'listWriters'>

/** The same, of one repository, for as long as one plan is made: what was asked is not asked again, also while it is under way. */
export function askPeopleOnce(people: Asked, repository: RepositoryRef): Asked {
  const roles = new Map<string, ReturnType<Asked['findRoleOfLogin']>>()
  let writers: ReturnType<Asked['listWriters']> | undefined
  return {
    findRoleOfLogin(_repository, login) {
      const role = roles.get(login) ?? people.findRoleOfLogin(repository, login)
      roles.set(login, role)
      return role
    },
    listWriters: () => (writers ??= people.listWriters(repository)),
  }
}
