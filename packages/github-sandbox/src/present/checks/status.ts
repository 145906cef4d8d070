import { nodeId } from '../../world/node-id.ts'
import type { Repository, Status } from '../../world/world.ts'
import type { PresentContext } from '../present-context.ts'
import { presentRepository, repositoryUrl } from '../repository.ts'
import { presentLogin } from '../accounts/user.ts'

/** Schema `status`. */
export function presentStatus(context: PresentContext, repo: Repository, status: Status) {
  return { ...presentSimpleStatus(context, repo, status), creator: presentLogin(context, status.creator) }
}

/** Schema `combined-commit-status`: the newest status of each context, pending until all succeeded. */
export function presentCombinedStatus(context: PresentContext, repo: Repository, sha: string) {
  const url = repositoryUrl(context, repo)
  const newest = new Map(repo.statuses.filter((one) => one.sha === sha).map((one) => [one.context, one]))
  const statuses = [...newest.values()]

  return {
    state: combinedState(statuses),
    statuses: statuses.map((status) => presentSimpleStatus(context, repo, status)),
    sha,
    total_count: statuses.length,
    repository: presentRepository(context, repo),
    commit_url: `${url}/commits/${sha}`,
    url: `${url}/commits/${sha}/status`,
  }
}

function presentSimpleStatus(context: PresentContext, repo: Repository, status: Status) {
  return {
    url: `${repositoryUrl(context, repo)}/statuses/${status.sha}`,
    avatar_url: presentLogin(context, status.creator).avatar_url,
    id: status.id,
    node_id: nodeId('StatusContext', status.id),
    state: status.state,
    description: status.description,
    target_url: status.targetUrl,
    context: status.context,
    created_at: status.createdAt,
    updated_at: status.createdAt,
  }
}

function combinedState(statuses: Status[]): string {
  if (statuses.some((one) => one.state === 'failure' || one.state === 'error')) return 'failure'

  return statuses.length > 0 && statuses.every((one) => one.state === 'success') ? 'success' : 'pending'
}
