import type { ChangeContext } from '../../handler/change-context.ts'
import { presentWebhook } from '../../present/webhook.ts'
import { presentWorkflowRun } from '../../present/checks/workflow-run.ts'
import { presentWorkflow } from '../../present/checks/workflow.ts'
import { readWorkflows, type Workflow } from './read-workflows.ts'
import { GitHubError } from '../../handler/route.ts'
import type { Repository, WorkflowRun } from '../../world/world.ts'

/** Ends a run as a runner would, and tells it; for tests and whoever plays the runner. Throws 404 without such a run. */
export async function completeWorkflowRun(
  context: ChangeContext,
  repo: Repository,
  id: number,
  conclusion: string,
): Promise<void> {
  const run = repo.workflowRuns.find((one) => one.id === id)
  if (!run) throw new GitHubError(404, 'Not Found')
  const at = context.now()
  Object.assign(run, { status: 'completed', conclusion, updatedAt: at })
  for (const job of run.jobs ?? [])
    if (job.status !== 'completed')
      Object.assign(job, {
        status: 'completed',
        conclusion: conclusion === 'success' ? 'skipped' : 'cancelled',
        completedAt: at,
      })
  await emitWorkflowRun(context, repo, run, 'completed')
}

/** Emits `workflow_run`. */
export async function emitWorkflowRun(
  context: ChangeContext,
  repo: Repository,
  run: WorkflowRun,
  action: 'requested' | 'in_progress' | 'completed',
): Promise<void> {
  const workflow = await readWorkflowOf(context, repo, run)
  const commit = await context.git(repo).readCommit(run.headSha)
  const payload = {
    action,
    workflow_run: presentWorkflowRun(context, repo, run, workflow.name, commit),
    workflow: presentWorkflow(context, repo, workflow),
  }
  context.emit(repo, 'workflow_run', action, presentWebhook(context, repo, run.actor, payload))
}

/** The workflow as it stands in the commit that a run runs on. */
export async function readWorkflowOf(
  context: ChangeContext,
  repo: Repository,
  run: WorkflowRun,
): Promise<Pick<Workflow, 'path' | 'name'>> {
  const workflows = await readWorkflows(context.git(repo), run.headSha)

  return workflows.find((one) => one.path === run.workflow) ?? { path: run.workflow, name: run.workflow }
}
