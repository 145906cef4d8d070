import { nodeId } from '../../world/node-id.ts'
import type { CheckRun, Repository } from '../../world/world.ts'
import { presentApp } from '../accounts/app.ts'
import type { PresentContext } from '../present-context.ts'
import { presentPullsAt } from '../pulls/pull.ts'
import { repositoryUrl } from '../repository.ts'

/** A suite is all runs of one App on one commit; its id is that of the first. */
export function findSuiteId(repo: Repository, run: CheckRun): number {
  return Math.min(...findSuiteRuns(repo, run).map((one) => one.id), run.id)
}

/** Schema `check-suite` without its repository and commit, as check run payloads hold it; `run` is any run of the suite. */
export function presentCheckSuite(context: PresentContext, repo: Repository, run: CheckRun) {
  const id = findSuiteId(repo, run)
  const url = `${repositoryUrl(context, repo)}/check-suites/${id}`
  const runs = findSuiteRuns(repo, run)
  const app = context.world.apps.find((one) => one.id === run.appId)
  const times = runs
    .flatMap((one) => [one.startedAt, ...(one.completedAt === null ? [] : [one.completedAt])])
    .toSorted()
  const pulls = presentPullsAt(context, repo, run.headSha)

  return {
    id,
    node_id: nodeId('CheckSuite', id),
    head_branch: pulls[0]?.head.ref ?? null,
    head_sha: run.headSha,
    ...suiteState(runs),
    url,
    before: null,
    after: run.headSha,
    pull_requests: pulls,
    app: app ? presentApp(context, app) : null,
    created_at: times.at(0) ?? run.startedAt,
    updated_at: times.at(-1) ?? run.startedAt,
    latest_check_runs_count: runs.length,
    check_runs_url: `${url}/check-runs`,
  }
}

function findSuiteRuns(repo: Repository, run: CheckRun): CheckRun[] {
  return repo.checkRuns.filter((one) => one.appId === run.appId && one.headSha === run.headSha)
}

export function suiteState(runs: CheckRun[]): { status: string; conclusion: string | null } {
  if (runs.some((run) => run.status !== 'completed')) {
    const started = runs.some((run) => run.status !== 'queued')

    return { status: started ? 'in_progress' : 'queued', conclusion: null }
  }
  const worst = ['action_required', 'failure', 'timed_out', 'cancelled', 'stale', 'success', 'neutral', 'skipped'].find(
    (conclusion) => runs.some((run) => run.conclusion === conclusion),
  )

  return { status: 'completed', conclusion: worst ?? null }
}
