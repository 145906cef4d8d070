import type { DraftToOpen, OpenedDraft } from '../../../application/ports/forge/pull-requests.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import type { InstallationClient } from '../client/installation-client.ts'
import { findHead } from '../read/find-head.ts'
import { openPull } from './open-pull.ts'
import { publishVersion } from './publish-version.ts'

/**
 * A draft pull request of a branch on which nothing was done yet. GitHub opens none without a commit, so it begins with
 * one that changes nothing; a branch that holds something already is left as it is.
 */
export async function openDraftPull(
  client: InstallationClient,
  repository: RepositoryRef,
  { pullRequest: pull, ...draft }: DraftToOpen,
  again: boolean,
): Promise<OpenedDraft> {
  const pullRequest = { ...pull, draft: true as const }
  const head = again ? await findHead(client, repository, draft.branch) : null
  if (head !== null && head !== draft.base) {
    const number = await openPull(client, repository, { head: draft.branch, ...pullRequest })
    return { number, commitSha: null }
  }
  const version = { ...draft, pullRequest, parent: null, parentBase: null, files: [] }
  const { commitSha, pullRequest: number } = await publishVersion(client, repository, version, again)
  if (number === null) throw new Error(`${draft.branch} was published without its pull request`)
  return { number, commitSha }
}
