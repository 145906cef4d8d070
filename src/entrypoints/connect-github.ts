import { setTimeout as wait } from 'node:timers/promises'
import { Probot, ProbotOctokit } from 'probot'
import { createInstallationClient, type InstallationClient } from '../adapters/github/installation-client.ts'
import { paceRequests } from '../adapters/github/pace-requests.ts'
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
}

/** Who the App is on GitHub, and its paced clients for each installation. */
export async function connectGitHub(settings: Settings): Promise<GitHubConnection> {
  const auth = createAuth(settings)
  const app = await auth()
  const slug = (await app.rest.apps.getAuthenticated()).data?.slug ?? ''
  const reviewer = createReviewer(settings)
  const reviewerLogin = reviewer === null ? null : (await reviewer.rest.users.getAuthenticated()).data.login
  const pacing = { writeSpacingMs: settings.WRITE_SPACING_MS, now: Date.now, wait: (ms: number) => wait(ms) }
  if (reviewer !== null) paceRequests(reviewer, pacing)
  paceRequests(app, pacing)
  const client = createInstallationClient(async (installationId) => {
    const octokit = await auth(installationId)
    paceRequests(octokit, pacing)
    return octokit
  })
  const botLogin = `${slug}[bot]`
  const ourLogins = reviewerLogin === null ? [botLogin] : [botLogin, reviewerLogin]
  return { client, app, reviewer, botLogin, ourLogins }
}

/** Probot does the authentication; without an installation it is the App itself. Writes are never retried blindly (design 4 "Retries"). */
function createAuth(settings: Settings): (installationId?: number) => Promise<ProbotOctokit> {
  const Octokit = ProbotOctokit.defaults((options: Record<string, unknown>) => ({
    ...options,
    throttle: { enabled: false },
    retry: { enabled: false },
  }))
  const probot = new Probot({
    appId: settings.APP_ID,
    privateKey: settings.PRIVATE_KEY,
    secret: settings.WEBHOOK_SECRET,
    baseUrl: settings.GITHUB_API_URL,
    logLevel: 'fatal',
    Octokit,
  })
  return (installationId) => probot.auth(installationId)
}

function createReviewer(settings: Settings): ProbotOctokit | null {
  if (settings.REVIEWER_TOKEN === undefined) return null
  return new ProbotOctokit({
    auth: { token: settings.REVIEWER_TOKEN },
    baseUrl: settings.GITHUB_API_URL,
    throttle: { enabled: false },
    retry: { enabled: false },
  })
}
