import { Hono } from 'hono'
import { answerRestRequest, type Gateway } from './http/rest-api.ts'

/** Everything the sandbox answers over HTTP, by path. */
export function createSite(gateway: Gateway): (request: Request) => Response | Promise<Response> {
  const site = new Hono()
  site.all('/api/v3/*', (c) => answerRestRequest(gateway, c.req.raw, getPathBelow(c.req.url, '/api/v3')))
  site.all('/api/uploads/*', (c) => answerRestRequest(gateway, c.req.raw, getPathBelow(c.req.url, '/api/uploads')))

  return (request) => site.fetch(request)
}

/** The path as it was sent, still encoded: parameters may hold encoded slashes. */
function getPathBelow(url: string, base: string): string {
  return new URL(url).pathname.slice(base.length)
}
