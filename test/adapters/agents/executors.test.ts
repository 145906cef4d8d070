import { describe, expect, test } from 'vitest'
import { createHumanExecutor } from '../../../src/adapters/agents/human/create-human-executor.ts'
import { createPatchExecutor } from '../../../src/adapters/agents/patch/create-patch-executor.ts'
import { createShellExecutor } from '../../../src/adapters/agents/shell/create-shell-executor.ts'
import type { ExecutionRequest } from '../../../src/application/ports/roles/executor.ts'
import type { WorkTree } from '../../../src/application/ports/roles/workspace.ts'
import { ReceiptSchema } from '../../../src/domain/records/execution-record.ts'
import { type Analysis, AnalysisSchema } from '../../../src/domain/records/loop/analysis.ts'
import { sha256Hex } from '../../../src/domain/text/sha256.ts'
import type { Task, WorkItem } from '../../../src/domain/plan/task.ts'
import { buildHypothesis } from '../../support/loop/build-skill-state.ts'
import {
  buildArtifact,
  buildConfiguration,
  buildPlan,
  buildReview,
  buildTask,
  testUuid,
} from '../../support/builders.ts'
import { buildRules, createLocalRepository, widgets } from '../../support/local-repository.ts'

function buildRequest(
  workTree: WorkTree,
  task: Partial<Task>,
  overrides: Partial<ExecutionRequest> = {},
): ExecutionRequest {
  const built = buildTask(task)
  return {
    runId: 'run-1',
    repository: widgets,
    plan: buildPlan({ tasks: [built] }),
    task: built,
    workTree,
    rejections: [],
    analysis: null,
    configuration: buildConfiguration({ run: { timeout_minutes: 1, max_output_bytes: 10_000 } }),
    signal: new AbortController().signal,
    ...overrides,
  }
}

const rejection = { artifact: buildArtifact(), review: buildReview(), diff: '-a\n+b\n' }
const file = (path: string, content = 'x\n'): WorkItem => ({ kind: 'file', path, content, mode: '100644' })
const diff: WorkItem = { kind: 'diff', diff: '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n' }
const run = (command: string): WorkItem => ({ kind: 'run', command })

async function readPaths(tree: WorkTree): Promise<string[]> {
  const change = await tree.readChange(buildRules())
  return change.kind === 'files' ? change.files.map(({ path }) => path) : []
}

describe('patch', () => {
  test('applies files and diffs, and leaves a receipt', async () => {
    await using repository = await createLocalRepository()
    await using tree = await repository.open({ 'a.txt': 'a\n' })
    const work = [file('docs/new.md'), diff]

    const { outcome, receipt } = await createPatchExecutor().execute(buildRequest(tree, { work }))

    expect(outcome).toEqual({ kind: 'changed' })
    expect(await readPaths(tree)).toEqual(['a.txt', 'docs/new.md'])
    expect(ReceiptSchema.parse({ ...receipt, outcome: 'changed' })).toMatchObject({
      run_id: 'run-1',
      task: 'T1',
      executor: 'patch',
      arguments_sha256: sha256Hex(JSON.stringify(work)),
      exit_code: null,
      output_sha256: null,
    })
  })

  test('without anything to apply it asks a person at once', async () => {
    await using repository = await createLocalRepository()
    await using tree = await repository.open({ 'a.txt': 'a\n' })

    const { outcome } = await createPatchExecutor().execute(buildRequest(tree, { work: [run('make')] }))

    expect(outcome).toEqual({ kind: 'stuck', reason: 'The issue spells out no file or diff for T1.' })
  })

  test('is stuck once a version of it was rejected', async () => {
    await using repository = await createLocalRepository()
    await using tree = await repository.open({ 'a.txt': 'a\n' })
    const request = buildRequest(tree, { work: [diff] }, { rejections: [rejection] })

    const { outcome } = await createPatchExecutor().execute(request)

    expect(outcome).toEqual({
      kind: 'stuck',
      reason: 'its patch would only give the rejected bytes again',
    })
    expect(await readPaths(tree)).toEqual([])
  })

  test('is stuck on a diff that does not apply, naming file and hunk', async () => {
    await using repository = await createLocalRepository()
    await using tree = await repository.open({ 'a.txt': 'other\n' })

    const { outcome } = await createPatchExecutor().execute(buildRequest(tree, { work: [diff] }))

    expect(outcome).toEqual({
      kind: 'stuck',
      reason: 'The diff does not apply. a.txt: hunk @@ -1 +1 @@ does not apply: the lines it expects are not there',
    })
  })

  test.each(['../x', '/etc/x', '.git/hooks/pre-commit', 'a\\b'])('is stuck on a file at %s', async (path) => {
    await using repository = await createLocalRepository()
    await using tree = await repository.open({ 'a.txt': 'a\n' })

    const { outcome } = await createPatchExecutor().execute(buildRequest(tree, { work: [file(path)] }))

    expect(outcome).toMatchObject({
      kind: 'stuck',
      reason: expect.stringContaining(`The file can't be written. ${path}`),
    })
  })
})

