import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf, startSandboxTarget, targets, type SandboxTarget, type Target } from './github-target.ts'

describe.each(targets)('workflows on $name', ({ start }) => {
  let target: Target
  beforeAll(async () => {
    target = await start()
  })
  afterAll(() => target.close())

  const dispatch = (inputs: Record<string, string>, ref = 'main') =>
    target.octokit.actions.createWorkflowDispatch({ ...target.at, workflow_id: 'export.yml', ref, inputs })

  test('they are the files of the default branch', async () => {
    const { data } = await target.octokit.actions.listRepoWorkflows(target.at)

    expect(data.workflows).toMatchObject([{ name: 'Export', path: '.github/workflows/export.yml', state: 'active' }])
  })

  test('a dispatch starts a run on the branch', async () => {
    const { status } = await dispatch({ plan: 'p1' })

    await expect
      .poll(async () => (await target.octokit.actions.listWorkflowRunsForRepo(target.at)).data.total_count)
      .toBeGreaterThan(0)
    const { data } = await target.octokit.actions.listWorkflowRuns({ ...target.at, workflow_id: 'export.yml' })
    expect([200, 204]).toContain(status)
    expect(data.workflow_runs[0]).toMatchObject({ event: 'workflow_dispatch', head_branch: 'main', name: 'Export' })
  })

  test.each([
    ['an input that it does not know', { plan: 'p1', other: 'x' }],
    ['a needed input missing', {}],
    ['a choice that is not offered', { plan: 'p1', mode: 'loud' }],
    ['26 inputs', Object.fromEntries(Array.from({ length: 26 }, (_, index) => [`input${index}`, 'x']))],
  ])('a dispatch with %s is refused', async (_, inputs) => {
    const refusal = await refusalOf(dispatch(inputs))

    expect(refusal.status).toBe(422)
  })

  test('a dispatch on a branch that does not exist is refused', async () => {
    const refusal = await refusalOf(dispatch({ plan: 'p1' }, 'no-such-branch'))

    expect(refusal).toMatchObject({ status: 422, text: expect.stringContaining('No ref found') })
  })

  test('a workflow that does not exist is 404', async () => {
    const asked = { ...target.at, workflow_id: 'none.yml', ref: 'main' }

    const refusal = await refusalOf(target.octokit.actions.createWorkflowDispatch(asked))

    expect(refusal.status).toBe(404)
  })
})

describe('workflow runs on the sandbox', () => {
  let target: SandboxTarget
  beforeAll(async () => {
    target = await startSandboxTarget()
  })
  afterAll(() => target.close())

  test('a run keeps its inputs, with defaults', async () => {
    const inputs = { plan: 'p1' }

    await target.octokit.actions.createWorkflowDispatch({
      ...target.at,
      workflow_id: 'export.yml',
      ref: 'main',
      inputs,
    })

    expect(target.sandbox.world.repositories[0]?.workflowRuns.at(-1)?.inputs).toEqual({ plan: 'p1', mode: 'full' })
  })

  test('a cancelled run is completed and can not be cancelled again', async () => {
    const asked = { ...target.at, workflow_id: 'export.yml', ref: 'main', inputs: { plan: 'p1' } }
    await target.octokit.actions.createWorkflowDispatch(asked)
    const { data } = await target.octokit.actions.listWorkflowRunsForRepo(target.at)
    const run = { ...target.at, run_id: data.workflow_runs[0]?.id ?? 0 }

    const cancelled = await target.octokit.actions.cancelWorkflowRun(run)
    const refusal = await refusalOf(target.octokit.actions.cancelWorkflowRun(run))
    const seen = await target.octokit.actions.getWorkflowRun(run)

    expect([cancelled.status, refusal.status]).toEqual([202, 409])
    expect(seen.data).toMatchObject({ status: 'completed', conclusion: 'cancelled' })
  })

  test('a run has the jobs that its runner tells of, and the artifacts that it keeps', async () => {
    const { octokit, sandbox, at } = target
    const asked = { ...at, workflow_id: 'export.yml', ref: 'main', inputs: { plan: 'p1' } }
    await octokit.actions.createWorkflowDispatch(asked)
    const { data } = await octokit.actions.listWorkflowRunsForRepo(at)
    const run = { ...at, run_id: data.workflow_runs[0]?.id ?? 0 }
    const repository = `${at.owner}/${at.repo}`
    const job = { name: 'Export', labels: ['ubuntu-24.04'], conclusion: null }

    sandbox.reportJob(repository, run.run_id, { ...job, status: 'queued' })
    const queued = await octokit.actions.listJobsForWorkflowRun(run)
    sandbox.reportJob(repository, run.run_id, { ...job, status: 'in_progress' })
    const seen = await octokit.actions.getWorkflowRun(run)
    sandbox.reportJob(repository, run.run_id, { ...job, status: 'completed', conclusion: 'success' })
    const ended = await octokit.actions.listJobsForWorkflowRun(run)
    const archive = new TextEncoder().encode('any bytes')
    await sandbox.keepArtifact(repository, run.run_id, 'bundle', archive)
    const kept = await octokit.actions.listWorkflowRunArtifacts({ ...run, name: 'bundle' })
    const artifact = { ...at, artifact_id: kept.data.artifacts[0]?.id ?? 0, archive_format: 'zip' }
    const download = await octokit.actions.downloadArtifact(artifact)

    expect(queued.data.jobs).toMatchObject([{ name: 'Export', status: 'queued', completed_at: null, runner_id: null }])
    expect(seen.data).toMatchObject({ status: 'in_progress' })
    expect(ended.data.jobs).toMatchObject([{ status: 'completed', conclusion: 'success', runner_id: 1 }])
    expect(kept.data.artifacts).toMatchObject([{ name: 'bundle', size_in_bytes: archive.length, expired: false }])
    expect(new Uint8Array(download.data as ArrayBuffer)).toEqual(archive)
    expect((await octokit.actions.listWorkflowRunArtifacts({ ...run, name: 'other' })).data.artifacts).toEqual([])
  })

  test('what a run that is cancelled had at work is cancelled with it, and takes no news', async () => {
    const { octokit, sandbox, at } = target
    const asked = { ...at, workflow_id: 'export.yml', ref: 'main', inputs: { plan: 'p1' } }
    await octokit.actions.createWorkflowDispatch(asked)
    const { data } = await octokit.actions.listWorkflowRunsForRepo(at)
    const run = { ...at, run_id: data.workflow_runs[0]?.id ?? 0 }
    const job = { name: 'Export', labels: ['ubuntu-24.04'], status: 'in_progress' as const, conclusion: null }

    sandbox.reportJob(`${at.owner}/${at.repo}`, run.run_id, job)
    await octokit.actions.cancelWorkflowRun(run)
    sandbox.reportJob(`${at.owner}/${at.repo}`, run.run_id, { ...job, status: 'completed', conclusion: 'success' })
    const { data: jobs } = await octokit.actions.listJobsForWorkflowRun(run)

    expect(jobs.jobs).toMatchObject([{ status: 'completed', conclusion: 'cancelled' }])
  })
})
