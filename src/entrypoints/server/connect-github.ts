import { setTimeout as wait } from 'node:timers/promises'
import type { ProbotOctokit } from 'probot'
import { GitHubClock } from '../../adapters/github/client/github-clock.ts'
import { createInstallationAuth } from '../../adapters/github/client/installation-auth.ts'
import { type PacedClient, paceRequests, type Pacing } from '../../adapters/github/client/pace-requests.ts'
import { githubLimits, shareLimits } from '../../adapters/github/client/limits/request-limits.ts'
import { createInstallationClient, type InstallationClient } from '../../adapters/github/client/installation-client.ts'
import { ProbotOctokit as PlainOctokit } from '../../adapters/github/client/probot-octokit.ts'
import type { Settings } from '../settings/settings.ts'
import { expectKey, type Identity, identifyApp } from './identify-app.ts'

/** The App's clients, before anybody has asked GitHub who it is. */
export interface GitHubClients {
  client: InstallationClient
  /** As the App itself, without an installation. */
  app: ProbotOctokit
  /** A second identity that reviews; null where there is none. */
  reviewer: ProbotOctokit | null
  clock: GitHubClock
  /** Asks GitHub who the App is; throws `github_unavailable`, or what it refuses. */
  identify(): Promise<Identity>
  /** The server is to end: requests that would have to wait for long are refused from now on. */
  stopWaiting(): void
}

export interface GitHubConnection extends GitHubClients, Identity {}

/** Clock and observer of every request; the defaults are the real clock and nobody. */
export interface GitHubTools extends Partial<Pick<Pacing, 'now' | 'wait' | 'deadline' | 'observe' | 'memory'>> {
  /** What Octokit has to say: that the machine's clock is wrong, that a route goes away. */
  warn?: (message: string) => void
}

/** Who the App is on GitHub, and its paced clients for each installation. */
export async function connectGitHub(settings: Settings, tools: GitHubTools = {}): Promise<GitHubConnection> {
  const clients = createGitHubClients(settings, tools)
  return { ...clients, ...(await clients.identify()) }
}

/** Paced clients, which ask nothing by themselves. Writes are never retried blindly (design 4.3). Throws for a key that is none. */
export function createGitHubClients(settings: Settings, tools: GitHubTools = {}): GitHubClients {
  expectKey(settings)
  const clock = new GitHubClock(tools.now ?? Date.now)
  const start: Start = { isOver: false, end: new AbortController() }
  const pacing = pacingOf(settings, tools, clock, start)
  const paced: PacedClient[] = []
  const connect = (auth: Record<string, unknown>, installationId: number | null, name: string, more: object = {}) => {
    const octokit = createOctokit(settings, { ...more, auth, log: octokitLog(tools.warn) })
    paced.push(paceRequests(octokit, pacing, installationId, name))
    return octokit
  }
  const ours = { appId: settings.APP_ID, privateKey: settings.PRIVATE_KEY }
  const app = connect(ours, null, 'app')
  const reviewer =
    settings.REVIEWER_TOKEN === undefined ? null : connect({ token: settings.REVIEWER_TOKEN }, null, 'reviewer')
  const authStrategy = createInstallationAuth(pacing)
  const client = createInstallationClient((installationId) =>
    connect({ ...ours, installationId }, installationId, String(installationId), { authStrategy }),
  )
  return {
    client,
    app,
    reviewer,
    clock,
    async identify() {
      const identity = await identifyApp(app, reviewer, settings)
      start.isOver = true
      return identity
    },
    stopWaiting() {
      start.end.abort(new Error('the server is stopping'))
      for (const one of paced) one.stopWaiting()
    },
  }
}

interface Start {
  isOver: boolean
  /** What was asked before it is over is not waited for at the end. */
  end: AbortController
}

/** Whoever starts a server looks at it: it doesn't wait for minutes, without a word, for a GitHub that says nothing. */
const startDeadlineMs = 10_000

function pacingOf(settings: Settings, tools: GitHubTools, clock: GitHubClock, start: Start): Pacing {
  const deadline = tools.deadline ?? ((ms) => AbortSignal.timeout(ms))
  return {
    writeSpacingMs: settings.WRITE_SPACING_MS * settings.LIMITS_SHARED_BY,
    limits: settings.SECONDARY_LIMITS === 'off' ? null : shareLimits(githubLimits, settings.LIMITS_SHARED_BY),
    now: tools.now ?? Date.now,
    wait: tools.wait ?? ((ms) => wait(ms)),
    ...(tools.memory === undefined ? {} : { memory: tools.memory }),
    deadline: (ms) =>
      start.isOver ? deadline(ms) : AbortSignal.any([deadline(Math.min(ms, startDeadlineMs)), start.end.signal]),
    observe(observation) {
      clock.note(observation)
      tools.observe?.(observation)
    },
  }
}

/** Probot's Octokit. Its throttle spaces queries too and its retry repeats writes: both are off. */
function createOctokit(settings: Settings, options: Record<string, unknown>): ProbotOctokit {
  return new PlainOctokit({
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
