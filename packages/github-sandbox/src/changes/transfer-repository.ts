import { mkdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { getRepositoryDir } from '../instance/create-repository.ts'
import type { Internals } from '../instance/internals.ts'
import { presentOrganization } from '../present/accounts/organization.ts'
import { presentWebhook } from '../present/webhook.ts'
import { announceInstallation } from '../webhooks/installation-events.ts'
import type { App, Installation } from '../world/app.ts'
import type { Repository } from '../world/world.ts'

/**
 * Gives a repository to another organisation, which is made if there is none of that name: what is asked at the old address
 * is sent on, installations of the old owner lose it, those of the new one have it. Tells those who listen to it:
 * `repository.transferred`.
 */
export async function transferRepository(
  internals: Internals,
  repo: Repository,
  owner: string,
  sender: string,
): Promise<void> {
  const { world, options } = internals
  if (!world.users.some(({ login }) => login === owner))
    world.users.push({ id: world.nextId++, login: owner, name: owner, type: 'Organization' })
  const from = { owner: repo.owner, name: repo.name }
  const former = presentOrganization(internals, from.owner)
  const to = getRepositoryDir(options.dataDir, { owner, name: repo.name })
  await mkdir(path.dirname(to), { recursive: true })
  await rename(getRepositoryDir(options.dataDir, repo), to)
  repo.formerNames = [...(repo.formerNames ?? []), `${from.owner}/${from.name}`]
  repo.owner = owner
  for (const { installations } of world.apps)
    for (const installation of installations) {
      if (installation.account === from.owner)
        installation.repositoryIds = installation.repositoryIds.filter((id) => id !== repo.id)
      if (installation.account === owner) installation.repositoryIds.push(repo.id)
    }
  const context = internals.createContext({ kind: 'anonymous' }, {}, 'none')
  const changes = { owner: { from: { organization: former } } }
  context.emit(repo, 'repository', 'transferred', presentWebhook(internals, repo, sender, { changes }))
  internals.touch()
}

/** Somebody installs an App on another account, with all repositories of that. */
export function installApp(internals: Internals, app: App, account: string): Installation {
  const { world } = internals
  const first = app.installations[0]
  const installation: Installation = {
    id: world.nextId++,
    account,
    repositoryIds: world.repositories.filter(({ owner }) => owner === account).map(({ id }) => id),
    permissions: { ...first?.permissions },
    events: [...(first?.events ?? [])],
    tokens: [],
  }
  app.installations.push(installation)
  announceInstallation(internals, app, installation)
  internals.touch()
  return installation
}
