import { Octokit } from '@octokit/rest'
import { type FetchedBranch, fetchBranch } from '../../../adapters/git/fetched-branch.ts'
import { parseRecord, parseWork, recordPath, stateFilePaths } from '../../../application/state/state-files.ts'
import { workflowBranch } from '../../../domain/records/iss-record.ts'
import type { Work } from '../../../domain/records/work.ts'
import { findSource } from '../../server/find-source.ts'
import { findGitHubPlace } from '../read/find-github-place.ts'
import { parseIssueNumber } from '../read/parse-issue-number.ts'

/** The repository that an agent works with, as whoever the token of `env` is. */
export interface McpPlace {
  repo: string
  env: Record<string, string | undefined>
}

/** GitHub as who the token belongs to. */
export interface McpGitHub {
  octokit: Octokit
  at: { owner: string; repo: string }
}

/** The newest state of the workflow branch. Throws where Countersign never worked there. */
export async function fetchState({ repo, env }: McpPlace): Promise<FetchedBranch> {
  const fetched = await fetchBranch(await findSource(repo, env), workflowBranch, env)
  if (fetched === undefined)
    throw new Error(`${repo} has no branch ${workflowBranch}: Countersign never worked there, or it was not fetched`)
  return fetched
}

/** Everything that is recorded of an issue (`7`, `#7`, `ISS-007`). Throws where it is not registered. */
export async function readIssueWork(
  place: McpPlace,
  issue: string,
): Promise<Work & { record: NonNullable<Work['record']> }> {
  const number = parseIssueNumber(issue)
  if (number === undefined)
    throw new Error(`an issue is a number, such as 7, #7 or ISS-007, not ${JSON.stringify(issue)}`)
  await using fetched = await fetchState(place)
  const path = recordPath(number)
  const text = (await fetched.texts.readMany([path])).get(path)
  if (text === undefined) throw new Error(`issue ${number} is not registered in ${place.repo}`)
  const record = parseRecord(path, text)
  const files = Object.values(stateFilePaths(record)).filter((one) => one !== null)
  const texts = await fetched.texts.readMany(files)
  return { record, ...parseWork(record, (one) => texts.get(one) ?? null) }
}

/** Throws where there is no token, or no GitHub behind the repository: what changes something is done as somebody. */
export async function openMcpGitHub({ repo, env }: McpPlace): Promise<McpGitHub> {
  const at = await findGitHubPlace(repo, env)
  if (at === undefined) throw new Error(`${repo} names no repository on GitHub; start with --repo owner/name`)
  const token = at.isHome ? (env['GITHUB_TOKEN'] ?? env['GH_TOKEN']) : undefined
  if (token === undefined || token === '')
    throw new Error(
      'this acts on GitHub as you: give a token of yours (GITHUB_TOKEN, or Authorization: Bearer over HTTP)',
    )
  return { octokit: new Octokit({ baseUrl: at.apiUrl, auth: token }), at: { owner: at.owner, repo: at.repo } }
}
