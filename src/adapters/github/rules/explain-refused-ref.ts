import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { call, ruleFault, statusOf, toGitHubFault } from '../client/github-fault.ts'
import type { InstallationClient } from '../client/installation-client.ts'
import { findHead } from '../read/find-head.ts'

/** A branch that was to be made (`expected` null) or moved from there. */
interface RefusedRef {
  branch: string
  expected: string | null
}

/**
 * Why GitHub did not make or move a branch. `moved`: it isn't where it was expected to be. Where GitHub tells no more than
 * that the update failed, it is looked for: a name that git can't have beside another (googleapis/release-please#1024), and
 * else a rule that has no words (release-plz/action#518).
 */
export async function explainRefusedRef(
  client: InstallationClient,
  repository: RepositoryRef,
  { branch, expected }: RefusedRef,
  error: unknown,
): Promise<'moved' | Error> {
  const fault = toGitHubFault(error, expected === null ? `make ${branch}` : `move ${branch}`)
  if (fault.code !== 'github_refused' || statusOf(error) !== 422) return fault
  if ((await findHead(client, repository, branch)) !== expected) return 'moved'
  const taken = expected === null ? await findTaken(client, repository, branch) : undefined
  const kind = taken === undefined ? 'other' : 'branch_taken'
  const says = taken ?? (error instanceof Error ? error.message.split(' - https://')[0] : undefined) ?? ''
  const isTold = taken !== undefined || /reference update failed|ref cannot be created/i.test(says)
  return isTold ? ruleFault(`make ${branch}`, { kind, says }) : fault
}

/** The branch that git can't have beside that one: a folder of its name, or what lies below it. */
async function findTaken(
  client: InstallationClient,
  repository: RepositoryRef,
  branch: string,
): Promise<string | undefined> {
  const folders = branch.split('/').slice(0, -1)
  for (let length = folders.length; length > 0; length -= 1) {
    const name = folders.slice(0, length).join('/')
    if ((await findHead(client, repository, name)) !== null) return name
  }
  const octokit = await client.octokit(repository)
  const place = { owner: repository.owner, repo: repository.name, ref: `heads/${branch}/` }
  const below = await call('look for branches', () => octokit.rest.git.listMatchingRefs(place))
  return below.data[0]?.ref.replace(/^refs\/heads\//, '')
}
