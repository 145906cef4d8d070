import type { Internals } from '../instance/internals.ts'
import { nodeId } from '../world/node-id.ts'
import { presentInstallation } from '../present/accounts/installation.ts'
import { presentLogin } from '../present/accounts/user.ts'
import type { App, Installation } from '../world/app.ts'
import type { Repository } from '../world/world.ts'

/** Adds a new repository to every installation of its owner and tells the Apps: `installation_repositories.added`. */
export function announceRepository(internals: Internals, repo: Repository): void {
  for (const app of internals.world.apps) {
    for (const installation of app.installations) {
      if (installation.account !== repo.owner) continue
      installation.repositoryIds.push(repo.id)
      internals.emitToApp(app, installation, 'installation_repositories', 'added', {
        installation: presentInstallation(internals, app, installation),
        repository_selection: 'all',
        repositories_added: [presentShortly(repo)],
        repositories_removed: [],
        requester: null,
        sender: presentLogin(internals, 'ada'),
      })
    }
  }
}

/** Tells an App that it was installed: `installation.created`. */
export function announceInstallation(internals: Internals, app: App, installation: Installation): void {
  const repositories = internals.world.repositories.filter((repo) => installation.repositoryIds.includes(repo.id))
  internals.emitToApp(app, installation, 'installation', 'created', {
    installation: presentInstallation(internals, app, installation),
    repositories: repositories.map(presentShortly),
    requester: null,
    sender: presentLogin(internals, 'ada'),
  })
}

function presentShortly(repo: Repository) {
  return {
    id: repo.id,
    node_id: nodeId('Repository', repo.id),
    name: repo.name,
    full_name: `${repo.owner}/${repo.name}`,
    private: repo.private,
  }
}
