import { RoleSchema } from '../../domain/configuration.ts'
import type { ContinuousIntegration, People } from '../../application/ports/people.ts'
import type { CiResult } from '../../application/ports/reviewer.ts'
import { call, statusOf } from './github-fault.ts'
import type { InstallationClient } from './installation-client.ts'

/** Roles of people, asked anew each time; a reader of a public repository has none that counts. */
export function createPeople(client: InstallationClient): People {
  return {
    async findRole(repository, login, id) {
      const octokit = await client.octokit(repository)
      try {
        const answer = await octokit.rest.repos.getCollaboratorPermissionLevel({
          owner: repository.owner,
          repo: repository.name,
          username: login,
        })
        if (answer.data.user?.id !== id) return null
        const named = RoleSchema.safeParse(answer.data.role_name)
        if (named.success) return named.data
        // Custom roles carry the name of the organisation's choice; `permission` says what they come to.
        const plain = RoleSchema.safeParse(answer.data.permission)
        return plain.success ? plain.data : null
      } catch (error) {
        if (statusOf(error) === 404) return null
        return call('look up the role', () => Promise.reject(error))
      }
    },
  }
}

/** Check runs and statuses of a commit, other than this App's own. */
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
        .filter((run) => run.app?.id !== appId)
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
