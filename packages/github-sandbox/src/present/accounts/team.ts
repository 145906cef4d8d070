import type { Repository } from '../../world/world.ts'
import type { PresentContext } from '../present-context.ts'

/** Schema `team`, of one that a repository knows by its slug. */
export function presentTeam({ api }: PresentContext, { owner, teams = [] }: Repository, slug: string) {
  const id = 1_000 + teams.indexOf(slug)
  const url = `${api}/orgs/${owner}/teams/${slug}`

  return {
    id,
    node_id: `T_${id}`,
    url,
    html_url: url,
    members_url: `${url}/members{/member}`,
    repositories_url: `${url}/repos`,
    name: slug,
    slug,
    description: null,
    privacy: 'closed',
    notification_setting: 'notifications_enabled',
    permission: 'push',
    type: 'organization',
    organization_id: 1,
    parent: null,
  }
}
