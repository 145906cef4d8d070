import { nodeId } from '../../world/node-id.ts'
import type { Repository } from '../../world/world.ts'
import { makeGitObject } from './git-objects.ts'
import type { GraphqlContext, GraphqlObject } from '../graphql-context.ts'

export function makeRef(context: GraphqlContext, repo: Repository, ref: string, sha: string): GraphqlObject {
  const prefix = /^refs\/[^/]+\//.exec(ref)?.[0] ?? 'refs/'

  return {
    __typename: 'Ref',
    id: nodeId('Ref', `${repo.id}:${ref}`),
    name: ref.slice(prefix.length),
    prefix,
    target: () => makeGitObject(context, repo, sha),
    repository: () => context.makeRepository(repo),
  }
}

/** `refs/heads/main`, `heads/main`, or the short name of a branch or tag. */
export async function findRef(context: GraphqlContext, repo: Repository, name: string): Promise<GraphqlObject | null> {
  const git = context.git(repo)
  for (const ref of [name, `refs/${name}`, `refs/heads/${name}`, `refs/tags/${name}`]) {
    const sha = ref.startsWith('refs/') ? await git.readRef(ref) : undefined
    if (sha !== undefined) return makeRef(context, repo, ref, sha)
  }

  return null
}
