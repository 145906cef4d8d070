import { nodeId } from '../../world/node-id.ts'
import type { Repository } from '../../world/world.ts'
import type { PresentContext } from '../present-context.ts'
import { repositoryPage, repositoryUrl } from '../repository.ts'

/** A workflow's id, made of its path because workflows are files and not kept in the world: 31-bit FNV-1a with the repository's id. */
export function workflowId(repo: Repository, path: string): number {
  let hash = 0x811c9dc5
  for (const character of `${repo.id}:${path}`) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)

  return (hash >>> 1) + 1
}

/** Schema `workflow`. */
export function presentWorkflow(context: PresentContext, repo: Repository, workflow: { path: string; name: string }) {
  const id = workflowId(repo, workflow.path)
  const page = repositoryPage(context, repo)
  const file = workflow.path.split('/').at(-1)

  return {
    id,
    node_id: nodeId('Workflow', id),
    name: workflow.name,
    path: workflow.path,
    state: 'active',
    created_at: repo.createdAt,
    updated_at: repo.createdAt,
    url: `${repositoryUrl(context, repo)}/actions/workflows/${id}`,
    html_url: `${page}/blob/${repo.defaultBranch}/${workflow.path}`,
    badge_url: `${page}/actions/workflows/${file}/badge.svg`,
  }
}
