import type { RepositoryRules } from '../../../application/ports/forge/repository-rules.ts'
import type { InstallationClient } from '../client/installation-client.ts'
import { createLookAhead } from './look-ahead.ts'
import { isReached } from './is-reached.ts'
import { readBranchRules } from './read-branch-rules.ts'

export function createRepositoryRules(client: InstallationClient, nowMs: () => number): RepositoryRules {
  return {
    readFor: async (repository, branch) => readBranchRules(await client.octokit(repository), repository, branch),
    lookAhead: createLookAhead(client, nowMs),
    isReached: (repository) => isReached(client, repository),
  }
}
