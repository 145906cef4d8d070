import { type Http2Bindings, type HttpBindings, serve, type ServerType } from '@hono/node-server'
import type { Hono } from 'hono'
import { explainPort } from '../settings/explain-port.ts'

export interface ServedDashboard {
  url: string
  close(): Promise<void>
}

/** Serves pages on 127.0.0.1. Throws where the port is taken. */
export async function serveDashboard(site: Hono<object>, port: number): Promise<ServedDashboard> {
  const { server, listensOn } = await listen(site, port)
  return {
    url: `http://127.0.0.1:${listensOn}/`,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        // Open pages wait for news, and would wait for ever.
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}

function listen(site: Hono<object>, port: number): Promise<{ server: ServerType; listensOn: number }> {
  return new Promise((resolve, reject) => {
    const fetch = (request: Request, bindings: HttpBindings | Http2Bindings) => site.fetch(request, bindings)
    const server = serve({ fetch, port, hostname: '127.0.0.1' }, (info) => resolve({ server, listensOn: info.port }))
    server.once('error', (error) => {
      const why = explainPort(error, `127.0.0.1:${port}`, 'choose another with --port')
      reject(why === undefined ? error : new Error(why))
    })
  })
}
