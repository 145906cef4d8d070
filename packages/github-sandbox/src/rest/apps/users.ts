import { presentUser } from '../../present/accounts/user.ts'
import { GitHubError, type RouteContext, type Routes } from '../../handler/route.ts'
import type { User } from '../../world/world.ts'

export const userRoutes: Routes = {
  'GET /user': (context) => {
    if (context.actor.kind === 'installation') throw new GitHubError(403, 'Resource not accessible by integration')
    return { status: 200, body: presentPublicUser(context, context.user()) }
  },

  'GET /users/{username}': (context) => {
    const login = (context.params['username'] ?? '').toLowerCase()
    const user = context.world.users.find((one) => one.login.toLowerCase() === login)
    if (user === undefined) throw new GitHubError(404, 'Not Found')

    return { status: 200, body: presentPublicUser(context, user) }
  },
}

/** Schema `public-user`. */
function presentPublicUser(context: RouteContext, user: User) {
  return {
    ...presentUser(context, user),
    name: user.name,
    company: null,
    blog: '',
    location: null,
    email: null,
    hireable: null,
    bio: null,
    public_repos: 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: '2016-09-14T00:00:00Z',
    updated_at: '2016-09-14T00:00:00Z',
  }
}
