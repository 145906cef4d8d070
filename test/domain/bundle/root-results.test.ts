import { expect, test } from 'vitest'
import { judgeRootCriteria } from '../../../src/domain/bundle/root-results.ts'
import type { CriterionResult } from '../../../src/domain/records/review.ts'
import { finalChecksCover, planTestsCover } from '../../../src/domain/plan/whole-cover.ts'
import { renderRootResults } from '../../../src/views/task/root-results.ts'
import { buildPlan, buildTask, testUuid } from '../../support/builders.ts'

const artifactId = testUuid('artifact')
const plan = buildPlan({
  tasks: [buildTask()],
  goals: [
    {
      id: 'G0',
      task_id: testUuid('root'),
      title: 'All',
      root_acceptance_criteria: [
        { id: 'RC-1', statement: 'It greets', source_line: 3, covered_by: ['T1/AC-1', 'T1/AC-2'] },
      ],
    },
  ],
})

function judge(results: CriterionResult['result'][], verdict: 'APPROVED' | 'REJECTED' = 'APPROVED', node = {}) {
  const action = { kind: 'ACTION', id: 'T1', approved_artifact_id: artifactId, approval_stale: false, ...node }
  const review = {
    review_id: testUuid('review'),
    reviewed_artifact_id: artifactId,
    submitted_at: '2026-11-21T03:12:00Z',
    task: 'T1',
    verdict,
    criteria: results.map((result, index) => ({ id: `AC-${index + 1}`, result, evidence: '' })),
  }
  return judgeRootCriteria(plan, { nodes: { T1: action }, reviews: [review] } as unknown as Parameters<
    typeof judgeRootCriteria
  >[1])
}

test.each<[CriterionResult['result'][], string]>([
  [['pass', 'pass'], 'held'],
  [['pass', 'waived'], 'waived'],
  [['pass', 'none'], 'open'],
  [['pass'], 'open'],
  [['fail', 'pass'], 'failed'],
])('criteria with %j: the item of the issue is %s', (results, expected) => {
  expect(judge(results)[0]?.result).toBe(expected)
})

test('without an approved version it is open', () => {
  expect(judge(['pass', 'pass'], 'REJECTED')[0]).toMatchObject({
    result: 'open',
    covered_by: [{ review_id: null }, { review_id: null }],
  })
})

test.each([
  ['was approved against inputs that changed since', { approval_stale: true }],
  ['is not approved any more', { approved_artifact_id: null }],
])('what %s leaves it open', (_what, node) => {
  expect(judge(['pass', 'pass'], 'APPROVED', node)[0]?.result).toBe('open')
})

test('the review that says so is named, and what nothing covers is open', () => {
  expect(judge(['pass', 'pass'])[0]?.covered_by).toEqual(
    ['T1/AC-1', 'T1/AC-2'].map((criterion) => ({ criterion, result: 'pass', review_id: testUuid('review') })),
  )
  expect(judgeWhole({ passed: true }, { ...whole, covered_by: [] })[0]?.result).toBe('open')
})

test('people read which of the things that the issue asked for hold', () => {
  expect(renderRootResults(judge(['pass', 'pass']))).toContain(
    '**What the issue asked for: 1 of 1 holds**\n\n- ✓ It greets → T1',
  )
  expect(renderRootResults(judge(['pass', 'none']))).toContain('- **open:** It greets')
})

const whole = { id: 'RC-2', statement: 'All tests pass', source_line: 4, covered_by: [planTestsCover] }

function judgeWhole(validation: object | null, item = whole) {
  const validations = validation === null ? [] : [{ task: null, commit_sha: 'head', ...validation }]
  const execution = {
    nodes: {},
    reviews: [],
    validations,
    test_waivers: [{ test: 'adds', by: 'ada', why: 'known', at: '' }],
    execution_result: { commit_hash: 'head' },
  }
  const asked = buildPlan({
    goals: [{ id: 'G0', task_id: testUuid('root'), title: 'All', root_acceptance_criteria: [item] }],
  })
  return judgeRootCriteria(asked, execution as unknown as Parameters<typeof judgeRootCriteria>[1])
}

test.each([
  ['nothing has run', null, 'open'],
  ['they passed on another commit', { passed: true, commit_sha: 'before' }, 'open'],
  ['they passed', { passed: true }, 'held'],
  ['one failed', { passed: false, failed_tests: ['subtracts'], totals: { failed: 1 } }, 'failed'],
  ['the one that failed was waived', { passed: false, failed_tests: ['adds'], totals: { failed: 1 } }, 'waived'],
])("what the plan's tests hold, where %s", (_, validation, result) => {
  expect(judgeWhole(validation)).toMatchObject([{ result, covered_by: [{ criterion: 'plan/tests', review_id: null }] }])
})

test('what only the final pull request shows stays open there, by name', () => {
  const shown = renderRootResults(judgeWhole({ passed: true }, { ...whole, covered_by: [finalChecksCover] }))

  expect(shown).toContain('- **open:** All tests pass → the checks of the final pull request')
  const held = renderRootResults(judgeWhole({ passed: true }))
  expect(held).toContain("All tests pass → the plan's tests on the integration branch")
})
