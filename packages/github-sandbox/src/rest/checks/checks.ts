import { textOf } from '../../handler/body-value.ts'
import { readAnnotations, readCheckRunInput } from '../../changes/checks/check-run-input.ts'
import { emitCheckRun } from '../../changes/checks/emit-check-run.ts'
import { requireReadable } from '../../handler/issue-permissions.ts'
import { presentAnnotation, presentCheckRun } from '../../present/checks/check-run.ts'
import { findSuiteId, presentCheckSuite } from '../../present/checks/check-suite.ts'
import { presentSimpleCommit } from '../../present/code/commit.ts'
import { presentRepository } from '../../present/repository.ts'
import { resolveCommit } from '../../handler/resolve-commit.ts'
import type { RouteContext, Routes } from '../../handler/route.ts'
import { GitHubError } from '../../handler/route.ts'
import type { App } from '../../world/app.ts'
import type { CheckRun, Repository } from '../../world/world.ts'

export const checksRoutes: Routes = {
  'POST /repos/{owner}/{repo}/check-runs': async (context) => {
    const repo = context.repository()
    const app = requireApp(context, repo)
    const input = readCheckRunInput(context.body)
    const annotations = readAnnotations(context.body)
    const headSha = textOf(context.body['head_sha']) ?? ''
    if ((await context.git(repo).objectType(headSha)) !== 'commit')
      throw new GitHubError(422, `No commit found for SHA: ${headSha}`)
    const run = buildCheckRun(context, app, headSha, input, annotations)
    repo.checkRuns.push(run)
    emitCheckRun(context, repo, run, app.botLogin, 'created')
    if (run.status === 'completed') emitCheckRun(context, repo, run, app.botLogin, 'completed')

    return { status: 201, body: presentCheckRun(context, repo, run) }
  },
  'GET /repos/{owner}/{repo}/check-runs/{check_run_id}': (context) => {
    const repo = requireReadable(context, 'checks')

    return { status: 200, body: presentCheckRun(context, repo, getCheckRun(context, repo)) }
  },
  'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}': (context) => {
    const repo = context.repository()
    const app = requireApp(context, repo)
    const run = getCheckRun(context, repo)
    if (run.appId !== app.id)
      throw new GitHubError(
        403,
        `Invalid app_id \`${app.id}\` - check run can only be modified by the GitHub App that created it.`,
      )
    updateCheckRun(context, repo, app, run)

    return { status: 200, body: presentCheckRun(context, repo, run) }
  },
  'GET /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations': (context) => {
    const repo = requireReadable(context, 'checks')
    const run = getCheckRun(context, repo)

    return { status: 200, list: run.annotations.map((one) => presentAnnotation(context, repo, run, one)) }
  },
  'GET /repos/{owner}/{repo}/commits/{ref}/check-runs': async (context) => {
    const repo = requireReadable(context, 'checks')
    const sha = await resolveCommit(context.git(repo), context.params['ref'] ?? '')

    return {
      status: 200,
      list: listCheckRuns(repo, sha, context.query).map((run) => presentCheckRun(context, repo, run)),
      wrap: (page, total) => ({ total_count: total, check_runs: page }),
    }
  },
  'GET /repos/{owner}/{repo}/check-suites/{check_suite_id}': async (context) => {
    const repo = requireReadable(context, 'checks')
    const id = Number(context.params['check_suite_id'])
    const run = repo.checkRuns.find((one) => findSuiteId(repo, one) === id)
    if (!run) throw new GitHubError(404, 'Not Found')
    const suite = presentCheckSuite(context, repo, run)
    const commit = await context.git(repo).readCommit(run.headSha)

    return {
      status: 200,
      body: { ...suite, repository: presentRepository(context, repo), head_commit: presentSimpleCommit(commit) },
    }
  },
}

/** The acting App; people can't write checks, whatever their role. */
function requireApp(context: RouteContext, repo: Repository): App {
  context.user()
  if (context.actor.kind !== 'installation') throw new GitHubError(403, 'You must authenticate via a GitHub App.')
  context.require(repo, 'write', 'checks', 'write')

  return context.actor.app
}

function getCheckRun(context: RouteContext, repo: Repository): CheckRun {
  const run = repo.checkRuns.find((one) => one.id === Number(context.params['check_run_id']))
  if (!run) throw new GitHubError(404, 'Not Found')

  return run
}

function buildCheckRun(
  context: RouteContext,
  app: App,
  headSha: string,
  input: Partial<CheckRun>,
  annotations: Record<string, unknown>[],
): CheckRun {
  const now = context.now()
  const completedAt = input.status === 'completed' ? (input.completedAt ?? now) : null

  return {
    id: context.newId(),
    appId: app.id,
    name: '',
    headSha,
    externalId: '',
    detailsUrl: null,
    status: 'queued',
    conclusion: null,
    startedAt: now,
    output: { title: null, summary: null, text: null },
    actions: [],
    ...input,
    annotations,
    completedAt,
  }
}

/** Applies `PATCH`; annotations are added to those already there. */
function updateCheckRun(context: RouteContext, repo: Repository, app: App, run: CheckRun): void {
  const wasCompleted = run.status === 'completed'
  const input = readCheckRunInput(context.body)
  const annotations = readAnnotations(context.body)
  Object.assign(run, input)
  run.annotations.push(...annotations)
  if (run.status === 'completed') run.completedAt = input.completedAt ?? run.completedAt ?? context.now()
  if (run.status === 'completed' && !wasCompleted) emitCheckRun(context, repo, run, app.botLogin, 'completed')
}

function listCheckRuns(repo: Repository, sha: string, query: Record<string, string>): CheckRun[] {
  const newestFirst = repo.checkRuns.filter((run) => run.headSha === sha).toReversed()
  const seen = new Set<string>()

  return newestFirst
    .filter((run) => {
      const key = `${run.appId} ${run.name}`
      const isLatest = !seen.has(key)
      seen.add(key)
      return isLatest || query['filter'] === 'all'
    })
    .filter((run) => query['check_name'] === undefined || run.name === query['check_name'])
    .filter((run) => query['status'] === undefined || run.status === query['status'])
    .filter((run) => query['app_id'] === undefined || run.appId === Number(query['app_id']))
}
