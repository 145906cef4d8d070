import type { RequestListener, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { ProbotOctokit } from 'probot'
import type { InstallationClient } from '../../../adapters/github/client/installation-client.ts'
import { getRequestListener } from '@hono/node-server'
import { followBranch } from '../../../adapters/git/followed-branch.ts'
import { type InstalledRepository, listInstalledRepositories } from '../../../adapters/github/read/list-repositories.ts'
import { createPeople } from '../../../adapters/github/read/create-people.ts'
import { createUserAccess } from '../../../adapters/github/user/create-user-access.ts'
import { gitTokenSettings } from '../../../adapters/process/git-token.ts'
import type { Inbox } from '../../../application/ports/queues/inbox.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { CountersignFault } from '../../../application/fault.ts'
import type { DoctorExamination } from '../../../domain/effects/doctor-finding.ts'
import { workflowBranch } from '../../../domain/records/iss-record.ts'
import type { Settings } from '../../settings/settings.ts'
import { followNews, type FollowedNews } from '../follow-news.ts'
import { createAppDashboard } from './create-app-dashboard.ts'
import { createVisibleRepositories } from './repositories.ts'

export interface DashboardServer {
  listener: RequestListener
  close(): Promise<void>
}

export interface DashboardTools {
  github: { app: Pick<ProbotOctokit, 'paginate' | 'rest'>; client: InstallationClient }
  /** The newest head of a repository's workflow branch that this App knows; undefined: not known without asking. */
  findHead(repository: string): Promise<string | undefined>
  inbox: () => Promise<Pick<Inbox, 'list' | 'retry'>>
  /** Throws before GitHub and the database have answered. */
  examine: (repository: RepositoryRef, issue: number) => Promise<DoctorExamination>
  redact: (text: string) => string
  env: Record<string, string | undefined>
  /** Where it listens; asked once it does. */
  ownUrl: () => string
  nowMs: () => number
  log: Pick<Logger, 'error' | 'info'>
}

/** Throws for what would show pages to nobody, or to everybody. */
function expectDashboardSettings(settings: Settings): void {
  const { DASHBOARD: mode, HOST } = settings
  const isHere = ['127.0.0.1', '::1', 'localhost'].includes(HOST)
  const secrets = ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'] as const
  const needed = isHere ? secrets : (['DASHBOARD_URL', ...secrets] as const)
  const missing = mode === 'sign-in' ? needed.filter((name) => settings[name] === undefined) : []
  if (missing.length > 0)
    throw new CountersignFault(
      'configuration_invalid',
      `DASHBOARD=sign-in lacks ${missing.join(', ')}`,
      'People sign in by the App: its client id and a client secret are on its settings page (docs/dashboard.md).',
    )
  if (mode === 'open' && !isHere)
    throw new CountersignFault(
      'configuration_invalid',
      `DASHBOARD=open would show everything to whoever reaches ${HOST}`,
      'It takes HOST=127.0.0.1; for other people there is DASHBOARD=sign-in (docs/dashboard.md).',
    )
}

/** How often a repository is asked that nobody here works on; one that is known costs GitHub nothing. */
const unknownEveryMs = 5_000
/** Repositories whose state lies on disk at a time. */
const mostFollowed = 50

/** The dashboard as the settings want it; undefined where they don't. */
export function openAppDashboard(settings: Settings, tools: DashboardTools): DashboardServer | undefined {
  const { DASHBOARD: mode, GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret } = settings
  if (mode === 'off') return undefined
  expectDashboardSettings(settings)
  const { GITHUB_WEB_URL: web, GITHUB_API_URL: api } = settings
  const { github, nowMs } = tools
  const isComplete = clientId !== undefined && clientSecret !== undefined
  const access = isComplete ? createUserAccess({ web, api, clientId, clientSecret }) : null
  const origin = () => new URL(settings.DASHBOARD_URL ?? tools.ownUrl()).origin
  const people = createPeople(github.client, [])
  const followed = new Map<string, Promise<FollowedNews & AsyncDisposable>>()

  const openBranch = async (repository: InstalledRepository) => {
    const source = `${web}/${repository.key}.git`
    const token = async () => gitTokenSettings(`${web}/`, await github.client.token(repository))
    const branch = await followBranch(source, workflowBranch, tools.env, token)
    const isNewest = async (commit: string) => {
      const head = await tools.findHead(repository.key)
      return head === undefined ? undefined : head === commit
    }
    return Object.assign(followNews(branch, { isNewest, unknownEveryMs }), {
      [Symbol.asyncDispose]: () => branch[Symbol.asyncDispose](),
    })
  }
  const follow = (repository: InstalledRepository) => {
    const opened = followed.get(repository.key) ?? openBranch(repository)
    followed.delete(repository.key)
    followed.set(repository.key, opened)
    opened.catch(() => followed.delete(repository.key))
    const [oldest] = followed.size > mostFollowed ? followed : []
    if (oldest !== undefined) {
      followed.delete(oldest[0])
      void oldest[1].then((news) => news[Symbol.asyncDispose]()).catch(() => undefined)
    }
    return opened
  }
  const site = createAppDashboard({
    repositories: createVisibleRepositories({
      list: () => listInstalledRepositories(github.app, github.client),
      canRead: ({ user }, repository) => access?.canRead(user, repository) ?? Promise.resolve(false),
      nowMs,
    }),
    follow,
    web,
    signIn: mode === 'open' || access === null ? null : { origin, access },
    findRole: ({ user }, repository) => people.findRole(repository, user.login, user.id),
    inbox: async () => hideSecrets(await tools.inbox(), tools.redact),
    examine: tools.examine,
    onPutBack: (what) => tools.log.info(what, 'webhooks were put back from the dashboard'),
    nowMs,
    onFault: (error) => tools.log.error({ err: error }, 'a page of the dashboard could not be made'),
  })
  const answer = getRequestListener((request) => site.fetch(request))
  const open = new Set<ServerResponse>()
  return {
    listener(request, response) {
      open.add(response)
      response.once('close', () => open.delete(response))
      void answer(request, response)
    },
    async close() {
      for (const response of open) response.destroy()
      for (const opened of followed.values())
        await opened.then((news) => news[Symbol.asyncDispose]()).catch(() => undefined)
    },
  }
}

/** What went wrong may quote what nobody is to see. */
function hideSecrets(
  inbox: Pick<Inbox, 'list' | 'retry'>,
  redact: (text: string) => string,
): Pick<Inbox, 'list' | 'retry'> {
  return {
    retry: (rows) => inbox.retry(rows),
    async list(limit, repository) {
      const entries = await inbox.list(limit, repository)
      return entries.map((entry) => ({ ...entry, fault: entry.fault === null ? null : redact(entry.fault) }))
    },
  }
}
