import type { CheckReport, PullMerge } from '../../../application/ports/forge/pull-requests.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import type { InstallationClient } from '../client/installation-client.ts'
import { type MutationField, mutateTogether } from '../client/mutate-together.ts'
import { checkField } from './report-check.ts'

interface MutationIds {
  repositoryId: string
  pullRequestId: string
}

/**
 * A new check run and the merge in one request: mutations run in order, and where one fails the rest still runs. GitHub
 * looks at its rules for the merge when it comes to it, with the check run made.
 */
export async function reportAndMerge(
  client: InstallationClient,
  repository: RepositoryRef,
  { repositoryId, pullRequestId }: MutationIds,
  check: CheckReport,
  merge: PullMerge,
): Promise<{ isPosted: boolean; mergeSha: string | null }> {
  const fields = [checkField(repositoryId, check), mergeField(pullRequestId, merge)]
  const [[posted, merged] = []] = await mutateTogether(client, repository, [fields], 'post a verdict and merge')
  return {
    isPosted: posted?.kind === 'done',
    mergeSha: merged?.kind === 'done' ? readMergeSha(merged.data) : null,
  }
}

function mergeField(pullRequestId: string, { headSha, title }: PullMerge): MutationField {
  return {
    type: 'MergePullRequestInput',
    field: 'mergePullRequest(input: $%) { pullRequest { merged mergeCommit { oid } } }',
    input: { pullRequestId, expectedHeadOid: headSha, mergeMethod: 'MERGE', commitHeadline: title },
  }
}

/** Null where GitHub doesn't say: asked for by itself. */
function readMergeSha({ pullRequest }: Record<string, unknown>): string | null {
  const { merged, mergeCommit } = pullRequest as { merged: boolean; mergeCommit: { oid: string } | null }
  return merged ? (mergeCommit?.oid ?? null) : null
}
