import type { Repository } from '../../world/world.ts'

/** How GitHub names a person's standing in a repository. */
export function authorAssociation(repo: Repository, login: string): string {
  if (login === repo.owner) return 'OWNER'
  if (repo.roles[login]) return 'COLLABORATOR'
  const contributed = repo.pulls.some(
    (pull) => pull.merged && repo.issues.some((issue) => issue.number === pull.number && issue.user === login),
  )

  return contributed ? 'CONTRIBUTOR' : 'NONE'
}
