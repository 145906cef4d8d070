import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { workflowBranch } from '../../../domain/records/iss-record.ts'
import { parseSeal } from '../../../domain/records/seal/state-seal.ts'
import { assertOurHead } from './check-head.ts'
import { call, statusOf } from '../client/github-fault.ts'
import type { InstallationClient } from '../client/installation-client.ts'
import type { StateMac } from './state-mac.ts'

/** `current`: its head is sealed with the newest key already. `absent`: there is no workflow branch. `moved`: somebody wrote meanwhile, so ask again. */
export type Renewal = 'renewed' | 'current' | 'absent' | 'moved'

/**
 * Puts a commit that changes nothing upon a head that a former secret sealed, so that the former secret is needed no more
 * (docs/decisions/0030). Throws `on_hold` where the head isn't the App's.
 */
export async function renewSeal(
  client: InstallationClient,
  mac: StateMac,
  repository: RepositoryRef,
): Promise<Renewal> {
  const { git, repos } = (await client.octokit(repository)).rest
  const place = { owner: repository.owner, repo: repository.name }
  const head = await findCommit(() => repos.getBranch({ ...place, branch: workflowBranch }))
  if (head === undefined) return 'absent'
  const { sha, parents, commit } = head
  const keys = parseSeal(commit.message)?.keys ?? []
  const { id: repositoryId } = (await call('look at the repository', () => repos.get(place))).data
  const seen = {
    sha,
    message: commit.message,
    parents: parents.map((parent) => parent.sha),
    isVerified: commit.verification?.verified === true,
  }
  await assertOurHead(client, mac, repository, seen, repositoryId)
  if (keys.some((key) => key === mac.publicKeys[0])) return 'current'
  const trailers = mac.trailers({ repositoryId, parent: sha, ops: [`renew/${sha.slice(0, 12)}`], changes: [] })
  const message = `sign with the new key\n\n${trailers.join('\n')}`
  const tree = commit.tree.sha
  const made = await call('sign anew', () => git.createCommit({ ...place, message, tree, parents: [sha] }))
  const ref = `heads/${workflowBranch}`
  try {
    await git.updateRef({ ...place, ref, sha: made.data.sha, force: false })
    return 'renewed'
  } catch (error) {
    if (statusOf(error) === 422) return 'moved'
    return call('move the workflow branch', () => Promise.reject(error))
  }
}

async function findCommit<T>(ask: () => Promise<{ data: { commit: T } }>): Promise<T | undefined> {
  try {
    return (await ask()).data.commit
  } catch (error) {
    if (statusOf(error) === 404) return undefined
    return call('look at the workflow branch', () => Promise.reject(error))
  }
}
