import type { MirroredTask } from '../../../application/ports/forge/issue-mirror.ts'
import type { MirrorPlace, MirrorMatch } from './find-mirror-issues.ts'
import { call, statusOf } from '../client/github-fault.ts'

/** GitHub takes no more in each direction. */
const mostDependencies = 50
const refusals = new Set([404, 410, 422])

interface Mirrored {
  wanted: readonly MirroredTask[]
  standing: ReadonlyMap<string, MirrorMatch>
  /** Issues that were made just now and have no links. */
  fresh: ReadonlySet<number>
  /** Issues that we made below that parent: links to others are people's (I8). */
  ourIds: ReadonlySet<number>
}

/** Keeps `blocked by` of open tasks in step; what a closed one waited for stays as it was. */
export async function mirrorDependencies(place: MirrorPlace, mirrored: Mirrored): Promise<void> {
  const open = mirrored.wanted.filter(({ closedAs, blockedBy }) => closedAs === null && blockedBy !== null)
  const compared = await Promise.all(open.map((task) => compareDependencies(place, mirrored, task)))
  const changes = compared.flatMap((one) => one ?? [])
  const { issues } = place.octokit.rest
  const targetOf = (number: number) => ({ owner: place.owner, repo: place.repo, issue_number: number })
  // Away before new: a dependency that was turned round would be a circle meanwhile.
  for (const { number, superfluous } of changes) {
    for (const issue_id of superfluous)
      await call('remove a dependency', () => issues.removeDependencyBlockedBy({ ...targetOf(number), issue_id }))
  }
  for (const { number, missing } of changes) {
    for (const issue_id of missing)
      await linkUnlessRefused('add a dependency', () =>
        issues.addBlockedByDependency({ ...targetOf(number), issue_id }),
      )
  }
}

async function compareDependencies(place: MirrorPlace, mirrored: Mirrored, task: MirroredTask) {
  const found = mirrored.standing.get(task.task)
  if (found === undefined || found.kind === 'gone') return undefined
  const { issue } = found
  const wanted = (task.blockedBy ?? []).flatMap((one) => findId(mirrored, one)).slice(0, mostDependencies)
  const mayHaveSome = wanted.length > 0 || issue.issue_dependencies_summary?.total_blocked_by !== 0
  const present = mayHaveSome && !mirrored.fresh.has(issue.id) ? await readBlockers(place, issue.number) : []
  return {
    number: issue.number,
    missing: wanted.filter((id) => !present.includes(id)),
    superfluous: present.filter((id) => mirrored.ourIds.has(id) && !wanted.includes(id)),
  }
}

function findId({ standing }: Mirrored, task: string): number[] {
  const found = standing.get(task)
  return found === undefined || found.kind === 'gone' ? [] : [found.issue.id]
}

async function readBlockers({ octokit, owner, repo }: MirrorPlace, number: number): Promise<number[]> {
  const target = { owner, repo, issue_number: number, per_page: 100 }
  const answer = await call('read dependencies', () => octokit.rest.issues.listDependenciesBlockedBy(target))
  return answer.data.map((one) => one.id)
}

/**
 * Writes a link. A refusal is passed over: it is there already, a person gave the issue another parent, made a circle
 * or deleted it just now, or GitHub takes no more. None of that is a reason to stop: no task depends on what is shown.
 */
export async function linkUnlessRefused(what: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!refusals.has(statusOf(error) ?? 0)) await call(what, () => Promise.reject(error))
  }
}
