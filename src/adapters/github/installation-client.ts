import type { ProbotOctokit } from 'probot'
import type { RepositoryRef } from '../../application/ports/repository-ref.ts'
import { GitHubFault } from './github-fault.ts'

/** An authenticated Octokit for each repository's installation. */
export interface InstallationClient {
  octokit(repository: RepositoryRef): Promise<ProbotOctokit>
  /** Runs a GraphQL document; partial data and errors are both given back. */
  graphql<T>(
    repository: RepositoryRef,
    document: string,
    variables: Record<string, unknown>,
  ): Promise<{ data: T; errors: GraphQlError[] }>
}

export interface GraphQlError {
  type?: string
  path?: (string | number)[]
  message: string
}

/** One Octokit an installation, from Probot's `auth`; it renews tokens by itself. */
export function createInstallationClient(auth: (installationId: number) => Promise<ProbotOctokit>): InstallationClient {
  const clients = new Map<number, Promise<ProbotOctokit>>()
  const octokit = (repository: RepositoryRef) => {
    const known = clients.get(repository.installationId) ?? auth(repository.installationId)
    clients.set(repository.installationId, known)
    return known
  }
  return {
    octokit,
    async graphql<T>(repository: RepositoryRef, document: string, variables: Record<string, unknown>) {
      const client = await octokit(repository)
      const answer = await client.request('POST /graphql', { query: document, variables })
      const body = answer.data as { data?: T | null; errors?: GraphQlError[] }
      const errors = body.errors ?? []
      if (body.data == null) {
        throw new GitHubFault(
          'github_refused',
          errors[0]?.message ?? 'GraphQL gave no data',
          errors.map((error) => error.message).join('; '),
        )
      }
      return { data: body.data, errors }
    },
  }
}
