import { nodeId } from '../../world/node-id.ts'
import { presentLogin } from '../../present/accounts/user.ts'
import { repositoryUrl } from '../../present/repository.ts'
import type { RouteContext, Routes } from '../../handler/route.ts'
import type { Activity } from '../../world/world.ts'

export const activityRoutes: Routes = {
  /** Pages by cursors, which are ids here. */
  'GET /repos/{owner}/{repo}/activity': (context) => {
    const repo = context.repository()
    context.require(repo, 'read', 'contents', 'read')
    const { query } = context
    const ref = query['ref'] === undefined ? undefined : `refs/heads/${query['ref'].replace(/^refs\/heads\//, '')}`
    const found = (repo.activities ?? []).filter(
      (one) =>
        (ref === undefined || one.ref === ref) &&
        (query['actor'] === undefined || one.actor === query['actor']) &&
        (query['activity_type'] === undefined || one.kind === query['activity_type']),
    )
    const listed = query['direction'] === 'asc' ? found : found.toReversed()
    const start = query['after'] === undefined ? 0 : listed.findIndex(({ id }) => id === Number(query['after'])) + 1
    const perPage = Math.min(Number(query['per_page'] ?? 30), 100)
    const page = listed.slice(start, start + perPage)
    const last = page.at(-1)
    const next = new URLSearchParams({ ...query, after: String(last?.id) })
    const link = `<${repositoryUrl(context, repo)}/activity?${next}>; rel="next"`

    return {
      status: 200,
      body: page.map((one) => presentActivity(context, one)),
      headers: start + perPage < listed.length ? { link } : {},
    }
  },
}

function presentActivity(context: RouteContext, { id, ref, before, after, at, kind, actor }: Activity) {
  return {
    id,
    node_id: nodeId('Activity', id),
    before,
    after,
    ref,
    timestamp: at,
    activity_type: kind,
    actor: presentLogin(context, actor),
  }
}
