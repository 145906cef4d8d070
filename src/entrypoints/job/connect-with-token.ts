import { Octokit } from '@octokit/rest'
import {
  createInstallationClient,
  type GitHubOctokit,
  type InstallationClient,
} from '../../adapters/github/client/installation-client.ts'
import { githubLimits } from '../../adapters/github/client/limits/request-limits.ts'
import { type PacedClient, paceRequests, type Pacing } from '../../adapters/github/client/pace-requests.ts'
import type { JobSettings } from './job-settings.ts'

/** Events of workflows name no installation: all that a job does belongs to this one. */
export const jobInstallation = 1

export interface TokenClients extends PacedClient {
  client: InstallationClient
  octokit: GitHubOctokit
}

/** GitHub as one token reaches it, within its limits. */
export function connectWithToken(
  settings: Pick<JobSettings, 'GITHUB_API_URL' | 'SECONDARY_LIMITS' | 'TOKEN' | 'WRITE_SPACING_MS'>,
  tools: Pick<Pacing, 'now' | 'wait' | 'observe'> & { warn: (message: string) => void },
): TokenClients {
  const silent = () => {}
  const octokit: GitHubOctokit = new Octokit({
    auth: settings.TOKEN,
    baseUrl: settings.GITHUB_API_URL,
    // What it says of each request is in our own log already.
    log: { debug: silent, info: silent, warn: tools.warn, error: tools.warn },
  })
  const pacing: Pacing = {
    ...tools,
    writeSpacingMs: settings.WRITE_SPACING_MS,
    limits: settings.SECONDARY_LIMITS === 'off' ? null : githubLimits,
    deadline: (ms) => AbortSignal.timeout(ms),
  }
  const paced = paceRequests(octokit, pacing, jobInstallation)
  return { client: createInstallationClient(() => octokit), octokit, stopWaiting: () => paced.stopWaiting() }
}
