import type { Hono } from 'hono'
import { expect } from 'vitest'
import { MemoryInbox } from '../../../src/adapters/queue/memory-inbox.ts'
import type { Role } from '../../../src/domain/configuration/sections/roles.ts'
import type { DoctorFinding } from '../../../src/domain/effects/doctor-finding.ts'
import type { InstalledRepository } from '../../../src/adapters/github/read/list-repositories.ts'
import { createAppDashboard } from '../../../src/entrypoints/dashboard/app/create-app-dashboard.ts'
import { createVisibleRepositories } from '../../../src/entrypoints/dashboard/app/repositories.ts'
import { buildExecution, buildPlan, buildRecord } from '../builders.ts'
import { branchTextsOf } from './branch-texts-of.ts'

const minuteMs = 60_000
const plan = buildPlan()
/** The one issue of its one repository, which is private. */
export const shownIssue = { record: buildRecord({ loop_id: null }), plan, execution: buildExecution(plan), loop: null }
const at = { ref: 'refs/heads/x', commit: 'c'.repeat(40), committedAt: '2026-11-21T03:20:00Z' }
const repository: InstalledRepository = {
  owner: 'octo',
  name: 'widgets',
  key: 'octo/widgets',
  isPrivate: true,
  installationId: 1,
}

export interface FakeAppDashboard {
  site: Hono
  /** Who may read, and what was written there. */
  github: {
    readers: string[]
    comments: string[]
    /** By login. */
    roles: Record<string, Role>
  }
  inbox: MemoryInbox
  /** What was put back, and by whom. */
  log: unknown[]
  /** How often the doctor looked. */
  looks: { count: number; found: DoctorFinding[] }
  wait: (minutes: number) => void
  /** Tells open pages of a commit. */
  tell: (commit: string) => void
}

/** The dashboard of a server, with GitHub and its clock in hand; who comes to sign in is ada, unless a test says another code. */
export function createFakeAppDashboard(origin: () => string): FakeAppDashboard {
  const github: FakeAppDashboard['github'] = { readers: ['ada'], comments: [], roles: { ada: 'maintain' } }
  const log: unknown[] = []
  const looks: FakeAppDashboard['looks'] = { count: 0, found: [] }
  let nowMs = 0
  const inbox = new MemoryInbox({ nowMs: () => nowMs })
  let hear = (_commit: string) => {}
  const site = createAppDashboard({
    repositories: createVisibleRepositories({
      list: () => Promise.resolve([repository]),
      canRead: ({ user }) => Promise.resolve(github.readers.includes(user.login)),
      nowMs: () => nowMs,
    }),
    follow: () =>
      Promise.resolve({
        look: () => Promise.resolve({ ...at, texts: branchTextsOf([shownIssue]) }),
        current: () => undefined,
        listen: (listener) => {
          hear = listener
          return () => undefined
        },
      }),
    web: 'https://github.com',
    signIn: {
      origin,
      access: {
        signInUrl: ({ state, back }) => `${back}?code=ada&state=${state}`,
        signIn: ({ code }) => Promise.resolve({ login: code, id: code.length, token: 'ghu_secret' }),
        canRead: () => Promise.resolve(true),
        comment: (user, _place, issue, body) => {
          github.comments.push(`${user.login} in #${issue}: ${body}`)
          return Promise.resolve(`https://github.com/octo/widgets/issues/${issue}#issuecomment-1`)
        },
      },
    },
    findRole: ({ user }) => Promise.resolve(github.roles[user.login] ?? null),
    inbox: () => Promise.resolve(inbox),
    examine() {
      looks.count += 1
      return Promise.resolve({ findings: looks.found, things: 12, tasks: 3, unseen: [], vouched: true })
    },
    onPutBack: (what) => log.push(what),
    nowMs: () => nowMs,
    onFault: (error) => expect.fail(String(error)),
  })
  const wait = (minutes: number) => {
    nowMs += minutes * minuteMs
  }
  return { site, github, inbox, log, looks, wait, tell: (commit) => hear(commit) }
}
