import { nodeId } from '../../world/node-id.ts'
import type { PresentContext } from '../present-context.ts'
import { presentLogin } from './user.ts'

/** The `organization` part of webhook payloads; undefined where the owner is a person. */
export function presentOrganization(context: PresentContext, login: string) {
  const owner = context.world.users.find((user) => user.login === login)
  if (owner?.type !== 'Organization') return undefined
  const url = `${context.api}/orgs/${login}`

  return {
    login,
    id: owner.id,
    node_id: nodeId('Organization', owner.id),
    url,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    hooks_url: `${url}/hooks`,
    issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`,
    public_members_url: `${url}/public_members{/member}`,
    avatar_url: presentLogin(context, login).avatar_url,
    description: '',
  }
}
