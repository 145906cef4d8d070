import { nodeId } from '../../world/node-id.ts'
import type { User } from '../../world/world.ts'
import type { PresentContext } from '../present-context.ts'

/** Schema `simple-user`. */
export function presentUser(context: PresentContext, user: User) {
  const url = `${context.api}/users/${encodeURIComponent(user.login)}`
  const page = user.type === 'Bot' ? `apps/${user.login.replace(/\[bot\]$/, '')}` : user.login

  return {
    login: user.login,
    id: user.id,
    node_id: nodeId(user.type, user.id),
    avatar_url: `${context.web}/avatars/u/${user.id}`,
    gravatar_id: '',
    url,
    html_url: `${context.web}/${page}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: user.type,
    user_view_type: 'public',
    site_admin: false,
  }
}

export type PresentedUser = ReturnType<typeof presentUser>

/** The user with this login as `simple-user`; a login nobody has is shown as GitHub shows deleted people, `ghost`. */
export function presentLogin(context: PresentContext, login: string): PresentedUser {
  const user = context.world.users.find((one) => one.login.toLowerCase() === login.toLowerCase())

  return presentUser(context, user ?? { id: 10137, login: 'ghost', name: 'Deleted user', type: 'User' })
}
