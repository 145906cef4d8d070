import { fc, test } from '../../../support/property.ts'
import { describe, expect } from 'vitest'
import { limitRecord } from '../../../../src/domain/work/plan-life/limit-record.ts'
import type { ExecutionRecord, Receipt } from '../../../../src/domain/records/execution-record.ts'
import type { Analysis } from '../../../../src/domain/records/loop/analysis.ts'
import { renderEffort } from '../../../../src/views/plan/effort.ts'
import {
  buildAgentReceipt,
  buildArtifact,
  buildExecution,
  buildModelUse,
  buildReceipt,
  buildTask,
  testUuid,
} from '../../../support/builders.ts'

const task = buildTask()
const use = buildModelUse({ calls: 1, tokens: { input: 9, cached: 0, output: 1, reasoning: 0 }, cost_usd: 0.25 })
const left = (name: string, overrides: Partial<Receipt> = {}) =>
  buildReceipt(task, {
    run_id: name,
    outcome: 'left',
    duration_ms: 1_000,
    tokens: 10,
    cost_usd: 0.25,
    agent: buildAgentReceipt(use),
    ...overrides,
  })

const analysed = (name: string, of: string | null): Analysis => ({
  analysis_id: testUuid(name),
  iteration: 1,
  task: of,
  at: '2026-11-21T03:12:00Z',
  failing_tests: [],
  hypotheses: [],
})

/** One after the other, as decisions add them. */
function add(receipts: readonly Receipt[], analyses: readonly Analysis[] = [], execution = buildExecution()) {
  let record = execution
  for (const one of receipts) record = limitRecord({ ...record, receipts: [...record.receipts, one] }, record)
  for (const one of analyses) record = limitRecord({ ...record, analyses: [...record.analyses, one] }, record)
  return record
}

const withoutAgent = ({ agent: _none, ...receipt }: Receipt): Receipt => receipt

const many = (count: number) => Array.from({ length: count }, (_, index) => String(index))

describe('receipts', () => {
  test('of the newest twenty runs of a task stay, of those before their sum', () => {
    const record = add(many(50).map((name) => left(name)))

    expect(record.receipts.map((one) => one.run_id)).toEqual(many(50).slice(30))
    expect(record.receipts_left_out).toEqual({
      runs: 30,
      duration_ms: 30_000,
      tokens: 300,
      cost_usd: 7.5,
      use: { T1: expect.objectContaining({ calls: 30, cost_usd: 7.5 }) },
    })
    expect(renderEffort(record, null)).toEqual(['50 automatic runs in 50 s', '500 tokens, $12.50'])
  })

  test('what a person was asked to do is no run', () => {
    const record = add([
      { ...withoutAgent(left('0')), executor: 'human' },
      { ...withoutAgent(left('1')), executor: '@ada' },
    ])

    expect(renderEffort(record, null)).toEqual([])
  })

  test('of runs that made a version stay, however many come after, and so do those that name a patch', () => {
    const patch = { base_sha: 'b', path: 'workspace/attempts/x/patch.patch', sha256: 'c', size: 1 }
    const remains = { ...patch, files: [], more: 0, faults: [] }
    const artifacts = [buildArtifact(task, { run_id: 'made' })]
    const first = [left('made', { outcome: 'changed' }), left('patch', { remains })]

    const record = add(
      [...first, ...many(50).map((name) => left(name))],
      [],
      buildExecution(undefined, {}, { artifacts }),
    )

    expect(record.receipts.slice(0, 2).map((one) => one.run_id)).toEqual(['made', 'patch'])
    expect(record.receipts).toHaveLength(22)
  })

  test('of one task are not left out for those of another', () => {
    const record = add([left('other', { task: 'T2' }), ...many(50).map((name) => left(name))])

    expect(record.receipts[0]?.run_id).toBe('other')
  })
})

describe('analyses', () => {
  test('the newest twenty stay, the newest of each task, and how many went before', () => {
    const record = add([], [analysed('old', 'T2'), ...many(50).map((name) => analysed(name, null))])

    expect(record.analyses.map((one) => one.analysis_id)).toEqual(
      ['old', ...many(50).slice(30)].map((name) => testUuid(name)),
    )
    expect(record.analyses_left_out).toBe(30)
  })
})

test.prop([fc.array(fc.constantFrom('T1', 'T2', 'T3'), { minLength: 60, maxLength: 200 })])(
  'however many come, the record is bounded and nothing is forgotten in its counts',
  (tasks) => {
    const record: ExecutionRecord = add(
      tasks.map((of, index) => left(`${index}`, { task: of })),
      tasks.map((of, index) => analysed(`${index}`, of)),
    )

    expect(record.receipts.length).toBeLessThanOrEqual(60)
    expect(record.analyses.length).toBeLessThanOrEqual(23)
    expect(record.receipts.length + record.receipts_left_out.runs).toBe(tasks.length)
    expect(record.analyses.length + record.analyses_left_out).toBe(tasks.length)
  },
)
