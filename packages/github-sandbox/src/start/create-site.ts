import { Hono } from 'hono'
import { recordOf } from '../handler/body-value.ts'
import type { Gateway } from '../http/gateway.ts'
import { answerGitRequest } from '../http/git-http.ts'
import { answerGraphqlRequest } from '../http/graphql-api.ts'
import { renderError } from '../http/render-answer.ts'
import { answerRestRequest } from '../http/rest-api.ts'
import { GitHubError } from '../handler/route.ts'
import { keepManifest } from '../rest/apps/app-manifests.ts'
import type { IdTokens } from './create-id-tokens.ts'
import { readTarball } from '../rest/code/tarball.ts'

/** Everything the sandbox answers over HTTP, by path. */
export function createSite(gateway: Gateway, idTokens: IdTokens): (request: Request) => Response | Promise<Response> {
  const { internals } = gateway
  const site = new Hono()
  site.onError((error) => renderError(error))
  site.all('/api/v3/*', (c) => answerRestRequest(gateway, c.req.raw, getPathBelow(c.req.url, '/api/v3')))
  site.all('/api/uploads/*', (c) => answerRestRequest(gateway, c.req.raw, getPathBelow(c.req.url, '/api/uploads')))
  site.post('/api/graphql', (c) => answerGraphqlRequest(gateway, c.req.raw))
  site.all('/api/*', () => renderError(new GitHubError(404, 'Not Found')))
  let signIn: Promise<Hono> | undefined
  site.all('/login/oauth/*', async (c) => {
    signIn ??= import('./create-sign-in.ts').then(({ createSignIn }) => createSignIn(internals))
    return (await signIn).fetch(c.req.raw)
  })
  site.get('/_actions/id-token', (c) => idTokens.answer(c.req.raw))
  site.post('/settings/apps/new', (c) => acceptManifest(gateway, c.req.raw))
  site.post('/organizations/:organization/settings/apps/new', (c) => acceptManifest(gateway, c.req.raw))
  site.get('/:owner/:repo/legacy.tar.gz/:sha', async (c) => {
    const { owner, repo, sha } = c.req.param()
    const context = internals.createContext({ kind: 'anonymous' }, { params: { owner, repo } }, 'none')
    const bytes = Buffer.from(await readTarball(context, sha))
    return new Response(bytes, { headers: { 'content-type': 'application/x-gzip' } })
  })
  site.use('/:owner/:repo/*', async (c, next) => {
    const answer = await answerGitRequest(gateway, c.req.raw)
    return answer ?? next()
  })
  let pages: Promise<Hono> | undefined
  site.all('*', async (c) => {
    pages ??= loadPages(gateway)
    return (await pages).fetch(c.req.raw)
  })

  return (request) => site.fetch(request)
}

/** The pages bring Markdown and highlighting along, which nobody who only uses the API should wait for. */
async function loadPages({ internals }: Gateway): Promise<Hono> {
  const { createPages } = await import('../pages/create-pages.ts')

  return createPages({
    world: () => internals.world,
    git: (repo) => internals.git(repo),
    api: internals.api,
    dataDir: internals.options.dataDir,
    version: () => internals.version(),
  })
}

/** First half of the manifest flow: GitHub shows a form here, the sandbox agrees at once and sends back with a code. */
async function acceptManifest({ internals }: Gateway, request: Request): Promise<Response> {
  const form = await request.formData()
  const text = form.get('manifest')
  const manifest = recordOf(typeof text === 'string' ? JSON.parse(text) : undefined)
  const target = URL.parse(String(manifest['redirect_url']))
  if (target === null) throw new GitHubError(422, 'The manifest has no redirect_url')
  target.searchParams.set('code', keepManifest(internals.world, manifest))
  const state = new URL(request.url).searchParams.get('state')
  if (state !== null) target.searchParams.set('state', state)

  return new Response(null, { status: 302, headers: { location: target.href } })
}

/** The path as it was sent, still encoded: parameters may hold encoded slashes. */
function getPathBelow(url: string, base: string): string {
  return new URL(url).pathname.slice(base.length)
}
