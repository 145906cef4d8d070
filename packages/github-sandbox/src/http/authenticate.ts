import { GitHubError, type Actor } from '../handler/route.ts'
import type { World } from '../world/world.ts'
import { verifyAppToken } from './verify-app-token.ts'

/** Who calls, by the Authorization header: `token`, `Bearer`, or `Basic` with the token as password. Throws 401 for what isn't valid. */
export function authenticate(world: World, authorization: string | undefined, now: Date): Actor {
  const token = parseToken(authorization)
  if (token === undefined) return { kind: 'anonymous' }
  if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return { kind: 'app', app: verifyAppToken(world, token, now) }
  const user = world.users.find((one) => one.token === token)
  if (user) return { kind: 'person', user }
  const lent = world.userTokens?.find((one) => one.token === token && Date.parse(one.expiresAt) > now.getTime())
  const person = world.users.find((one) => one.login === lent?.login)
  if (person) return { kind: 'person', user: person }

  return findInstallation(world, token, now) ?? badCredentials()
}

function parseToken(authorization: string | undefined): string | undefined {
  const [scheme = '', value = ''] = (authorization ?? '').trim().split(/\s+/)
  if (scheme === '') return undefined
  if (/^(?:token|bearer)$/i.test(scheme)) return value
  if (!/^basic$/i.test(scheme)) return badCredentials()
  const decoded = Buffer.from(value, 'base64').toString()
  const colon = decoded.indexOf(':')
  const password = decoded.slice(colon + 1)

  return password === '' || password === 'x-oauth-basic' ? decoded.slice(0, colon) : password
}

function findInstallation(world: World, token: string, now: Date): Actor | undefined {
  for (const app of world.apps) {
    for (const installation of app.installations) {
      const found = installation.tokens.find((one) => one.token === token)
      const user = world.users.find((one) => one.login === app.botLogin)
      if (found === undefined || user === undefined || Date.parse(found.expiresAt) <= now.getTime()) continue
      if (found.requestsLeft !== undefined && found.requestsLeft <= 0) continue
      if (found.requestsLeft !== undefined) found.requestsLeft -= 1
      const { permissions, repositoryIds } = found
      return { kind: 'installation', user, app, installation, permissions, repositoryIds }
    }
  }

  return undefined
}

function badCredentials(): never {
  throw new GitHubError(401, 'Bad credentials')
}
