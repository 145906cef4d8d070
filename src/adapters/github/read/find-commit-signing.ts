import type { ProbotOctokit } from 'probot'
import { workflowBranch } from '../../../domain/records/iss-record.ts'
import { call, statusOf } from '../client/github-fault.ts'
import type { InstallationClient } from '../client/installation-client.ts'
import { listInstalledRepositories } from './list-repositories.ts'

/** More repositories are not looked into. */
const mostRepositories = 30

/** Whether GitHub signs what the App commits, by the newest record of a repository; undefined where there is none yet. */
export async function findCommitSigning(
  app: Pick<ProbotOctokit, 'paginate' | 'rest'>,
  client: Pick<InstallationClient, 'octokit'>,
): Promise<{ repository: string; isSigned: boolean } | undefined> {
  const repositories = await listInstalledRepositories(app, client)
  for (const repository of repositories.slice(0, mostRepositories)) {
    const octokit = await client.octokit(repository)
    const place = { owner: repository.owner, repo: repository.name }
    try {
      const { data } = await octokit.rest.repos.getCommit({ ...place, ref: workflowBranch })
      const { message, verification } = data.commit
      if (message.includes('\nCountersign-Mac: '))
        return { repository: repository.key, isSigned: verification?.verified === true }
    } catch (error) {
      if (![404, 409, 422].includes(statusOf(error) ?? 0))
        return call('read the newest record', () => Promise.reject(error))
    }
  }
  return undefined
}