describe('shell', () => {
  test('applies what is spelled out first, then runs the commands in order', async () => {
    await using repository = await createLocalRepository()
    await using tree = await repository.open({ 'a.txt': 'a\n' })
    const work = [run('cat a.txt given.txt > made.txt'), run('cat made.txt'), file('given.txt', 'given\n'), diff]

    const { outcome, receipt } = await createShellExecutor().execute(buildRequest(tree, { work }))

    expect(outcome).toEqual({ kind: 'changed' })
    expect(Buffer.from((await tree.readFile('made.txt')) ?? []).toString()).toBe('b\ngiven\n')
    expect(receipt).toMatchObject({ executor: 'shell', exit_code: 0, output_sha256: sha256Hex('b\ngiven\n') })
  })

  test('gives commands of a redo what debugging found, outside of the work tree', async () => {
    await using repository = await createLocalRepository()
    await using tree = await repository.open({ 'a.txt': 'a\n' })
    const work = [run('cat "${COUNTERSIGN_ANALYSIS:-/dev/null}" > told.json')]
    const analysis: Analysis = {
      analysis_id: testUuid('analysis'),
      iteration: 1,
      task: 'T1',
      at: '2026-11-21T03:12:00Z',
      failing_tests: ['adds `up`\n$(reboot)'],
      hypotheses: [buildHypothesis({ status: 'confirmed' })],
    }

    await createShellExecutor().execute(buildRequest(tree, { work }, { analysis }))
    const told = Buffer.from((await tree.readFile('told.json')) ?? []).toString()
    await createShellExecutor().execute(buildRequest(tree, { work }))
    const first = Buffer.from((await tree.readFile('told.json')) ?? []).toString()

    expect(AnalysisSchema.parse(JSON.parse(told))).toEqual(analysis)
    expect(first).toBe('')
    expect(await readPaths(tree)).toEqual(['told.json'])
  })

  test('gives them the rejected versions with verdict and diff, where there are any', async () => {
    await using repository = await createLocalRepository()
    await using tree = await repository.open({ 'a.txt': 'a\n' })
    const work = [run('cat "${COUNTERSIGN_REJECTIONS:-/dev/null}" > told.json')]

    await createShellExecutor().execute(buildRequest(tree, { work }, { rejections: [rejection] }))
    const told = Buffer.from((await tree.readFile('told.json')) ?? []).toString()
    await createShellExecutor().execute(buildRequest(tree, { work }))
    const first = Buffer.from((await tree.readFile('told.json')) ?? []).toString()

    expect(JSON.parse(told)).toEqual(JSON.parse(JSON.stringify([rejection])))
    expect(first).toBe('')
  })

  test('stops at the first command that fails, with the last lines it printed', async () => {
    await using repository = await createLocalRepository()
    await using tree = await repository.open({ 'a.txt': 'a\n' })
    const work = [run('seq 1 30; printf "\\033[31mred\\033[0m\\n"; exit 7'), run('touch never')]

    const { outcome, receipt } = await createShellExecutor().execute(buildRequest(tree, { work }))

    expect(outcome).toMatchObject({
      kind: 'failed',
      reason: expect.stringMatching(/failed with exit code 7\.\n17\n.*30\nred$/s),
    })
    expect(receipt.exit_code).toBe(7)
    expect(await tree.readFile('never')).toBeUndefined()
  })

  test('fails at the deadline', async () => {
    await using repository = await createLocalRepository()
    await using tree = await repository.open({ 'a.txt': 'a\n' })
    const configuration = buildConfiguration({ run: { timeout_minutes: 0.025 } })

    const request = buildRequest(tree, { work: [run('echo waiting; sleep 100')] }, { configuration })
    const { outcome, receipt } = await createShellExecutor().execute(request)

    expect(outcome).toMatchObject({
      kind: 'failed',
      reason: expect.stringMatching(/was ended at its deadline after \d+\.\d s\.\nwaiting$/),
    })
    expect(receipt.exit_code).toBeNull()
  })

  test('tries again after a rejection', async () => {
    await using repository = await createLocalRepository()
    await using tree = await repository.open({ 'a.txt': 'a\n' })
    const request = buildRequest(tree, { work: [run('date > made.txt')] }, { rejections: [rejection] })

    const { outcome } = await createShellExecutor().execute(request)

    expect(outcome).toEqual({ kind: 'changed' })
  })

  test('is stuck where the machine cannot isolate', async () => {
    await using repository = await createLocalRepository()
    await using tree = await repository.open({ 'a.txt': 'a\n' })
    const fault = Object.assign(new Error("this machine can't isolate commands"), {
      code: 'isolation_missing',
      details: 'Install bubblewrap.',
    })
    const workTree: WorkTree = { ...tree, run: () => Promise.reject(fault) }

    const { outcome } = await createShellExecutor().execute(buildRequest(workTree, { work: [run('make')] }))

    expect(outcome).toEqual({ kind: 'stuck', reason: "this machine can't isolate commands. Install bubblewrap." })
  })
})

describe('human', () => {
  test.each([
    ['@grace', ['grace']],
    ['human', []],
  ])('%s hands over to %j', async (executor, who) => {
    await using repository = await createLocalRepository()
    await using tree = await repository.open({ 'a.txt': 'a\n' })

    const { outcome, receipt } = await createHumanExecutor().execute(buildRequest(tree, { executor }))

    expect(outcome).toEqual({ kind: 'handed_over', who })
    expect(receipt).toMatchObject({ executor: 'human', exit_code: null })
  })
})
