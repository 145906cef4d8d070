import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { call, GitHubFault } from '../client/github-fault.ts'
import type { InstallationClient } from '../client/installation-client.ts'

const notPermitted =
  'this repository doesn’t let GITHUB_TOKEN open pull requests. Allow it (Settings → Actions → General → “Allow GitHub Actions to create and approve pull requests”), or give the bot the token of an App; then `/retry`'

/** The open pull request of that branch into that base, made if there is none. */
export async function openPull(
  client: InstallationClient,
  repository: RepositoryRef,
  pull: { head: string; into: string; title: string; body: string },
): Promise<number> {
  const octokit = await client.octokit(repository)
  const place = { owner: repository.owner, repo: repository.name }
  try {
    const made = await octokit.rest.pulls.create({
      ...place,
      head: pull.head,
      base: pull.into,
      title: pull.title,
      body: pull.body,
    })
    client.pullIds.keep(repository, made.data.number, made.data.node_id)
    return made.data.number
  } catch (error) {
    const open = await call('look for the pull request', () =>
      octokit.rest.pulls.list({ ...place, head: `${repository.owner}:${pull.head}`, base: pull.into, state: 'open' }),
    )
    // A fork of the same owner has the same label.
    const found = open.data.find((one) => one.head.repo?.id === one.base.repo.id)
    if (found !== undefined) {
      client.pullIds.keep(repository, found.number, found.node_id)
      return found.number
    }
    if (error instanceof Error && /not permitted to create or approve pull requests/.test(error.message))
      throw new GitHubFault('github_refused', notPermitted, '', { status: 403, cause: error })
    return call('open the pull request', () => Promise.reject(error))
  }
}
