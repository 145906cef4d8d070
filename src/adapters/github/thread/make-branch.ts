import type { RepositoryRef } from '../../../application/repository-ref.ts'
import type { Posted, ThreadPost } from '../../../application/ports/forge/thread.ts'
import { findObstacle } from '../../../application/attempts/name-obstacle.ts'
import { GitHubFault } from '../client/github-fault.ts'
import { explainRefusedRef } from '../rules/explain-refused-ref.ts'
import { findHead } from '../read/find-head.ts'
import { findRepositoryId } from '../read/find-repository-id.ts'
import type { InstallationClient } from '../client/installation-client.ts'
import type { FieldAnswer, MutationField } from '../client/mutate-together.ts'

type BranchPost = Extract<ThreadPost, { kind: 'branch' }>

export async function branchField(
  client: InstallationClient,
  repository: RepositoryRef,
  { branch, sha }: BranchPost,
): Promise<MutationField> {
  const repositoryId = await findRepositoryId(client, repository)
  return {
    type: 'CreateRefInput',
    field: 'createRef(input: $%) { ref { name } }',
    input: { repositoryId, name: `refs/heads/${branch}`, oid: sha },
  }
}

/** One that stands already is from an earlier try or an earlier loop of this plan: what is on it stays. */
export async function settleBranch(
  client: InstallationClient,
  repository: RepositoryRef,
  { op, branch }: BranchPost,
  answer: FieldAnswer | undefined,
): Promise<Posted> {
  if (answer?.kind === 'done' || (await findHead(client, repository, branch)) !== null)
    return { op, ok: true, id: null, nodeId: null }
  const why = answer?.why ?? 'no answer'
  if (answer?.isOutage !== false) return { op, ok: false, why, isOutage: true }
  const refusal = new GitHubFault('github_refused', why, '', { status: 422 })
  const told = await explainRefusedRef(client, repository, { branch, expected: null }, refusal)
  const obstacle = told === 'moved' ? null : findObstacle(told)
  return { op, ok: false, why, isOutage: false, ...(obstacle === null ? {} : { obstacle }) }
}
