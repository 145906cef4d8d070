import { expect, test } from 'vitest'
import { validateVersion } from '../../../src/application/runs/validate-version.ts'
import type { AnalysisRequest } from '../../../src/domain/debug/read/analysis-request.ts'
import {
  buildArtifact,
  buildConfiguration,
  buildExecution,
  buildPlan,
  buildTask,
  buildValidation,
  testSha,
  testUuid,
} from '../../support/builders.ts'
import { FakeWorkspace } from '../../support/fakes/fake-workspace.ts'
import { widgets } from '../../support/local-repository.ts'

const now = '2026-11-21T03:12:00.000Z'
const [input, other, task] = [buildTask({ id: 'T1' }), buildTask({ id: 'T2' }), buildTask({ id: 'T3' })]
const passed = buildArtifact(task, { base_sha: testSha('base of version 1') })
const [newer, beside] = [buildArtifact(input, { version: 2 }), buildArtifact(other)]

/** T3 passed its tests; then came another version of its input T1, and T2, which it doesn't take. */
function buildBefore() {
  const merged = { merge: 'merged' as const }
  const nodes = {
    T1: { ...merged, approved_artifact_id: newer.artifact_id },
    T2: { ...merged, approved_artifact_id: beside.artifact_id },
    T3: { inputs: { T1: newer.artifact_id } },
  }
  const plan = buildPlan({ tasks: [input, other, task] })
  const { artifact_id, commit_sha, tree_sha } = passed
  const record = { at: now, task: 'T3', artifact_id, commit_sha, tree_sha, analysis_id: null }
  const { hypotheses: _hypotheses, ...validation } = buildValidation()
  return buildExecution(plan, nodes, {
    artifacts: [passed, newer, beside],
    validations: [{ ...validation, ...record }],
  })
}

function diffOf(path: string): string {
  return `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-old\n+new\n`
}

test('debugging is told what came to the base of a version since the tests of its task last passed', async () => {
  const inputPath = newer.files[0]?.path ?? ''
  const diffs = new Map([
    [`${passed.base_sha} base`, diffOf(inputPath)],
    [`${beside.base_sha} ${beside.commit_sha}`, diffOf('beside.js')],
  ])
  const workspace = Object.assign(new FakeWorkspace(), {
    readDiff: (_repository: unknown, from: string, to: string) => Promise.resolve(diffs.get(`${from} ${to}`) ?? ''),
  })
  const requests: AnalysisRequest[] = []
  const analyse = (request: AnalysisRequest) => {
    requests.push(request)
    return Promise.resolve({ suspicions: [] })
  }
  const ports = { workspace, analyst: { name: 'fake', analyse }, now: () => now, newId: () => testUuid('an id') }
  const run = {
    repository: widgets,
    configuration: buildConfiguration(),
    owner: { runId: 'run-1', issue: 7, task: 'T1' },
    signal: new AbortController().signal,
    task,
    work: { execution: buildBefore() },
  }
  const common = { exitCode: 1, timedOut: false, aborted: false, output: '', outputBytes: 0, durationMs: 7 }
  const tested = [{ command: 'npm test', outcome: { ...common, tests: { kind: 'none' as const } } }]

  await validateVersion(ports, run, { base: 'base', commit: 'head', tested })

  const [request] = requests
  expect(request?.inputs).toMatchObject([{ task: 'T1', version: 2, files: [{ path: inputPath }] }])
  expect(request?.commits).toMatchObject([{ sha: beside.commit_sha, files: [{ path: 'beside.js' }] }])
})
