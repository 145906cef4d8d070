import { findMarker } from '../../../src/views/markdown/markers.ts'
import type { Playground } from './playground.ts'

/** What an issue came to, without ids, times and numbers: two that were asked for the same come to the same (I14). */
export interface StateOutline {
  phase: string
  owed: string[]
  labels: string[]
  nodes: Record<string, string>
  versions: string[]
  reviews: string[]
  pulls: string[]
  comments: string[]
}

export interface PullOutline {
  head: string
  state: string
  merged: boolean
}

/** All pull requests of a repository, however many. */
export async function outlinePulls(repo: Playground): Promise<PullOutline[]> {
  const all = await repo
    .as('reader')
    .paginate('GET /repos/{owner}/{repo}/pulls', { ...repo.place, state: 'all', per_page: 100 })
  return all.map(({ head, state, merged_at: mergedAt }) => ({ head: head.ref, state, merged: mergedAt !== null }))
}

export async function outlineState(
  repo: Playground,
  pulls: readonly PullOutline[],
  issue: number,
): Promise<StateOutline> {
  const record = await repo.record(issue)
  const { nodes, artifacts, reviews } = await repo.execution(issue)
  const prefix = `countersign/${record.id}/`
  return {
    phase: record.phase,
    owed: record.outbox.map(({ action }) => action.kind),
    labels: await repo.labels(issue),
    nodes: Object.fromEntries(
      Object.entries(nodes).map(([id, node]) => [
        id,
        [node.state, ...(node.kind === 'GOAL' ? [] : [node.attempts, node.waiting_for?.kind ?? '-'])].join(' '),
      ]),
    ),
    versions: artifacts.map(({ task, version, by }) => `${task} ${version} ${by.kind}`).toSorted(),
    reviews: reviews.map(({ task, verdict }) => `${task} ${verdict}`).toSorted(),
    pulls: pulls
      .filter(({ head }) => head.startsWith(prefix))
      .map(({ head, state, merged }) => `${head.slice(prefix.length)} ${state} ${merged}`)
      .toSorted(),
    comments: (await readMarkers(repo, issue)).toSorted(),
  }
}

/** Kinds of the bot's comments: each once, whoever made it. */
async function readMarkers(repo: Playground, issue: number): Promise<string[]> {
  const { data } = await repo
    .as('reader')
    .rest.issues.listComments({ ...repo.place, issue_number: issue, per_page: 100 })
  return data.flatMap(({ body }) => findMarker(body ?? '')?.kind ?? [])
}
