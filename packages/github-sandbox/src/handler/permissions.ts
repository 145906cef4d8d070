import { GitHubError, type Actor } from './route.ts'
import type { Repository, Role } from '../world/world.ts'

const roleRanks: Role[] = ['read', 'triage', 'write', 'maintain', 'admin']
const levelRanks = ['read', 'write', 'admin']

/** The role of a login in a repository; everybody may read a public one. */
export function findRole(repo: Repository, login: string): Role | undefined {
  return repo.roles[login] ?? (repo.private ? undefined : 'read')
}

export function hasRole(repo: Repository, login: string, role: Role): boolean {
  const own = findRole(repo, login)
  return own !== undefined && roleRanks.indexOf(own) >= roleRanks.indexOf(role)
}

/** True where the installation (and its narrowed token) covers the repository. */
export function coversRepository(actor: Actor & { kind: 'installation' }, repo: Repository): boolean {
  return actor.installation.repositoryIds.includes(repo.id) && (actor.repositoryIds?.includes(repo.id) ?? true)
}

export function canSee(actor: Actor, repo: Repository): boolean {
  if (!repo.private) return true
  switch (actor.kind) {
    case 'person':
      return findRole(repo, actor.user.login) !== undefined
    case 'installation':
      return coversRepository(actor, repo)
    case 'app':
    case 'anonymous':
      return false
  }
}

/** Throws GitHub's refusal unless the actor has the role (a person) or the permission at that level (an installation). */
export function requireAccess(
  actor: Actor,
  repo: Repository,
  role: Role,
  permission: string,
  level: 'read' | 'write',
): void {
  if (!canSee(actor, repo)) throw new GitHubError(404, 'Not Found')
  if (repo.archived === true && level === 'write')
    throw new GitHubError(403, 'Repository was archived so is read-only.')
  switch (actor.kind) {
    case 'person':
      if (!hasRole(repo, actor.user.login, role)) throw new GitHubError(403, 'Must have admin rights to Repository.')
      return
    case 'installation':
      requireInstallationAccess(actor, repo, permission, level)
      return
    case 'app':
      throw new GitHubError(403, 'Resource not accessible by integration')
    case 'anonymous':
      if (level === 'write' || repo.private) throw new GitHubError(401, 'Requires authentication')
  }
}

function requireInstallationAccess(
  actor: Actor & { kind: 'installation' },
  repo: Repository,
  permission: string,
  level: 'read' | 'write',
): void {
  // Metadata comes with every installation, and public repositories can be read by all of them.
  if (level === 'read' && (permission === 'metadata' || !coversRepository(actor, repo))) return
  const granted = actor.permissions[permission] ?? ''
  const enough = levelRanks.indexOf(granted) >= levelRanks.indexOf(level)
  if (!coversRepository(actor, repo) || !enough) throw new GitHubError(403, 'Resource not accessible by integration')
}
