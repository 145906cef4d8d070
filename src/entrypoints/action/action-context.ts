import type { RepositoryName } from '../../adapters/github/client/rest-client.ts'
import type { RunnerEnvironment } from './inputs/read-inputs.ts'

/** Where the Action runs, as the runner says it. */
export interface ActionContext {
  repository: RepositoryName
  /** `https://github.com`, without a slash at its end. */
  server: string
  api: string
  token: string
  env: RunnerEnvironment
}

/** Undefined where the runner doesn't say which repository this is. */
export function readContext(env: RunnerEnvironment, token: string): ActionContext | undefined {
  const [, owner, repo] = /^([\w.-]+)\/([\w.-]+)$/.exec(env['GITHUB_REPOSITORY'] ?? '') ?? []
  if (owner === undefined || repo === undefined) return undefined
  const server = (env['GITHUB_SERVER_URL'] ?? 'https://github.com').replace(/\/$/, '')
  return { repository: { owner, repo }, server, api: env['GITHUB_API_URL'] ?? 'https://api.github.com', token, env }
}
