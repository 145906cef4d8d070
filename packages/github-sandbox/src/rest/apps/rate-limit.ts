import type { RateLimits } from '../../limits/rate-limits.ts'
import type { Routes } from '../../handler/route.ts'

export function createRateLimitRoutes(rateLimits: RateLimits): Routes {
  return {
    'GET /rate_limit': (context) => {
      const now = new Date(context.now())
      const core = rateLimits.read(context.actor, 'core', now)
      const graphql = rateLimits.read(context.actor, 'graphql', now)
      const search = { limit: 30, used: 0, remaining: 30, reset: core.reset }

      return { status: 200, body: { resources: { core, graphql, search }, rate: core } }
    },
  }
}
