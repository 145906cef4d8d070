import type { Octokit } from '@octokit/rest'

/** Any Octokit with REST methods: Probot's, `@octokit/rest`'s, `@actions/github`'s. */
export type RestClient = Pick<Octokit, 'request' | 'rest'>

export interface RepositoryName {
  owner: string
  repo: string
}

/** Status of a refused request; undefined for everything else that may be thrown. */
export function findStatus(error: unknown): number | undefined {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined
}

/** The answer, or undefined where the server says 404. */
export async function orMissing<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking
  } catch (error) {
    if (findStatus(error) === 404) return undefined
    throw error
  }
}
