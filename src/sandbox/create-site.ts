import { Hono } from 'hono'
import { answerGitRequest } from './http/git-http.ts'
import type { Gateway } from './http/gateway.ts'
import { answerGraphqlRequest } from './http/graphql-api.ts'
import { renderError } from './http/render-answer.ts'
import { answerRestRequest } from './http/rest-api.ts'
import { readTarball } from './routes/tarball.ts'

/** Everything the sandbox answers over HTTP, by path. */
export function createSite(gateway: Gateway): (request: Request) => Response | Promise<Response> {
  const site = new Hono()
  site.onError((error) => renderError(error))
  site.all('/api/v3/*', (c) => answerRestRequest(gateway, c.req.raw, getPathBelow(c.req.url, '/api/v3')))
  site.all('/api/uploads/*', (c) => answerRestRequest(gateway, c.req.raw, getPathBelow(c.req.url, '/api/uploads')))
  site.post('/api/graphql', (c) => answerGraphqlRequest(gateway, c.req.raw))
  site.get('/:owner/:repo/legacy.tar.gz/:sha', async (c) => {
    const { owner, repo, sha } = c.req.param()
    const context = gateway.internals.createContext({ kind: 'anonymous' }, { params: { owner, repo } }, false)
    return new Response(Buffer.from(await readTarball(context, sha)), {
      headers: { 'content-type': 'application/x-gzip' },
    })
  })
  site.use('/:owner/:repo/*', async (c, next) => {
    const answer = await answerGitRequest(gateway, c.req.raw)
    if (answer) return answer
    return next()
  })

  return (request) => site.fetch(request)
}

/** The path as it was sent, still encoded: parameters may hold encoded slashes. */
function getPathBelow(url: string, base: string): string {
  return new URL(url).pathname.slice(base.length)
}
