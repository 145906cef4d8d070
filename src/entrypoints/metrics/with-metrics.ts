import { Hono } from 'hono'
import type { Metrics } from './create-metrics.ts'

/** The same server, counted, with `/metrics`. */
export function withMetrics(app: Hono, metrics: Metrics): Hono {
  const counted = new Hono()
  counted.use('/api/github/webhooks', metrics.webhooks)
  counted.get('/metrics', async (c) => {
    const { text, contentType } = await metrics.render()
    return c.text(text, 200, { 'content-type': contentType })
  })
  return counted.route('/', app)
}
