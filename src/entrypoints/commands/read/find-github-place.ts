import { stat } from 'node:fs/promises'
import { createCloneGit } from '../../../adapters/git/cloned-repository.ts'

/** A repository on a GitHub, and that GitHub's API. */
export interface GitHubPlace {
  owner: string
  repo: string
  apiUrl: string
  /** Where its pages are, `https://github.com`. */
  web: string
  /** The token of the environment is meant for this server. */
  isHome: boolean
}

/**
 * Which repository on GitHub an argument means: `owner/name` on the server of the environment, an address, or, of a folder,
 * where it was cloned from. Undefined where nothing says it.
 */
export async function findGitHubPlace(
  given: string,
  env: Record<string, string | undefined>,
): Promise<GitHubPlace | undefined> {
  const isFolder = await stat(given).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  if (isFolder) {
    const { stdout, exitCode } = await createCloneGit(given, env)(['config', '--get', 'remote.origin.url'])
    const origin = stdout.toString('utf8').trim()
    return exitCode === 0 ? placeOf(origin, env) : undefined
  }
  return placeOf(given, env)
}

function placeOf(address: string, env: Record<string, string | undefined>): GitHubPlace | undefined {
  const server = (env['GITHUB_SERVER_URL'] ?? 'https://github.com').replace(/\/$/, '')
  const short = /^([\w.-]+)\/([\w.-]+)$/.exec(address)
  const url = short === null ? urlOf(address) : new URL(`${server}/${address}`)
  const [, owner, repo] = /^\/([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(url?.pathname ?? '') ?? []
  if (url === undefined || owner === undefined || repo === undefined) return undefined
  const isHome = url.host === new URL(server).host
  const web = `${url.protocol}//${url.host}`
  return { owner, repo, web, apiUrl: isHome ? (env['GITHUB_API_URL'] ?? apiOf(url)) : apiOf(url), isHome }
}

/** Also of `git@host:owner/name.git`. */
function urlOf(address: string): URL | undefined {
  const [, host, path] = /^[\w.-]+@([\w.-]+):(?!\/)(.+)$/.exec(address) ?? []
  const text = host === undefined ? address : `https://${host}/${path}`
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.protocol === 'ssh:') return new URL(`https://${url.hostname}${url.pathname}`)
  return /^https?:$/.test(url.protocol) ? url : undefined
}

function apiOf({ protocol, host }: URL): string {
  return host === 'github.com' ? 'https://api.github.com' : `${protocol}//${host}/api/v3`
}

/** In place of Octokit's own lines about requests that failed: what a command says of them is enough. */
export const silentLog = { debug() {}, info() {}, warn() {}, error() {} }
