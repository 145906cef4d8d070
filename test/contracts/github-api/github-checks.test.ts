import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  openPull,
  pushBranch,
  refusalOf,
  startSandboxTarget,
  targets,
  type SandboxTarget,
  type Target,
} from './github-target.ts'

describe.each(targets)('checks and statuses by people on $name', ({ start }) => {
  let target: Target
  let sha: string
  beforeAll(async () => {
    target = await start()
    sha = (await pushBranch(target, { path: 'checked.txt', text: 'x\n' })).sha
  })
  afterAll(() => target.close())

  test('people create no check runs', async () => {
    const refusal = await refusalOf(target.octokit.checks.create({ ...target.at, name: 'mine', head_sha: sha }))

    expect(refusal.status).toBe(403)
  })

  test('the newest status of each context makes the combined one', async () => {
    const say = (context: string, state: 'failure' | 'success') =>
      target.octokit.repos.createCommitStatus({ ...target.at, sha, context, state })
    await say('build', 'failure')
    await say('lint', 'success')

    const before = await target.octokit.repos.getCombinedStatusForRef({ ...target.at, ref: sha })
    await say('build', 'success')
    const after = await target.octokit.repos.getCombinedStatusForRef({ ...target.at, ref: sha })

    expect(before.data).toMatchObject({ state: 'failure', total_count: 2 })
    expect(after.data).toMatchObject({ state: 'success', total_count: 2 })
  })

  test.each([
    ['a commit that is none', { sha: '1'.repeat(40) }],
    ['a description of 141 characters', { description: 'd'.repeat(141) }],
  ])('a status with %s is refused', async (_, wrong) => {
    const status = { ...target.at, sha, state: 'success', ...wrong } as const

    const refusal = await refusalOf(target.octokit.repos.createCommitStatus(status))

    expect(refusal.status).toBe(422)
  })
})

describe('check runs of the App on the sandbox', () => {
  let target: SandboxTarget
  let sha: string
  let branch: string
  beforeAll(async () => {
    target = await startSandboxTarget()
    const pull = await openPull(target, { path: 'checked.txt', text: 'x\n' })
    sha = pull.sha
    branch = pull.branch
  })
  afterAll(() => target.close())

  const create = (fields: Record<string, unknown>) =>
    target.app.checks.create({ ...target.at, name: 'verify', head_sha: sha, ...fields })

  test('a run is queued first and keeps its external id', async () => {
    const { data } = await create({ external_id: 'op-1' })

    expect(data).toMatchObject({ status: 'queued', conclusion: null, external_id: 'op-1', completed_at: null })
    expect(data.pull_requests).toHaveLength(1)
  })

  test('a conclusion completes it', async () => {
    const run = await create({ status: 'in_progress' })

    const { data } = await target.app.checks.update({ ...target.at, check_run_id: run.data.id, conclusion: 'failure' })

    expect(data).toMatchObject({ status: 'completed', conclusion: 'failure', completed_at: expect.any(String) })
  })

  test('annotations of later requests are added', async () => {
    const annotate = (message: string) => ({
      title: 'Notes',
      summary: 'Some',
      annotations: [{ path: 'checked.txt', start_line: 1, end_line: 1, annotation_level: 'notice' as const, message }],
    })
    const run = await create({ output: annotate('one') })
    await target.app.checks.update({ ...target.at, check_run_id: run.data.id, output: annotate('two') })

    const { data } = await target.app.checks.listAnnotations({ ...target.at, check_run_id: run.data.id })

    expect(data.map((annotation) => annotation.message)).toEqual(['one', 'two'])
  })

  const annotation = { path: 'a', start_line: 1, end_line: 1, annotation_level: 'notice', message: 'm' }
  const action = { label: 'l', description: 'd', identifier: 'i' }
  test.each([
    ['a summary of 65,536 characters', { output: { title: 't', summary: 's'.repeat(65_536) } }],
    ['a text of 65,536 characters', { output: { title: 't', summary: 's', text: 't'.repeat(65_536) } }],
    [
      '51 annotations',
      { output: { title: 't', summary: 's', annotations: Array.from({ length: 51 }, () => annotation) } },
    ],
    ['4 buttons', { actions: Array.from({ length: 4 }, () => action) }],
    ['a button’s label of 21 characters', { actions: [{ ...action, label: 'l'.repeat(21) }] }],
    ['a button’s identifier of 21 characters', { actions: [{ ...action, identifier: 'i'.repeat(21) }] }],
    ['a button’s description of 41 characters', { actions: [{ ...action, description: 'd'.repeat(41) }] }],
    ['no conclusion though completed', { status: 'completed' }],
    ['a commit that is none', { head_sha: '1'.repeat(40) }],
  ])('a run with %s is refused', async (_, fields) => {
    const refusal = await refusalOf(create(fields))

    expect(refusal.status).toBe(422)
  })

  test('a commit’s runs are found by branch, name and status, the latest of each name', async () => {
    await create({ name: 'found', conclusion: 'failure' })
    const newest = await create({ name: 'found', conclusion: 'success' })
    await create({ name: 'other' })

    const query = { ...target.at, ref: branch, check_name: 'found' }
    const latest = await target.octokit.checks.listForRef({ ...query, status: 'completed' })
    const all = await target.octokit.checks.listForRef({ ...query, filter: 'all' })

    expect(latest.data.check_runs.map((run) => run.id)).toEqual([newest.data.id])
    expect(all.data.total_count).toBe(2)
  })

  test('a failed run makes its pull request unstable', async () => {
    const pull = await openPull(target, { path: 'unstable.txt', text: 'x\n' })
    await create({ head_sha: pull.sha, conclusion: 'failure' })
    const look = async () => (await target.octokit.pulls.get({ ...target.at, pull_number: pull.number })).data
    await look()

    const { mergeable, mergeable_state } = await look()

    expect({ mergeable, mergeable_state }).toEqual({ mergeable: true, mergeable_state: 'unstable' })
  })

  test('a suite is the App’s runs on one commit', async () => {
    const pull = await openPull(target, { path: 'suite.txt', text: 'x\n' })
    const one = await create({ head_sha: pull.sha, name: 'one', conclusion: 'success' })
    const two = await create({ head_sha: pull.sha, name: 'two', conclusion: 'failure' })
    const check_suite_id = one.data.check_suite?.id ?? 0

    const { data } = await target.octokit.checks.getSuite({ ...target.at, check_suite_id })

    expect(two.data.check_suite?.id).toBe(check_suite_id)
    expect(data).toMatchObject({ status: 'completed', conclusion: 'failure', latest_check_runs_count: 2 })
  })
})
