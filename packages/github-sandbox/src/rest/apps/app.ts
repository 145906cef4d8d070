import { randomBytes } from 'node:crypto'
import { listOf, recordOf, textOf } from '../../handler/body-value.ts'
import { orNotFound } from '../../handler/or-not-found.ts'
import { presentApp } from '../../present/accounts/app.ts'
import { presentInstallation } from '../../present/accounts/installation.ts'
import { presentRepository } from '../../present/repository.ts'
import { GitHubError, type RouteContext, type Routes } from '../../handler/route.ts'
import type { App, Installation } from '../../world/app.ts'
import type { Repository } from '../../world/world.ts'

const tokenLifeMs = 3_600_000
const levels = ['read', 'write', 'admin']

/** What an App does with its JSON Web Token. */
export const appRoutes: Routes = {
  'GET /app': (context) => {
    const app = getApp(context)
    return { status: 200, body: { ...presentApp(context, app), installations_count: app.installations.length } }
  },

  'GET /apps/{app_slug}': (context) => {
    const slug = context.params['app_slug']
    return { status: 200, body: presentApp(context, orNotFound(context.world.apps.find((one) => one.slug === slug))) }
  },

  'GET /app/installations': (context) => {
    const app = getApp(context)
    return { status: 200, list: app.installations.map((one) => presentInstallation(context, app, one)) }
  },

  'GET /app/installations/{installation_id}': (context) => {
    const { app, installation } = getInstallation(context)
    return { status: 200, body: presentInstallation(context, app, installation) }
  },

  'POST /app/installations/{installation_id}/access_tokens': (context) => {
    const { app, installation } = getInstallation(context)
    const repositories = pickRepositories(context, installation)
    const permissions = pickPermissions(context, installation)
    const now = Date.parse(context.now())
    installation.tokens = installation.tokens.filter((one) => Date.parse(one.expiresAt) > now)
    const token = `ghs_${app.id}_${randomBytes(30).toString('base64url').replaceAll(/[-_]/g, 'x')}`
    const { seconds, requests } = context.tokenLife ?? {}
    const lifeMs = seconds === undefined ? tokenLifeMs : seconds * 1000
    const expiresAt = new Date(now + lifeMs).toISOString().replace('.000Z', 'Z')
    const repositoryIds = repositories?.map((repo) => repo.id) ?? null
    const ends = requests === undefined ? {} : { requestsLeft: requests }
    installation.tokens.push({ token, expiresAt, ...ends, repositoryIds, permissions })

    return {
      status: 201,
      body: {
        token,
        expires_at: expiresAt,
        permissions,
        repository_selection: repositories ? 'selected' : 'all',
        ...(repositories ? { repositories: repositories.map((repo) => presentRepository(context, repo)) } : {}),
      },
    }
  },

  'GET /app/hook/config': (context) => ({ status: 200, body: presentHookConfig(getApp(context)) }),

  'PATCH /app/hook/config': (context) => {
    const app = getApp(context)
    app.webhookUrl = textOf(context.body['url']) ?? app.webhookUrl
    app.webhookSecret = textOf(context.body['secret']) ?? app.webhookSecret

    return { status: 200, body: presentHookConfig(app) }
  },
}

/** The App that calls, or 401: these routes want its JSON Web Token. */
export function getApp(context: RouteContext): App {
  if (context.actor.kind !== 'app') throw new GitHubError(401, 'A JSON web token could not be decoded')
  return context.actor.app
}

function getInstallation(context: RouteContext): { app: App; installation: Installation } {
  const app = getApp(context)
  const installation = app.installations.find((one) => String(one.id) === context.params['installation_id'])
  if (installation === undefined) throw new GitHubError(404, 'Not Found')

  return { app, installation }
}

function pickRepositories(context: RouteContext, installation: Installation): Repository[] | undefined {
  const names =
    context.body['repositories'] === undefined ? undefined : listOf(context.body['repositories']).map(String)
  const ids =
    context.body['repository_ids'] === undefined ? undefined : listOf(context.body['repository_ids']).map(Number)
  if (names === undefined && ids === undefined) return undefined
  const own = context.world.repositories.filter((repo) => installation.repositoryIds.includes(repo.id))
  const wanted = [
    ...(names ?? []).map((name) => own.find((repo) => repo.name.toLowerCase() === name.toLowerCase())),
    ...(ids ?? []).map((id) => own.find((repo) => repo.id === id)),
  ]
  const found = wanted.filter((repo) => repo !== undefined)
  if (found.length < wanted.length) {
    throw new GitHubError(
      422,
      'There is at least one repository that does not exist or is not accessible to the parent installation.',
    )
  }

  return [...new Set(found)]
}

function pickPermissions(context: RouteContext, installation: Installation): Record<string, string> {
  if (context.body['permissions'] === undefined) return { ...installation.permissions }
  const wanted = Object.entries(recordOf(context.body['permissions']))
  for (const [name, level] of wanted) {
    const granted = installation.permissions[name] ?? ''
    if (levels.indexOf(granted) < levels.indexOf(String(level))) {
      throw new GitHubError(422, 'The permissions requested are not granted to this installation.')
    }
  }

  return { ...Object.fromEntries(wanted.map(([name, level]) => [name, String(level)])), metadata: 'read' }
}

function presentHookConfig(app: App) {
  return {
    content_type: 'json',
    insecure_ssl: '0',
    secret: '********',
    ...(app.webhookUrl ? { url: app.webhookUrl } : {}),
  }
}
