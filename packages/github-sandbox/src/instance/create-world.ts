import { randomBytes } from 'node:crypto'
import { createApp } from '../world/create-app.ts'
import type { PersonRole } from './sandbox.ts'
import type { Role, User, World } from '../world/world.ts'

export const organization = 'octo-org'
export const reviewerLogin = 'countersign-reviewer'

export const personLogins: Record<PersonRole, string> = {
  maintainer: 'ada',
  writer: 'grace',
  triager: 'linus',
  reader: 'barbara',
  outsider: 'eve',
}

/** Roles in every new repository; the outsider has none. */
export const defaultRoles: Record<string, Role> = {
  ada: 'maintain',
  grace: 'write',
  linus: 'triage',
  barbara: 'read',
  [reviewerLogin]: 'write',
}

/** No `workflows`: the App must not be able to change what runs with secrets. */
const appPermissions = {
  actions: 'write',
  checks: 'write',
  contents: 'write',
  issues: 'write',
  pull_requests: 'write',
  statuses: 'write',
} as const

const appEvents = [
  'check_run',
  'check_suite',
  'create',
  'delete',
  'issue_comment',
  'issues',
  'label',
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
export async function createWorld(): Promise<World> {
  const world: World = { nextId: 1001, users: [], apps: [], repositories: [], deliveries: [] }
  const add = (login: string, name: string, type: User['type']) =>
    world.users.push({ id: world.nextId++, login, name, type, ...(type === 'User' ? { token: createToken() } : {}) })
  add(organization, 'Octo Organization', 'Organization')
  add(personLogins.maintainer, 'Ada Maintainer', 'User')
  add(personLogins.writer, 'Grace Writer', 'User')
  add(personLogins.triager, 'Linus Triager', 'User')
  add(personLogins.reader, 'Barbara Reader', 'User')
  add(personLogins.outsider, 'Eve Outsider', 'User')
  add(reviewerLogin, 'Countersign Reviewer', 'User')
  await createApp(world, {
    name: 'Countersign',
    slug: 'countersign',
    account: organization,
    webhookUrl: null,
    permissions: appPermissions,
    events: appEvents,
  })

  return world
}

function createToken(): string {
  return `ghp_${randomBytes(20).toString('hex')}`
}
