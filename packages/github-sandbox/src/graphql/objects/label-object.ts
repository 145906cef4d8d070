import { nodeId } from '../../world/node-id.ts'
import type { Label, Repository } from '../../world/world.ts'
import type { GraphqlContext, GraphqlObject } from '../graphql-context.ts'

export function makeLabel(context: GraphqlContext, repo: Repository, label: Label): GraphqlObject {
  return {
    __typename: 'Label',
    id: nodeId('Label', label.id),
    name: label.name,
    color: label.color,
    description: label.description,
    repository: () => context.makeRepository(repo),
  }
}
