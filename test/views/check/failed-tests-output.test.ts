import { describe, expect, test } from 'vitest'
import type { Hypothesis, TestResult } from '../../../src/domain/records/loop/loop-state.ts'
import type { ValidationRecord } from '../../../src/domain/records/loop/validation.ts'
import { renderCheckOutput } from '../../../src/views/check/check-output.ts'
import { renderFailedTestsOutput } from '../../../src/views/check/failed-tests-output.ts'
import { checkOutputLimit } from '../../../src/views/markdown/fit.ts'
import {
  buildArtifact,
  buildCheckNode,
  buildPlan,
  buildReview,
  buildTask,
  buildValidation,
  testUuid,
} from '../../support/builders.ts'
import { actionOf, startGate } from '../../support/gate/play-gate.ts'
import { hostileTexts } from '../hostile-text.ts'
import { findLiveText, listTags, readText, renderToTree } from '../render-for-test.ts'
import { links } from '../../support/widget-links.ts'

const task = buildTask()
const artifact = buildArtifact(task)
const node = actionOf(startGate(task))

function result(test_name: string, overrides: Partial<TestResult> = {}): TestResult {
  return {
    test_name,
    suite: 'auth',
    status: 'passed',
    duration_ms: 12.4,
    error_message: null,
    stack_trace: null,
    ...overrides,
  }
}

function recordOf(overrides: Partial<ValidationRecord> = {}): ValidationRecord {
  const { hypotheses: _hypotheses, ...findings } = buildValidation({ passed: false })
  return {
    ...findings,
    at: '2026-11-21T04:00:00Z',
    task: 'T1',
    artifact_id: artifact.artifact_id,
    commit_sha: artifact.commit_sha,
    tree_sha: artifact.tree_sha,
    ...overrides,
  }
}

const failed = recordOf({
  failed_tests: ['auth › refuses expired', 'auth › is quick'],
  results: [
    result('refuses expired', { status: 'failed', error_message: 'expected 401, got 200\nsecond line' }),
    result('is quick', { status: 'failed', duration_ms: 2_040, error_message: 'took too long' }),
    result('accepts fresh'),
  ],
  totals: { passed: 1, failed: 2, skipped: 0 },
  coverage: { lines: 300, covered: 248 },
  places: [
    { test: 'auth › refuses expired', path: 'test/auth.test.ts', line: 41 },
    { test: 'auth › is quick', path: 'test/auth.test.ts', line: null },
  ],
  flaky_tests: ['auth › is quick'],
})
const suspicion: Hypothesis = {
  id: 'H1',
  description: 'The change of src/auth.ts line 3 makes it fail',
  testable_condition: 'undone, it passes',
  logging_point: 'src/auth.ts:3',
  evidence_criteria: { confirm: 'it passes', reject: 'it fails' },
  likelihood: 1,
  status: 'confirmed',
  evidence: null,
  verdict_reason: 'with it undone it passes',
}
const analysis = {
  analysis_id: testUuid('analysis'),
  iteration: 1,
  task: 'T1',
  at: failed.at,
  failing_tests: failed.failed_tests,
  hypotheses: [suspicion],
}

