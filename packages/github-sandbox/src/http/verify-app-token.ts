import { verify } from 'node:crypto'
import { GitHubError } from '../handler/route.ts'
import type { App } from '../world/app.ts'
import type { World } from '../world/world.ts'

const longestLifeSeconds = 600
const clockSkewSeconds = 60

/** The App that signed this JSON Web Token (RS256, `iss` its id or client id, at most ten minutes long), or 401 as GitHub words it. */
export function verifyAppToken(world: World, token: string, now: Date): App {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const claims = parsePart(payload)
  const app = world.apps.find((one) => [String(one.id), one.clientId].includes(String(claims['iss'])))
  if (parsePart(header)['alg'] !== 'RS256' || app === undefined || app.publicKey === '') throw undecodable()
  const signed = verify(
    'RSA-SHA256',
    Buffer.from(`${header}.${payload}`),
    app.publicKey,
    Buffer.from(signature, 'base64url'),
  )
  if (!signed) throw undecodable()
  const nowSeconds = Math.floor(now.getTime() / 1000)
  const { iat, exp } = claims
  if (!Number.isInteger(iat) || Number(iat) > nowSeconds + clockSkewSeconds) {
    throw new GitHubError(
      401,
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    )
  }
  if (!Number.isInteger(exp) || Number(exp) <= nowSeconds) {
    throw new GitHubError(
      401,
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    )
  }
  if (Number(exp) > nowSeconds + longestLifeSeconds + clockSkewSeconds) {
    throw new GitHubError(401, "'Expiration time' claim ('exp') is too far in the future")
  }

  return app
}

function parsePart(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    throw undecodable()
  }
}

function undecodable(): GitHubError {
  return new GitHubError(401, 'A JSON web token could not be decoded')
}
