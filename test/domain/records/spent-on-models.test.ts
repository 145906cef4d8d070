import { describe, expect, test } from 'vitest'
import { useOfPlan, useOfRun, useOfTask } from '../../../src/domain/records/receipts/spent-on-models.ts'
import { limitRecord } from '../../../src/domain/work/plan-life/limit-record.ts'
import { renderEffort } from '../../../src/views/plan/effort.ts'
import { buildModelReceipt } from '../../support/agents/fake-language-model.ts'
import {
  buildAgentReceipt,
  buildExecution,
  buildModelUse,
  buildReceipt,
  buildTask,
  testUuid,
} from '../../support/builders.ts'

const [first, second] = [buildTask({ id: 'T1' }), buildTask({ id: 'T2' })]
const use = (input: number, cost: number | null) =>
  buildModelUse({ calls: 1, tokens: { input, cached: 0, output: 0, reasoning: 0 }, cost_usd: cost })
const asked = (name: string, task: typeof first, input: number, cost: number | null) =>
  buildReceipt(task, { run_id: name, outcome: 'failed', agent: buildAgentReceipt(use(input, cost)) })
const byHand = (name: string, executor: string) => {
  const { agent: _none, ...receipt } = buildReceipt(first, { run_id: name, executor, tokens: null, cost_usd: null })
  return receipt
}

describe('what was spent', () => {
  test('adds up by run, task and plan, and a price that isn’t known is no zero', () => {
    const receipts = [asked('a', first, 100, 0.5), asked('b', first, 10, null), asked('c', second, 1, null)]
    const execution = { ...buildExecution(), receipts }

    expect(useOfRun(execution, 'b')?.cost_usd).toBeNull()
    expect(useOfTask(execution, 'T1')).toMatchObject({ calls: 2, tokens: { input: 110 }, cost_usd: 0.5 })
    expect(useOfTask(execution, 'T2')).toMatchObject({ calls: 1, cost_usd: null })
    expect(useOfPlan(execution)).toMatchObject({ calls: 3, tokens: { input: 111 }, cost_usd: 0.5 })
  })

  test('of debugging outside of a run stays with its task, or the plan, when its analysis is left out', () => {
    const analysis = (task: string | null, name: number) => ({
      analysis_id: testUuid(`analysis ${name}`),
      iteration: 1,
      task,
      at: '2026-11-21T03:12:00Z',
      failing_tests: [],
      hypotheses: [],
      models: [{ ...buildModelReceipt('analyst'), use: use(1, 0.25) }],
    })
    let record = buildExecution()
    for (let name = 0; name < 50; name += 1) {
      const analyses = [...record.analyses, analysis(name % 2 === 0 ? 'T1' : null, name)]
      record = limitRecord({ ...record, analyses }, record)
    }

    expect(record.analyses.length).toBeLessThan(25)
    expect(useOfTask(record, 'T1')).toMatchObject({ calls: 25, cost_usd: 6.25 })
    expect(useOfPlan(record)).toMatchObject({ calls: 50, cost_usd: 12.5 })
  })

  test('of planning is in the sum of the issue, and named', () => {
    const execution = { ...buildExecution(), receipts: [asked('a', first, 100, 0.5)] }

    expect(renderEffort(execution, use(10, 0.25)).slice(1)).toEqual([
      '110 tokens, $0.75',
      'of these 10 tokens, $0.25 for planning',
    ])
    expect(renderEffort(buildExecution(), use(10, 0.25))).toEqual(['10 tokens, $0.25', 'for planning'])
  })

  test('of work by people, patches and commands is nothing at all', () => {
    const receipts = [byHand('a', 'human'), byHand('b', 'patch'), byHand('c', 'shell')]
    const execution = { ...buildExecution(), receipts }

    expect(useOfTask(execution, 'T1')).toBeNull()
    expect(useOfPlan(execution)).toBeNull()
  })

  test('stays with its task when receipts are left out of the record', () => {
    let record = buildExecution()
    for (let run = 0; run < 30; run += 1) {
      const receipts = [...record.receipts, asked(String(run), run < 28 ? first : second, 1, 0.25)]
      record = limitRecord({ ...record, receipts }, record)
    }

    expect(record.receipts.length).toBe(22)
    expect(useOfTask(record, 'T1')).toMatchObject({ calls: 28, cost_usd: 7 })
    expect(useOfPlan(record)).toMatchObject({ calls: 30, cost_usd: 7.5 })
  })
})
