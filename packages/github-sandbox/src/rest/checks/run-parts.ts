import { presentArtifact, presentJob } from '../../present/checks/run-parts.ts'
import { requireReadable } from '../../handler/issue-permissions.ts'
import { orNotFound } from '../../handler/or-not-found.ts'
import type { RouteContext, Routes } from '../../handler/route.ts'
import { repositoryPage } from '../../present/repository.ts'
import type { Repository, WorkflowRun } from '../../world/world.ts'

/** Nothing runs here: a run has the jobs and artifacts that whoever plays the runners tells of. */
export const runPartRoutes: Routes = {
  'GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs': (context) => {
    const repo = requireReadable(context, 'actions')
    const run = getWorkflowRun(context, repo)

    return {
      status: 200,
      list: (run.jobs ?? []).map((job) => presentJob(context, repo, run, job)),
      wrap: (page, total) => ({ total_count: total, jobs: page }),
    }
  },
  'GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts': (context) => {
    const repo = requireReadable(context, 'actions')
    const run = getWorkflowRun(context, repo)
    const { name } = context.query
    const named = (run.artifacts ?? []).filter((artifact) => name === undefined || artifact.name === name)

    return {
      status: 200,
      list: named.map((artifact) => presentArtifact(context, repo, run, artifact)),
      wrap: (page, total) => ({ total_count: total, artifacts: page }),
    }
  },
  'GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}': (context) => {
    const repo = requireReadable(context, 'actions')
    const all = repo.workflowRuns.flatMap(({ artifacts = [] }) => artifacts)
    const { id } = orNotFound(all.find((artifact) => artifact.id === Number(context.params['artifact_id'])))

    return { status: 302, headers: { location: `${repositoryPage(context, repo)}/actions/artifacts/${id}` } }
  },
}

/** The run that a request is about; 404 without one. */
export function getWorkflowRun(context: RouteContext, repo: Repository): WorkflowRun {
  return orNotFound(repo.workflowRuns.find((run) => run.id === Number(context.params['run_id'])))
}
