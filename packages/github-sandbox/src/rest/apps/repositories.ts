import { coversRepository, findRole, hasRole } from '../../handler/permissions.ts'
import { orNotFound } from '../../handler/or-not-found.ts'
import { presentInstallation } from '../../present/accounts/installation.ts'
import { presentFullRepository, presentRepository } from '../../present/repository.ts'
import { presentUser } from '../../present/accounts/user.ts'
import { GitHubError, type RouteContext, type Routes } from '../../handler/route.ts'
import type { Repository, Role, User } from '../../world/world.ts'

export const repositoryRoutes: Routes = {
  'GET /repos/{owner}/{repo}': (context) => {
    const repo = context.repository()
    return { status: 200, body: presentFullRepository(context, repo, findOwnRole(context, repo)) }
  },

  'GET /repos/{owner}/{repo}/installation': (context) => {
    const repo = context.repository()
    if (context.actor.kind !== 'app') throw new GitHubError(401, 'A JSON web token could not be decoded')
    const { app } = context.actor
    const installation = orNotFound(app.installations.find((one) => one.repositoryIds.includes(repo.id)))

    return { status: 200, body: presentInstallation(context, app, installation) }
  },

  'GET /repos/{owner}/{repo}/collaborators': (context) => {
    const repo = context.repository()
    const { actor, query } = context
    if (actor.kind === 'person' && !hasRole(repo, actor.user.login, 'write'))
      throw new GitHubError(403, 'Must have push access to view repository collaborators.')
    context.require(repo, 'write', 'metadata', 'read')
    const wanted = roleOfPermission[query['permission'] ?? 'pull'] ?? 'read'
    const users = context.world.users.filter(
      (user) => repo.roles[user.login] !== undefined && hasRole(repo, user.login, wanted),
    )

    return { status: 200, list: users.map((user) => presentCollaborator(context, repo, user)) }
  },

  'GET /repos/{owner}/{repo}/collaborators/{username}/permission': (context) => {
    const repo = context.repository()
    context.user()
    context.require(repo, 'write', 'metadata', 'read')
    const login = context.params['username'] ?? ''
    const user = context.world.users.find((one) => one.login.toLowerCase() === login.toLowerCase())
    if (user === undefined) throw new GitHubError(404, `${login} is not a user`)
    const role = findRole(repo, user.login)

    return {
      status: 200,
      body: {
        permission: role === undefined ? 'none' : legacyPermission(role),
        role_name: role ?? 'none',
        user: presentCollaborator(context, repo, user),
      },
    }
  },

  'GET /installation/repositories': (context) => {
    const { actor } = context
    if (actor.kind !== 'installation')
      throw new GitHubError(
        403,
        'You must authenticate with an installation access token in order to list repositories for an installation.',
      )
    const covered = context.world.repositories.filter((repo) => coversRepository(actor, repo))

    return {
      status: 200,
      list: covered.map((repo) => presentRepository(context, repo)),
      wrap: (page, total) => ({
        total_count: total,
        repository_selection: actor.repositoryIds ? 'selected' : 'all',
        repositories: page,
      }),
    }
  },
}

/** Names of the `permission` filter. */
const roleOfPermission: Partial<Record<string, Role>> = {
  pull: 'read',
  triage: 'triage',
  push: 'write',
  maintain: 'maintain',
  admin: 'admin',
}

/** Schema `collaborator`. */
function presentCollaborator(context: RouteContext, repo: Repository, user: User) {
  const has = (wanted: Role) => hasRole(repo, user.login, wanted)
  return {
    ...presentUser(context, user),
    permissions: {
      admin: has('admin'),
      maintain: has('maintain'),
      push: has('write'),
      triage: has('triage'),
      pull: has('read'),
    },
    role_name: findRole(repo, user.login) ?? 'none',
  }
}

/** The old field knows four levels only: maintain counts as write and triage as read. */
function legacyPermission(role: Role): 'admin' | 'write' | 'read' {
  switch (role) {
    case 'admin':
      return 'admin'
    case 'maintain':
    case 'write':
      return 'write'
    case 'triage':
    case 'read':
      return 'read'
  }
}

function findOwnRole(context: RouteContext, repo: Repository): Role | undefined {
  switch (context.actor.kind) {
    case 'person':
      return findRole(repo, context.actor.user.login)
    case 'installation':
      return context.actor.permissions['contents'] === 'write' ? 'write' : 'read'
    case 'app':
    case 'anonymous':
      return undefined
  }
}
