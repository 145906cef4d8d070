import { randomBytes } from 'node:crypto'
import { createApp } from '../world/create-app.ts'
import type { PersonRole, SandboxOptions } from './sandbox.ts'
import type { Role, User, World } from '../world/world.ts'

export const organization = 'octo-org'

const defaultReviewer = { login: 'review-bot', name: 'Review Bot' }

export const personLogins: Record<PersonRole, string> = {
  maintainer: 'ada',
  writer: 'grace',
  triager: 'linus',
  reader: 'barbara',
  outsider: 'eve',
}

/** Of people in every new repository; the outsider has none. */
const peopleRoles: Record<string, Role> = {
  ada: 'maintain',
  grace: 'write',
  linus: 'triage',
  barbara: 'read',
}

/** No `workflows`: whoever wants its App to change what runs with secrets says so. */
const defaultPermissions = {
  actions: 'write',
  checks: 'write',
  contents: 'write',
  issues: 'write',
  pull_requests: 'write',
  statuses: 'write',
} as const

const defaultEvents = [
  'check_run',
  'check_suite',
  'create',
  'delete',
  'issue_comment',
  'issues',
  'label',
  'merge_group',
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
  'push',
  'release',
  'repository',
  'repository_dispatch',
  'status',
  'workflow_dispatch',
  'workflow_run',
]

/** An organisation, five people with tokens, the reviewer's account, and the App with its installation. */
export async function createWorld({ app, reviewer }: Pick<SandboxOptions, 'app' | 'reviewer'>): Promise<World> {
  const { login, name } = reviewer ?? defaultReviewer
  const world: World = { nextId: 1001, users: [], apps: [], repositories: [], deliveries: [], reviewer: login }
  const add = (login: string, name: string, type: User['type']) =>
    world.users.push({ id: world.nextId++, login, name, type, ...(type === 'User' ? { token: createToken() } : {}) })
  add(organization, 'Octo Organization', 'Organization')
  add(personLogins.maintainer, 'Ada Maintainer', 'User')
  add(personLogins.writer, 'Grace Writer', 'User')
  add(personLogins.triager, 'Linus Triager', 'User')
  add(personLogins.reader, 'Barbara Reader', 'User')
  add(personLogins.outsider, 'Eve Outsider', 'User')
  add(login, name, 'User')
  await createApp(world, {
    name: app?.name ?? 'Sandbox App',
    slug: app?.slug ?? 'sandbox-app',
    account: organization,
    webhookUrl: null,
    permissions: app?.permissions ?? defaultPermissions,
    events: app?.events ?? defaultEvents,
  })

  return world
}

/** Roles in every new repository. */
export function rolesFor(world: World): Record<string, Role> {
  return { ...peopleRoles, [getReviewer(world)]: 'write' }
}

/** Login of the account that a bot's second identity acts as. */
export function getReviewer(world: World): string {
  return world.reviewer ?? defaultReviewer.login
}

function createToken(): string {
  return `ghp_${randomBytes(20).toString('hex')}`
}
