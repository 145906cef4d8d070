import { setTimeout as wait } from 'node:timers/promises'
import { ProbotOctokit } from 'probot'
import { GitHubClock } from '../../adapters/github/client/github-clock.ts'
import { createInstallationAuth } from '../../adapters/github/client/installation-auth.ts'
import { type PacedClient, paceRequests, type Pacing } from '../../adapters/github/client/pace-requests.ts'
import { githubLimits, shareLimits } from '../../adapters/github/client/limits/request-limits.ts'
import { createInstallationClient, type InstallationClient } from '../../adapters/github/client/installation-client.ts'
import { CountersignFault } from '../../application/fault.ts'
import { toGitHubFault } from '../../adapters/github/client/github-fault.ts'
import type { Settings } from '../settings/settings.ts'

export interface GitHubConnection {
  client: InstallationClient
  /** As the App itself, without an installation. */
  app: ProbotOctokit
  /** A second identity that reviews; null where there is none. */
  reviewer: ProbotOctokit | null
  botLogin: string
  /** What these do is no news (I12). */
  ourLogins: readonly string[]
  clock: GitHubClock
  /** The server is to end: requests that would have to wait for long are refused from now on. */
  stopWaiting(): void
}

/** Clock and observer of every request; the defaults are the real clock and nobody. */
export interface GitHubTools extends Partial<Pick<Pacing, 'now' | 'wait' | 'deadline' | 'observe'>> {
  /** What Octokit has to say: that the machine's clock is wrong, that a route goes away. */
  warn?: (message: string) => void
}

/** Who the App is on GitHub, and its paced clients for each installation. Writes are never retried blindly (design 4.3). */
export async function connectGitHub(settings: Settings, tools: GitHubTools = {}): Promise<GitHubConnection> {
  const clock = new GitHubClock(tools.now ?? Date.now)
  const start = { isOver: false }
  const pacing = pacingOf(settings, tools, clock, start)
  const paced: PacedClient[] = []
  const connect = (auth: Record<string, unknown>, installationId: number | null, more: object = {}) => {
    const octokit = createOctokit(settings, { ...more, auth, log: octokitLog(tools.warn) })
    paced.push(paceRequests(octokit, pacing, installationId))
    return octokit
  }
  const ours = { appId: settings.APP_ID, privateKey: settings.PRIVATE_KEY }
  const app = connect(ours, null)
  const slug = readSlug((await firstCall(settings, 'app', () => app.rest.apps.getAuthenticated())).data, settings)
  const reviewer = settings.REVIEWER_TOKEN === undefined ? null : connect({ token: settings.REVIEWER_TOKEN }, null)
  const reviewerLogin =
    reviewer === null
      ? null
      : (await firstCall(settings, 'reviewer', () => reviewer.rest.users.getAuthenticated())).data.login
  start.isOver = true
  const authStrategy = createInstallationAuth(pacing)
  const client = createInstallationClient((installationId) =>
    connect({ ...ours, installationId }, installationId, { authStrategy }),
  )
  const botLogin = `${slug}[bot]`
  const ourLogins = reviewerLogin === null ? [botLogin] : [botLogin, reviewerLogin]
  const stopWaiting = () => paced.forEach((one) => one.stopWaiting())
  return { client, app, reviewer, botLogin, ourLogins, clock, stopWaiting }
}

/** The first thing that is asked of GitHub: who can't reach it, or isn't known there, learns what, where, and what to look at. */
async function firstCall<T>(settings: Settings, who: 'app' | 'reviewer', act: () => Promise<T>): Promise<T> {
  const { GITHUB_API_URL: url, APP_ID: id } = settings
  try {
    return await act()
  } catch (error) {
    const what = who === 'app' ? `this App (APP_ID ${id})` : 'REVIEWER_TOKEN'
    const { code, message } = toGitHubFault(error, '')
    const why = message.replace(/^: /, '')
    if (code === 'github_unavailable')
      throw new CountersignFault(
        code,
        `GitHub doesn't answer at ${url}: ${why}`,
        'Look whether GITHUB_API_URL is right, GitHub is up, and this machine may reach it (name resolution, firewall, proxy); then start again.',
        error,
      )
    const pair = who === 'app' ? 'APP_ID and PRIVATE_KEY belong together and' : 'it is a valid token, which belongs'
    throw new CountersignFault(
      code,
      `GitHub at ${url} doesn't know ${what}: ${why}`,
      `Look whether ${pair} to that GitHub (GITHUB_API_URL).`,
      error,
    )
  }
}

/** A page to log in by, or another server, answers too. */
function readSlug(data: unknown, { GITHUB_API_URL: url }: Settings): string {
  const slug = typeof data === 'object' && data !== null && 'slug' in data ? data.slug : undefined
  if (typeof slug === 'string' && slug !== '') return slug
  throw new CountersignFault(
    'configuration_invalid',
    `what answers at ${url} is not GitHub's API`,
    'GITHUB_API_URL is https://api.github.com, or https://HOST/api/v3 of a GitHub Enterprise Server.',
  )
}

/** Whoever starts a server looks at it: it doesn't wait for minutes, without a word, for a GitHub that says nothing. */
const startDeadlineMs = 10_000

function pacingOf(settings: Settings, tools: GitHubTools, clock: GitHubClock, start: { isOver: boolean }): Pacing {
  const deadline = tools.deadline ?? ((ms) => AbortSignal.timeout(ms))
  return {
    writeSpacingMs: settings.WRITE_SPACING_MS * settings.LIMITS_SHARED_BY,
    limits: settings.SECONDARY_LIMITS === 'off' ? null : shareLimits(githubLimits, settings.LIMITS_SHARED_BY),
    now: tools.now ?? Date.now,
    wait: tools.wait ?? ((ms) => wait(ms)),
    deadline: (ms) => deadline(start.isOver ? ms : Math.min(ms, startDeadlineMs)),
    observe(observation) {
      clock.note(observation)
      tools.observe?.(observation)
    },
  }
}

/** Probot's Octokit. Its throttle spaces queries too and its retry repeats writes: both are off. */
function createOctokit(settings: Settings, options: Record<string, unknown>): ProbotOctokit {
  return new ProbotOctokit({
    ...options,
    baseUrl: settings.GITHUB_API_URL,
    throttle: { enabled: false },
    retry: { enabled: false },
  })
}

/** What it says of each request is in our own log already. */
function octokitLog(warn: (message: string) => void = () => {}) {
  const silent = () => {}
  return { trace: silent, debug: silent, info: silent, warn, error: warn, fatal: warn }
}
