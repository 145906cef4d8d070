import { expect, test } from 'vitest'
import { requireAccess } from '../../src/handler/permissions.ts'
import type { Actor } from '../../src/handler/route.ts'
import { buildWorld } from '../support/build-world.ts'

const { world, repo } = buildWorld()
const [app] = world.apps
const [installation] = app?.installations ?? []

function personOf(login: string): Actor {
  return { kind: 'person', user: { id: 1, login, name: login, type: 'User' } }
}

function installationWith(permissions: Record<string, string>, repositoryIds: number[] | null = null): Actor {
  if (app === undefined || installation === undefined) throw new Error('the world has no App')
  const user = { id: 2, login: app.botLogin, name: app.name, type: 'Bot' as const }
  const covered = { ...installation, repositoryIds: [repo.id] }
  return { kind: 'installation', user, app, installation: covered, permissions, repositoryIds }
}

const write = (actor: Actor) => () =>
  requireAccess(actor, { ...repo, roles: { ada: 'triage' } }, 'write', 'issues', 'write')

test('a person needs the role', () => {
  const access = (role: 'write' | 'triage') =>
    requireAccess(personOf('ada'), { ...repo, roles: { ada: role } }, 'write', 'issues', 'write')

  expect(() => access('write')).not.toThrow()
  expect(() => access('triage')).toThrow(expect.objectContaining({ status: 403 }))
})

test('an installation needs the permission at its level, whatever the role', () => {
  expect(write(installationWith({ issues: 'write' }))).not.toThrow()
  expect(write(installationWith({ issues: 'read' }))).toThrow(expect.objectContaining({ status: 403 }))
  expect(write(installationWith({}))).toThrow(expect.objectContaining({ status: 403 }))
})

test('a token narrowed to other repositories does not reach this one', () => {
  expect(write(installationWith({ issues: 'write' }, [repo.id + 1]))).toThrow(expect.objectContaining({ status: 403 }))
})

test('nobody in particular may read what is public and write nothing', () => {
  const anonymous: Actor = { kind: 'anonymous' }

  expect(() => requireAccess(anonymous, repo, 'read', 'contents', 'read')).not.toThrow()
  expect(write(anonymous)).toThrow(expect.objectContaining({ status: 401 }))
})

test('what is private is not there for others', () => {
  const hidden = { ...repo, private: true, roles: {} }

  expect(() => requireAccess(personOf('eve'), hidden, 'read', 'contents', 'read')).toThrow(
    expect.objectContaining({ status: 404 }),
  )
})
