import type { Sandbox } from 'github-sandbox'

/** As GitHub calls the roles in a repository, and `none`. */
export const sandboxRoles = ['admin', 'maintain', 'write', 'triage', 'read', 'none'] as const

/** Who plays whom: a login, or what a token is called. */
export interface GivenRole {
  person: string
  role: (typeof sandboxRoles)[number]
}

/** Gives people other roles in all repositories, from now on; why not, where nobody is called so, and nothing is changed then. */
export function giveRoles({ world, logins }: Sandbox, given: readonly GivenRole[]): string | undefined {
  const people = new Map(Object.entries(logins).flatMap(([name, login]) => [[name, login] as const, [login, login]]))
  const unknown = given.find(({ person }) => !people.has(person))
  if (unknown !== undefined)
    return `nobody is called ${unknown.person}: there are ${Object.values(logins).join(', ')}, or ${Object.keys(logins).join(', ')}`
  for (const { person, role } of given) {
    const login = people.get(person) ?? person
    for (const { roles } of world.repositories) {
      if (role === 'none') delete roles[login]
      else roles[login] = role
    }
  }
  return undefined
}