describe('the check run of a version whose own tests failed', () => {
  test('says how many passed, which did not and where, what was suspected, and how it goes on', () => {
    const output = renderFailedTestsOutput({ validation: failed, analysis, node, task, artifact, links })

    expect([output.conclusion, output.title]).toEqual([
      'failure',
      'Its own tests failed: 1 of 3 tests passed (33 %), 82 % of lines covered · version 1 of T1',
    ])
    expect(output.summary).toMatchInlineSnapshot(`
      "T1 goes back to work with what debugging found.

      **Flaky:** auth › is quick passed when the same files were tested once more.

      | result | test | time |
      | :-- | :-- | --: |
      | ✗ | auth › refuses expired [\`test/auth.test.ts:41\`](https://github.com/octo/widgets/blob/609ca0e93a105239aef3e488ac0444a92e2bde95/test/auth.test.ts#L41)<br>expected 401, got 200 | 12&nbsp;ms |
      | ✗ flaky | auth › is quick [\`test/auth.test.ts\`](https://github.com/octo/widgets/blob/609ca0e93a105239aef3e488ac0444a92e2bde95/test/auth.test.ts)<br>took too long | 2&nbsp;s |

      #### What was suspected

      1. **H1** The change of src/auth.ts line 3 makes it fail (\`src/auth.ts:3\`) → confirmed: with it undone it passes

      <details><summary>What the failed tests said</summary>

      **auth › refuses expired**

      \`\`\`
      expected 401, got 200
      second line
      \`\`\`

      **auth › is quick**

      \`\`\`
      took too long
      \`\`\`

      </details>

      <details><summary>The other tests</summary>

      | result | test | time |
      | :-- | :-- | --: |
      | ✓ | auth › accepts fresh | 12&nbsp;ms |

      </details>

      <sub>Version 1 of T1, commit [\`609ca0e\`](https://github.com/octo/widgets/commit/609ca0e93a105239aef3e488ac0444a92e2bde95)</sub>"
    `)
  })

  test('stands on the lines that the runner told, what is flaky as a warning', () => {
    const places = failed.places.map((one) => ({ ...one, line: one.line ?? 60 }))

    const { annotations } = renderFailedTestsOutput({
      validation: { ...failed, places },
      analysis: null,
      node,
      task,
      artifact,
      links,
    })

    const message = 'auth › refuses expired\nexpected 401, got 200\nsecond line'
    expect(annotations).toEqual([
      { path: 'test/auth.test.ts', line: 41, level: 'failure', message },
      { path: 'test/auth.test.ts', line: 60, level: 'warning', message: 'auth › is quick (flaky)\ntook too long' },
    ])
    expect(
      renderFailedTestsOutput({ validation: failed, analysis, node, task, artifact, links }).annotations,
    ).toHaveLength(1)
  })

  test('names the person who is asked for a better version of theirs', () => {
    const byBo = { ...artifact, run_id: null, by: { kind: 'person' as const, login: 'bo', id: 2 } }

    const { summary } = renderFailedTestsOutput({ validation: failed, analysis, node, task, artifact: byBo, links })

    expect(summary).toContain('bo is asked for a better version, in [the issue]')
  })

  test('asks nobody for a version that a run took over from a plan before', () => {
    const { task_id, artifact_id } = artifact
    const carried = {
      ...artifact,
      by: { kind: 'person' as const, login: 'bo', id: 2 },
      carried_from: { task_id, artifact_id },
    }

    const { summary } = renderFailedTestsOutput({ validation: failed, analysis, node, task, artifact: carried, links })

    expect(summary).toMatch(/^T1 goes back to work with what debugging found\./)
  })

  test.each(['e', '错'])('fits whatever the tests said: %s', (said) => {
    const results = Array.from({ length: 200 }, (_, index) =>
      result(`test ${index} ${said.repeat(500)}`, {
        status: 'failed',
        error_message: said.repeat(2_000),
        stack_trace: 's`\n'.repeat(600),
      }),
    )

    const { summary, text, title } = renderFailedTestsOutput({
      validation: recordOf({ results, summary: said.repeat(100_000) }),
      analysis: { ...analysis, hypotheses: Array.from({ length: 5 }, () => suspicion) },
      node,
      task,
      artifact,
      links,
    })

    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(checkOutputLimit)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(checkOutputLimit)
    expect(title.length).toBeLessThan(250)
  })

  test.each(hostileTexts)('what a test is called and says stays text: %j', (hostile) => {
    const name = hostile.slice(0, 150)
    const { summary } = renderFailedTestsOutput({
      validation: recordOf({
        results: [result(name, { suite: hostile, status: 'failed', error_message: hostile, stack_trace: hostile })],
        places: [{ test: `${hostile} › ${name}`, path: hostile, line: 3 }],
        flaky_tests: [`${hostile} › ${name}`],
      }),
      analysis: { ...analysis, hypotheses: [{ ...suspicion, description: hostile, verdict_reason: hostile }] },
      node,
      task,
      artifact,
      links,
    })

    expect(findLiveText(readText(renderToTree(summary), true))).toEqual([])
    expect(listTags(summary).filter((tag) => ['img', 'script', 'hr', 'blockquote', 'input'].includes(tag))).toEqual([])
  })
})

describe('the check run of a verdict', () => {
  const review = buildReview(task, artifact)
  const check = { review, node: buildCheckNode(task, { state: 'DONE' }), plan: buildPlan({ tasks: [task] }), links }

  test('has the tests of the version, folded', () => {
    const validation = recordOf({
      passed: true,
      results: [result('accepts fresh'), result('later', { status: 'skipped' })],
      totals: { passed: 1, failed: 0, skipped: 1 },
    })

    const { summary } = renderCheckOutput({ ...check, artifact, validation })

    expect(summary).toContain(
      [
        '<details><summary>Its own tests: 1 of 1 test passed (100 %), 1 skipped</summary>',
        '',
        '| result | test | time |',
        '| :-- | :-- | --: |',
        '| ✓ | auth › accepts fresh | 12&nbsp;ms |',
        '| skipped | auth › later |  |',
        '',
        '</details>',
      ].join('\n'),
    )
  })

  test('counts the tests that the state did not keep', () => {
    const validation = recordOf({
      passed: true,
      results: [result('a')],
      totals: { passed: 900, failed: 0, skipped: 0 },
    })

    expect(renderCheckOutput({ ...check, artifact, validation }).summary).toContain('and 899 more')
  })
})
