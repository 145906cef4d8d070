import { nodeId } from '../world/node-id.ts'
import type { Label, Repository } from '../world/world.ts'
import type { PresentContext } from './present-context.ts'
import { repositoryUrl } from './repository.ts'

const defaultNames = new Set([
  'bug',
  'documentation',
  'duplicate',
  'enhancement',
  'good first issue',
  'help wanted',
  'invalid',
  'question',
  'wontfix',
])

/** Schema `label`. */
export function presentLabel(context: PresentContext, repo: Repository, label: Label) {
  return {
    id: label.id,
    node_id: nodeId('Label', label.id),
    url: `${repositoryUrl(context, repo)}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    color: label.color,
    default: defaultNames.has(label.name),
    description: label.description,
  }
}

/** The labels of these names that the repository has, in their order on the issue. */
export function presentLabels(context: PresentContext, repo: Repository, names: string[]) {
  return names
    .flatMap((name) => repo.labels.filter((label) => label.name === name))
    .map((label) => presentLabel(context, repo, label))
}
