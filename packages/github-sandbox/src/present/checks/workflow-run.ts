import type { CommitData } from '../../handler/git-store.ts'
import { nodeId } from '../../world/node-id.ts'
import type { Repository, WorkflowRun } from '../../world/world.ts'
import { presentSimpleCommit } from '../code/commit.ts'
import type { PresentContext } from '../present-context.ts'
import { presentPullsAt } from '../pulls/pull.ts'
import { presentRepository, repositoryPage, repositoryUrl } from '../repository.ts'
import { presentLogin } from '../accounts/user.ts'
import { workflowId } from './workflow.ts'

/** Schema `workflow-run`; `name` is the workflow's, `commit` that of `headSha`. */
export function presentWorkflowRun(
  context: PresentContext,
  repo: Repository,
  run: WorkflowRun,
  name: string,
  commit: CommitData,
) {
  const repoUrl = repositoryUrl(context, repo)
  const url = `${repoUrl}/actions/runs/${run.id}`
  const same = repo.workflowRuns.filter((one) => one.workflow === run.workflow)

  return {
    id: run.id,
    name,
    node_id: nodeId('WorkflowRun', run.id),
    head_branch: run.headBranch,
    head_sha: run.headSha,
    path: run.workflow,
    display_title: run.title ?? name,
    run_number: same.findIndex((one) => one.id === run.id) + 1,
    event: run.event,
    status: run.status,
    conclusion: run.conclusion,
    workflow_id: workflowId(repo, run.workflow),
    check_suite_id: run.id,
    check_suite_node_id: nodeId('CheckSuite', run.id),
    url,
    html_url: `${repositoryPage(context, repo)}/actions/runs/${run.id}`,
    pull_requests: presentPullsAt(context, repo, run.headSha),
    created_at: run.createdAt,
    updated_at: run.updatedAt ?? run.createdAt,
    actor: presentLogin(context, run.actor),
    run_attempt: 1,
    referenced_workflows: [],
    run_started_at: run.createdAt,
    triggering_actor: presentLogin(context, run.actor),
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: `${repoUrl}/check-suites/${run.id}`,
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    previous_attempt_url: null,
    workflow_url: `${repoUrl}/actions/workflows/${workflowId(repo, run.workflow)}`,
    head_commit: presentSimpleCommit(commit),
    repository: presentRepository(context, repo),
    head_repository: presentRepository(context, repo),
  }
}
