import { nodeId } from '../../world/node-id.ts'
import type { Repository, WorkflowArtifact, WorkflowJob, WorkflowRun } from '../../world/world.ts'
import type { PresentContext } from '../present-context.ts'
import { repositoryPage, repositoryUrl } from '../repository.ts'

const daysKept = 90

/** Schema `job`. */
export function presentJob(context: PresentContext, repo: Repository, run: WorkflowRun, job: WorkflowJob) {
  const url = repositoryUrl(context, repo)
  const isTaken = job.status !== 'queued'

  return {
    id: job.id,
    run_id: run.id,
    run_url: `${url}/actions/runs/${run.id}`,
    run_attempt: 1,
    node_id: nodeId('CheckRun', job.id),
    head_sha: run.headSha,
    url: `${url}/actions/jobs/${job.id}`,
    html_url: `${repositoryPage(context, repo)}/actions/runs/${run.id}/job/${job.id}`,
    status: job.status,
    conclusion: job.conclusion,
    created_at: job.createdAt,
    started_at: job.startedAt,
    completed_at: job.completedAt,
    name: job.name,
    steps: [],
    check_run_url: `${url}/check-runs/${job.id}`,
    labels: job.labels,
    runner_id: isTaken ? 1 : null,
    runner_name: isTaken ? 'runner-1' : null,
    runner_group_id: isTaken ? 1 : null,
    runner_group_name: isTaken ? 'Default' : null,
    workflow_name: run.workflow,
    head_branch: run.headBranch,
  }
}

/** Schema `artifact`. */
export function presentArtifact(
  context: PresentContext,
  repo: Repository,
  run: WorkflowRun,
  artifact: WorkflowArtifact,
) {
  const url = `${repositoryUrl(context, repo)}/actions/artifacts/${artifact.id}`
  const expires = new Date(Date.parse(artifact.createdAt) + daysKept * 24 * 3_600_000)

  return {
    id: artifact.id,
    node_id: nodeId('Artifact', artifact.id),
    name: artifact.name,
    size_in_bytes: artifact.size,
    url,
    archive_download_url: `${url}/zip`,
    expired: false,
    digest: artifact.digest,
    created_at: artifact.createdAt,
    expires_at: `${expires.toISOString().slice(0, 19)}Z`,
    updated_at: artifact.createdAt,
    workflow_run: {
      id: run.id,
      repository_id: repo.id,
      head_repository_id: repo.id,
      head_branch: run.headBranch,
      head_sha: run.headSha,
    },
  }
}
