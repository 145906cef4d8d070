import type { GraphqlResponseError } from '@octokit/graphql'
import type { ProbotOctokit } from 'probot'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import type { Obstacle } from '../../../domain/rules/obstacle.ts'
import { readObstacle } from '../../../domain/rules/read-obstacle.ts'
import { GitHubFault, ruleFault } from './github-fault.ts'
import { type GraphQlError, isLasting } from './graphql-error.ts'
import { PullIds, UserIds } from './kept-ids.ts'

/** What is asked of an Octokit: Probot's, or one of a job's token. */
export type GitHubOctokit = Pick<ProbotOctokit, 'auth' | 'graphql' | 'hook' | 'paginate' | 'request' | 'rest'>

/** An authenticated Octokit for each installation. */
export interface InstallationClient {
  /** GraphQL's ids of repositories, by `owner/name`, as the newest answer has them. */
  repositoryIds: Map<string, string>
  pullIds: PullIds
  userIds: UserIds
  /** Ids of the labels that mirror state, by `owner/name`, as they were last read. */
  labelIds: Map<string, Promise<LabelIds>>
  octokit(place: Pick<RepositoryRef, 'installationId'>): Promise<GitHubOctokit>
  /** A token that holds for a while yet, for git; another than the one that was refused. */
  token(place: Pick<RepositoryRef, 'installationId'>, refused?: string): Promise<string>
  /**
   * Runs a GraphQL document; partial data and errors are both given back, as mutations may half succeed. `beforeSend` may
   * change the variables when it is about to be sent, which may be long after it was asked for.
   */
  graphql<T>(
    repository: RepositoryRef,
    document: string,
    variables: Record<string, unknown>,
    beforeSend?: (variables: Record<string, unknown>) => void,
  ): Promise<{ data: T | null; errors: GraphQlError[] }>
}

/** GraphQL's ids of labels, by name in lower case. */
export type LabelIds = Map<string, string>

/** One Octokit an installation, made when it is first asked for; it renews its tokens by itself. */
export function createInstallationClient(connect: (installationId: number) => GitHubOctokit): InstallationClient {
  const clients = new Map<number, GitHubOctokit>()
  const clientOf = ({ installationId }: Pick<RepositoryRef, 'installationId'>) => {
    const client = clients.get(installationId) ?? connect(installationId)
    clients.set(installationId, client)
    return client
  }
  return {
    repositoryIds: new Map(),
    pullIds: new PullIds(),
    userIds: new UserIds(),
    labelIds: new Map(),
    octokit: (place) => Promise.resolve(clientOf(place)),
    async token(place, refused) {
      const { token } = (await clientOf(place).auth({ type: 'installation', refused })) as { token: string }
      return token
    },
    async graphql<T>(
      repository: RepositoryRef,
      document: string,
      variables: Record<string, unknown>,
      beforeSend?: (variables: Record<string, unknown>) => void,
    ) {
      const octokit = clientOf(repository)
      const request =
        beforeSend === undefined
          ? {}
          : {
              request: {
                beforeSend: (options: { variables: Record<string, unknown> }) => beforeSend(options.variables),
              },
            }
      try {
        return { data: await octokit.graphql<T>(document, { ...variables, ...request }), errors: [] }
      } catch (error) {
        if (!isGraphqlErrors(error)) throw error
        return { data: (error.data ?? null) as T | null, errors: (error.errors ?? []) as GraphQlError[] }
      }
    },
  }
}

/** By its name: a bundle may hold the class twice. */
function isGraphqlErrors(error: unknown): error is GraphqlResponseError<unknown> {
  return error instanceof Error && error.name === 'GraphqlResponseError'
}

/** The data of a query, which is of no use in part. */
export async function query<T>(
  client: InstallationClient,
  repository: RepositoryRef,
  document: string,
  variables: Record<string, unknown>,
): Promise<T> {
  const { data, errors } = await client.graphql<T>(repository, document, variables)
  if (data !== null && errors.length === 0) return data
  throw graphqlFault(errors)
}

/** The data of a query, `optional` of which, a field at its top, is null where GitHub lastingly refuses it. */
export async function queryWithout<T>(
  client: InstallationClient,
  repository: RepositoryRef,
  document: string,
  optional: string,
  variables: Record<string, unknown>,
): Promise<T> {
  const { data, errors } = await client.graphql<T>(repository, document, variables)
  const others = errors.filter((error) => error.path?.[0] !== optional || !isLasting(error))
  if (data !== null && others.length === 0) return data
  throw graphqlFault(others)
}

/** Said of one, it stands against all that depend on it. */
export function findObstacleIn(errors: readonly GraphQlError[]): Obstacle | null {
  for (const { message } of errors) {
    const obstacle = readObstacle(message)
    if (obstacle !== null) return obstacle
  }
  return null
}

/** Where one of several errors may pass, another try meets the others alone. */
export function graphqlFault(errors: readonly GraphQlError[]): GitHubFault {
  const messages = errors.map((error) => error.message)
  const obstacle = findObstacleIn(errors)
  if (obstacle !== null) return ruleFault('GitHub refused', obstacle)
  const code = errors.length > 0 && errors.every(isLasting) ? 'github_refused' : 'github_unavailable'
  return new GitHubFault(code, messages[0] ?? 'GraphQL gave no data', messages.join('; '))
}
