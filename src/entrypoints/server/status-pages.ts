import { Hono } from 'hono'
import type { Readiness } from '../intake/create-readiness.ts'
import type { Metrics } from '../metrics/create-metrics.ts'

/** What those who run a process ask it, `/healthz`, `/readyz` and `/metrics`; and for everybody `/public-keys`, a line each. */
export function createStatusPages(
  readiness: () => Promise<Readiness>,
  metrics: Metrics,
  publicKeys: readonly string[],
): Hono {
  const app = new Hono()
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    const answer = await readiness()
    return c.json(answer, answer.ready ? 200 : 503)
  })
  app.get('/metrics', async (c) => {
    const { text, contentType } = await metrics.render()
    return c.text(text, 200, { 'content-type': contentType })
  })
  app.get('/public-keys', (c) => c.text(publicKeys.map((key) => `${key}\n`).join('')))
  return app
}
