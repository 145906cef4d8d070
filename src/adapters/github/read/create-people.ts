import { type Role, RoleSchema } from '../../../domain/configuration/sections/roles.ts'
import type { ContinuousIntegration, People } from '../../../application/ports/forge/people.ts'
import type { CiResult } from '../../../application/ports/roles/reviewer.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { call, statusOf } from '../client/github-fault.ts'
import type { InstallationClient } from '../client/installation-client.ts'
import { isOwnCheck } from './is-own-check.ts'

/**
 * Roles of people, asked anew each time; a reader of a public repository has none that counts. `ourLogins`: the bot and its
 * second identity, which no work is given to.
 */
export function createPeople(client: InstallationClient, ourLogins: readonly string[]): People {
  const askLevel = async (repository: RepositoryRef, login: string) => {
    const octokit = await client.octokit(repository)
    try {
      const place = { owner: repository.owner, repo: repository.name, username: login }
      const { data } = await octokit.rest.repos.getCollaboratorPermissionLevel(place)
      // Who may do something is soon assigned something.
      if (data.user !== null) client.userIds.keep(login, data.user.node_id)
      return data
    } catch (error) {
      if (statusOf(error) === 404) return undefined
      return call('look up the role', () => Promise.reject(error))
    }
  }
  return {
    async findRole(repository, login, id) {
      const level = await askLevel(repository, login)
      return level?.user?.id === id ? readRole(level) : null
    },
    async findRoleOfLogin(repository, login) {
      const level = await askLevel(repository, login)
      return level === undefined ? 'unknown' : readRole(level)
    },
    async listWriters(repository) {
      const octokit = await client.octokit(repository)
      const place = { owner: repository.owner, repo: repository.name, permission: 'push', per_page: 100 } as const
      const { data } = await call('list who may push', () => octokit.rest.repos.listCollaborators(place))
      const people = data.filter((one) => one.type === 'User' && one.permissions?.push === true)
      return people.map((one) => one.login).filter((login) => !ourLogins.includes(login))
    },
    async countReviewRequests(repository) {
      const octokit = await client.octokit(repository)
      const place = { owner: repository.owner, repo: repository.name, state: 'open', per_page: 100 } as const
      const { data } = await call('count open reviews', () => octokit.rest.pulls.list(place))
      const counts: Record<string, number> = {}
      for (const { requested_reviewers: people, requested_teams: teams } of data) {
        const names = [
          ...(people ?? []).map(({ login }) => login),
          ...(teams ?? []).map(({ slug }) => `${repository.owner}/${slug}`),
        ]
        for (const name of names) counts[name.toLowerCase()] = (counts[name.toLowerCase()] ?? 0) + 1
      }
      return counts
    },
  }
}

function readRole({ role_name: name, permission }: { role_name: string; permission: string }): Role | null {
  const named = RoleSchema.safeParse(name)
  if (named.success) return named.data
  // Custom roles carry the name of the organisation's choice; `permission` says what they come to.
  const plain = RoleSchema.safeParse(permission)
  return plain.success ? plain.data : null
}

/** Check runs and statuses of a commit, other than the bot's own. */
export function createContinuousIntegration(client: InstallationClient, appId: number): ContinuousIntegration {
  return {
    async readResults(repository, sha) {
      const octokit = await client.octokit(repository)
      const place = { owner: repository.owner, repo: repository.name, ref: sha, per_page: 100 }
      const [checks, status] = await call('read CI', () =>
        Promise.all([
          octokit.paginate(octokit.rest.checks.listForRef, place),
          octokit.rest.repos.getCombinedStatusForRef(place),
        ]),
      )
      const runs = checks
        .filter((run) => !isOwnCheck(run, appId))
        .map((run): CiResult => ({ name: run.name, state: checkState(run.status, run.conclusion), url: run.html_url }))
      const statuses = status.data.statuses.map((one): CiResult => ({
        name: one.context,
        state: statusState(one.state),
        url: one.target_url,
      }))
      return [...runs, ...statuses]
    },
  }
}

function checkState(status: string, conclusion: string | null): CiResult['state'] {
  if (status !== 'completed') return 'pending'
  return conclusion === 'success' || conclusion === 'neutral' || conclusion === 'skipped' ? 'passed' : 'failed'
}

function statusState(state: string): CiResult['state'] {
  return state === 'pending' ? 'pending' : state === 'success' ? 'passed' : 'failed'
}
