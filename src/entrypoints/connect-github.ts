import { setTimeout as wait } from 'node:timers/promises'
import { ProbotOctokit } from 'probot'
import { createInstallationAuth } from '../adapters/github/client/installation-auth.ts'
import { type PacedClient, paceRequests, type Pacing } from '../adapters/github/client/pace-requests.ts'
import { githubLimits, shareLimits } from '../adapters/github/client/request-limits.ts'
import { createInstallationClient, type InstallationClient } from '../adapters/github/installation-client.ts'
import type { Settings } from './settings.ts'

export interface GitHubConnection {
  client: InstallationClient
  /** As the App itself, without an installation. */
  app: ProbotOctokit
  /** A second identity that reviews; null where there is none. */
  reviewer: ProbotOctokit | null
  botLogin: string
  /** What these do is no news (I12). */
  ourLogins: readonly string[]
  /** The server is to end: requests that would have to wait for long are refused from now on. */
  stopWaiting(): void
}

/** Clock and observer of every request; the defaults are the real clock and nobody. */
export type GitHubTools = Partial<Pick<Pacing, 'now' | 'wait' | 'deadline' | 'observe'>>

/** Who the App is on GitHub, and its paced clients for each installation. Writes are never retried blindly (design 4 "Retries"). */
export async function connectGitHub(settings: Settings, tools: GitHubTools = {}): Promise<GitHubConnection> {
  const pacing = pacingOf(settings, tools)
  const paced: PacedClient[] = []
  const pace = (octokit: ProbotOctokit, installationId: number | null) => {
    paced.push(paceRequests(octokit, pacing, installationId))
  }
  const app = createOctokit(settings, appAuth(settings))
  pace(app, null)
  const slug = (await app.rest.apps.getAuthenticated()).data?.slug ?? ''
  const reviewer =
    settings.REVIEWER_TOKEN === undefined ? null : createOctokit(settings, { token: settings.REVIEWER_TOKEN })
  if (reviewer !== null) pace(reviewer, null)
  const reviewerLogin = reviewer === null ? null : (await reviewer.rest.users.getAuthenticated()).data.login
  const authStrategy = createInstallationAuth(pacing)
  const client = createInstallationClient((installationId) => {
    const octokit = createOctokit(settings, { ...appAuth(settings), installationId }, { authStrategy })
    pace(octokit, installationId)
    return octokit
  })
  const botLogin = `${slug}[bot]`
  const ourLogins = reviewerLogin === null ? [botLogin] : [botLogin, reviewerLogin]
  const stopWaiting = () => paced.forEach((one) => one.stopWaiting())
  return { client, app, reviewer, botLogin, ourLogins, stopWaiting }
}

function pacingOf(settings: Settings, tools: GitHubTools): Pacing {
  return {
    writeSpacingMs: settings.WRITE_SPACING_MS * settings.LIMITS_SHARED_BY,
    limits: settings.SECONDARY_LIMITS === 'off' ? null : shareLimits(githubLimits, settings.LIMITS_SHARED_BY),
    now: Date.now,
    wait: (ms) => wait(ms),
    deadline: (ms) => AbortSignal.timeout(ms),
    observe: () => {},
    ...tools,
  }
}

function appAuth({ APP_ID, PRIVATE_KEY }: Settings) {
  return { appId: APP_ID, privateKey: PRIVATE_KEY }
}

/** Probot's Octokit with its own authentication. Its throttle spaces queries too and its retry repeats writes: both are off. */
function createOctokit(settings: Settings, auth: Record<string, unknown>, more: object = {}): ProbotOctokit {
  return new ProbotOctokit({
    ...more,
    auth,
    baseUrl: settings.GITHUB_API_URL,
    throttle: { enabled: false },
    retry: { enabled: false },
  })
}
