import { serve } from '@hono/node-server'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { createMcpServer } from './create-mcp-server.ts'
import type { McpPlace } from './mcp-place.ts'

const path = '/mcp'

export interface McpHttp {
  /** The port that it listens on. */
  port: number
  close(): Promise<void>
}

/**
 * Streamable HTTP on this machine, without sessions: each request acts as who its bearer token belongs to, and reads as
 * them. The server's own token is nobody's over HTTP, and pages of a browser are not answered.
 */
export async function serveMcpHttp({ repo, env }: McpPlace, port: number): Promise<McpHttp> {
  const answer = async (request: Request): Promise<Response> => {
    if (new URL(request.url).pathname !== path) return new Response('not found', { status: 404 })
    if (!isLocal(request.headers.get('host')) || request.headers.has('origin'))
      return new Response('not for pages of a browser', { status: 403 })
    const token = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
    const asCaller = { ...env, GITHUB_TOKEN: token, GH_TOKEN: undefined }
    const server = createMcpServer({ repo, env: asCaller })
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    return transport.handleRequest(request)
  }
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: answer, port, hostname: '127.0.0.1' }, (info) => {
      const close = () => new Promise<void>((done) => void server.close(() => done()))
      resolve({ port: info.port, close })
    })
    server.on('error', reject)
  })
}

/** A name that a page had resolved to this machine is none of ours. */
function isLocal(host: string | null): boolean {
  return host !== null && /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(host)
}
