import type { CheckReport } from '../../../application/ports/forge/pull-requests.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { call, GitHubFault } from '../client/github-fault.ts'
import { type InstallationClient, query } from '../client/installation-client.ts'
import { mutateTogether } from '../client/mutate-together.ts'
import { findRepositoryId } from '../read/find-repository-id.ts'
import { checkField } from './report-check.ts'

const notPermitted =
  'this repository doesn’t let GITHUB_TOKEN open pull requests. Allow it (Settings → Actions → General → “Allow GitHub Actions to create and approve pull requests”), or give the bot the token of an App; then `/retry`'

/** Marks a pull request as a draft, or as ready for review; REST can't. */
export async function setDraft(
  client: InstallationClient,
  repository: RepositoryRef,
  id: string,
  draft: boolean,
): Promise<void> {
  const field = draft ? 'convertPullRequestToDraft' : 'markPullRequestReadyForReview'
  const document = `mutation($id: ID!) { ${field}(input: { pullRequestId: $id }) { pullRequest { isDraft } } }`
  await call('change the draft state', () => query(client, repository, document, { id }))
}

/** The open pull request of that branch into that base, made if there is none. */
export async function openPull(
  client: InstallationClient,
  repository: RepositoryRef,
  pull: { head: string; into: string; title: string; body: string; draft?: true },
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
      ...(pull.draft === true && { draft: true }),
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
      // It was opened for a person before somebody else took over.
      if (found.draft === true && pull.draft !== true) await setDraft(client, repository, found.node_id, false)
      return found.number
    }
    // Not every plan of GitHub has them in private repositories.
    const { draft, ...plain } = pull
    if (draft === true && error instanceof Error && /draft pull requests are not supported/i.test(error.message))
      return openPull(client, repository, plain)
    if (error instanceof Error && /not permitted to create or approve pull requests/.test(error.message))
      throw new GitHubFault('github_refused', notPermitted, '', { status: 403, cause: error })
    return call('open the pull request', () => Promise.reject(error))
  }
}

/** A new pull request and a new check run in one request: where one of the two fails the other still comes. */
export async function openPullWithCheck(
  client: InstallationClient,
  repository: RepositoryRef,
  pull: { head: string; into: string; title: string; body: string },
  check: CheckReport,
): Promise<{ number: number; isPosted: boolean } | null> {
  const repositoryId = await findRepositoryId(client, repository)
  const { head: headRefName, into: baseRefName, title, body } = pull
  const opening = {
    type: 'CreatePullRequestInput',
    field: 'createPullRequest(input: $%) { pullRequest { number id } }',
    input: { repositoryId, headRefName, baseRefName, title, body },
  }
  const fields = [opening, checkField(repositoryId, check)]
  const [[opened, posted] = []] = await mutateTogether(
    client,
    repository,
    [fields],
    'open a pull request with its check',
  )
  if (opened?.kind !== 'done') return null
  const { number, id } = opened.data['pullRequest'] as { number: number; id: string }
  client.pullIds.keep(repository, number, id)
  return { number, isPosted: posted?.kind === 'done' }
}
