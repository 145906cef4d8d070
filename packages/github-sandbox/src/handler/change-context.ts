import type { RouteContext } from './route.ts'
import type { Issue } from '../world/world.ts'

/** What is needed to change the world outside of a request, e.g. after a git push. */
export type ChangeContext = Pick<RouteContext, 'world' | 'git' | 'emit' | 'now' | 'newId' | 'api' | 'web'>

/** Notes what happened to an issue, for its timeline. */
export function recordTimeline(
  context: ChangeContext,
  issue: Issue,
  event: string,
  actor: string,
  detail: Record<string, unknown> = {},
): void {
  const createdAt = context.now()
  issue.timeline.push({ id: context.newId(), event, actor, createdAt, detail })
  issue.updatedAt = createdAt
}
