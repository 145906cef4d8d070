import { textOf } from '../../handler/body-value.ts'
import { completeWorkflowRun, emitWorkflowRun, readWorkflowOf } from '../../changes/checks/emit-workflow-run.ts'
import { getWorkflowRun } from './run-parts.ts'
import { requireReadable } from '../../handler/issue-permissions.ts'
import { orNotFound } from '../../handler/or-not-found.ts'
import { repositoryPage, repositoryUrl } from '../../present/repository.ts'
import { presentWebhook } from '../../present/webhook.ts'
import { presentWorkflowRun } from '../../present/checks/workflow-run.ts'
import { presentWorkflow, workflowId } from '../../present/checks/workflow.ts'
import { readWorkflows, type Workflow } from '../../changes/checks/read-workflows.ts'
import type { RouteAnswer, RouteContext, Routes } from '../../handler/route.ts'
import { GitHubError } from '../../handler/route.ts'
import { decideWorkflowInputs, renderRunName } from '../../changes/checks/workflow-inputs.ts'
import type { Repository, WorkflowRun } from '../../world/world.ts'

export const actionsRoutes: Routes = {
  'GET /repos/{owner}/{repo}/actions/workflows': async (context) => {
    const repo = requireReadable(context, 'actions')
    const workflows = await readDefaultWorkflows(context, repo)

    return {
      status: 200,
      list: workflows.map((workflow) => presentWorkflow(context, repo, workflow)),
      wrap: (page, total) => ({ total_count: total, workflows: page }),
    }
  },
  'POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches': async (context) => {
    const repo = context.repository()
    context.user()
    context.require(repo, 'write', 'actions', 'write')
    const run = await dispatch(context, repo)
    if (context.body['return_run_details'] !== true) return { status: 204 }

    return {
      status: 200,
      body: {
        workflow_run_id: run.id,
        run_url: `${repositoryUrl(context, repo)}/actions/runs/${run.id}`,
        html_url: `${repositoryPage(context, repo)}/actions/runs/${run.id}`,
      },
    }
  },
  'GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs': async (context) => {
    const repo = requireReadable(context, 'actions')
    const workflow = await getWorkflow(context, repo)

    return listRuns(
      context,
      repo,
      repo.workflowRuns.filter((run) => run.workflow === workflow.path),
    )
  },
  'GET /repos/{owner}/{repo}/actions/runs': (context) => {
    const repo = requireReadable(context, 'actions')

    return listRuns(context, repo, repo.workflowRuns)
  },
  'GET /repos/{owner}/{repo}/actions/runs/{run_id}': async (context) => {
    const repo = requireReadable(context, 'actions')

    return { status: 200, body: await present(context, repo, getWorkflowRun(context, repo)) }
  },
  'POST /repos/{owner}/{repo}/actions/runs/{run_id}/cancel': async (context) => {
    const repo = context.repository()
    context.user()
    context.require(repo, 'write', 'actions', 'write')
    const run = getWorkflowRun(context, repo)
    if (run.status === 'completed') throw new GitHubError(409, 'Cannot cancel a workflow run that is completed.')
    await completeWorkflowRun(context, repo, run.id, 'cancelled')

    return { status: 202, body: {} }
  },
  'POST /repos/{owner}/{repo}/dispatches': (context) => {
    const repo = context.repository()
    const sender = context.user().login
    context.require(repo, 'write', 'contents', 'write')
    const action = textOf(context.body['event_type']) ?? ''
    const told = { action, branch: repo.defaultBranch, client_payload: context.body['client_payload'] ?? {} }
    context.emit(repo, 'repository_dispatch', action, presentWebhook(context, repo, sender, told))

    return { status: 204 }
  },
}

async function dispatch(context: RouteContext, repo: Repository): Promise<WorkflowRun> {
  const git = context.git(repo)
  const { path } = await getWorkflow(context, repo)
  const ref = (textOf(context.body['ref']) ?? '').replace(/^refs\/(?:heads|tags)\//, '')
  const sha = (await git.readRef(`refs/heads/${ref}`)) ?? (await git.readRef(`refs/tags/${ref}`))
  const headSha = sha === undefined ? undefined : await git.resolve(sha)
  if (headSha === undefined) throw new GitHubError(422, `No ref found for: ${ref}`)
  const workflow = (await readWorkflows(git, headSha)).find((one) => one.path === path)
  if (!workflow) throw new GitHubError(422, `Workflow ${path} not found on ${ref}`)
  const inputs = decideWorkflowInputs(workflow, context.body['inputs'])
  const title = renderRunName(workflow, inputs)
  const run: WorkflowRun = {
    id: context.newId(),
    workflow: path,
    event: 'workflow_dispatch',
    headBranch: ref,
    headSha,
    status: 'queued',
    conclusion: null,
    inputs,
    actor: context.user().login,
    createdAt: context.now(),
    ...(title === undefined ? {} : { title }),
  }
  repo.workflowRuns.push(run)
  const told = { inputs: run.inputs, ref: `refs/heads/${ref}`, workflow: path }
  context.emit(repo, 'workflow_dispatch', null, presentWebhook(context, repo, run.actor, told))
  await emitWorkflowRun(context, repo, run, 'requested')

  return run
}

async function readDefaultWorkflows(context: RouteContext, repo: Repository): Promise<Workflow[]> {
  const git = context.git(repo)
  const head = await git.readRef(`refs/heads/${repo.defaultBranch}`)

  return head === undefined ? [] : readWorkflows(git, head)
}

/** The workflow of the default branch with that id or file name; 404 without one. */
async function getWorkflow(context: RouteContext, repo: Repository): Promise<Workflow> {
  const asked = context.params['workflow_id'] ?? ''
  const workflows = await readDefaultWorkflows(context, repo)

  return orNotFound(
    workflows.find((one) => String(workflowId(repo, one.path)) === asked || one.path.split('/').at(-1) === asked),
  )
}

async function present(context: RouteContext, repo: Repository, run: WorkflowRun) {
  const [workflow, commit] = await Promise.all([
    readWorkflowOf(context, repo, run),
    context.git(repo).readCommit(run.headSha),
  ])

  return presentWorkflowRun(context, repo, run, workflow.name, commit)
}

async function listRuns(context: RouteContext, repo: Repository, runs: WorkflowRun[]): Promise<RouteAnswer> {
  const { actor, branch, event, status, head_sha: headSha } = context.query
  const listed = runs
    .filter((run) => actor === undefined || run.actor === actor)
    .filter((run) => branch === undefined || run.headBranch === branch)
    .filter((run) => event === undefined || run.event === event)
    .filter((run) => status === undefined || run.status === status || run.conclusion === status)
    .filter((run) => headSha === undefined || run.headSha === headSha)
    .toReversed()

  return {
    status: 200,
    list: await Promise.all(listed.map((run) => present(context, repo, run))),
    wrap: (page, total) => ({ total_count: total, workflow_runs: page }),
  }
}
