import { fc, test as property } from '../../support/property.ts'
import { describe, expect, test } from 'vitest'
import { analyseRequirements } from '../../../src/domain/tuning/ask/analyse-requirements.ts'
import { healthOf, scoreQuality } from '../../../src/domain/tuning/judge/quality.ts'
import { severityOfFinding, tuningPatterns } from '../../../src/domain/tuning/patterns/catalogue.ts'
import { severityOf, type Weight } from '../../../src/domain/tuning/patterns/severity.ts'
import { initialTuningState, tuningStateSchema } from '../../../src/domain/tuning/state/tuning-state.ts'

const none = { critical: 0, high: 0, medium: 0, low: 0 }
const diagnosed = { applied: 0, verified: 0, diagnoses: 6, iterations: 0 }

test.each<[Weight[], string]>([
  [['blocks', 'loses data'], 'critical'],
  [['blocks', 'easy fix'], 'high'],
  [['loses data', 'every run'], 'high'],
  [['loses data'], 'medium'],
  [['every run', 'easy fix'], 'medium'],
  [['every run'], 'low'],
  [[], 'low'],
])('what %j comes to is %s', (weights, severity) => {
  expect(severityOf(weights)).toBe(severity)
})

test('each pattern has an id of its own, a strategy, and a severity', () => {
  expect(new Set(tuningPatterns.map(({ id }) => id)).size).toBe(37)
  expect(tuningPatterns.filter(({ strategies }) => strategies.length === 0)).toEqual([])
  expect(
    severityOfFinding({ pattern: 'DOC-CON-001', path: 'a', line: 1, subject: '', evidence: '', message: '' }),
  ).toBe('critical')
})

describe('the quality of a skill', () => {
  test.each([
    ['nothing is wrong', none, diagnosed, 100, 'pass'],
    ['two are high', { ...none, high: 2 }, diagnosed, 88, 'pass'],
    ['three are high', { ...none, high: 3 }, diagnosed, 82, 'review'],
    ['six are high', { ...none, high: 6 }, diagnosed, 64, 'fail'],
    ['one is critical', { ...none, critical: 1 }, diagnosed, 90, 'fail'],
    ['one diagnosis ran', none, { ...diagnosed, diagnoses: 1 }, 80, 'pass'],
    ['three diagnoses ran', none, { ...diagnosed, diagnoses: 3 }, 95, 'pass'],
    ['half of the fixes failed', none, { ...diagnosed, applied: 4, verified: 2 }, 85, 'pass'],
    ['it took three rounds', none, { ...diagnosed, iterations: 3 }, 94, 'pass'],
    ['it took five rounds', none, { ...diagnosed, iterations: 5 }, 90, 'pass'],
    ['all went wrong', { ...none, high: 9 }, { applied: 1, verified: 0, diagnoses: 0, iterations: 5 }, 0, 'fail'],
  ] as const)('where %s', (_case, counts, measures, score, gate) => {
    expect(scoreQuality({ counts, ...measures })).toMatchObject({ score, gate })
  })

  property.prop([fc.nat(50), fc.nat(50), fc.nat(50), fc.nat(50)])(
    'one more issue never betters it',
    (critical, high, medium, low) => {
      const counts = { critical, high, medium, low }
      const before = scoreQuality({ counts, ...diagnosed }).score

      for (const key of ['critical', 'high', 'medium', 'low'] as const) {
        expect(scoreQuality({ counts: { ...counts, [key]: counts[key] + 1 }, ...diagnosed }).score).toBeLessThanOrEqual(
          before,
        )
      }
      expect(healthOf(counts)).toBeGreaterThanOrEqual(0)
    },
  )
})

test('the state begins as the specification has it', () => {
  expect(tuningStateSchema.parse(initialTuningState)).toEqual(initialTuningState)
  expect(initialTuningState).toMatchObject({
    status: 'pending',
    quality_gate: 'fail',
    max_iterations: 5,
    max_errors: 3,
  })
})

describe('what a user says is wrong', () => {
  test.each([
    ['The context explodes', 'context_explosion'],
    ['it forgets the constraints', 'memory_loss'],
    ['状态格式不一致', 'dataflow_break'],
    ['the subagents are nested', 'agent_failure'],
    ['too slow', 'performance'],
    ['提示词有幻觉', 'prompt_quality'],
    ['definitions are duplicated', 'doc_redundancy'],
    ['文档冲突', 'doc_conflict'],
    ['it crashes', 'error_handling'],
  ])('“%s” is %s', (text, category) => {
    expect(analyseRequirements(text, '').dimensions[0]).toMatchObject({ inferred_category: category })
  })

  test('each clause is a dimension, and the share of those with a strategy is the coverage', () => {
    const analysis = analyseRequirements('It forgets the goal, the state is corrupt. There is no progress bar', 'now')

    expect(analysis.dimensions.map(({ id }) => id)).toEqual(['DIM-001', 'DIM-002', 'DIM-003'])
    expect(analysis.coverage).toEqual({
      total_dimensions: 3,
      with_detection: 2,
      with_fix_strategy: 2,
      coverage_rate: 67,
      status: 'partial',
    })
  })

  test('what speaks for two alike is asked about', () => {
    const { status, ambiguities } = analyseRequirements('conflict, duplicate conflict', '')

    expect(status).toBe('needs_clarification')
    expect(ambiguities).toMatchObject([
      { dimension_id: 'DIM-002', possible_interpretations: ['doc_redundancy', 'doc_conflict'] },
    ])
  })

  test('what names nothing is asked about where it complains, and left where it greets', () => {
    expect(analyseRequirements('It is bad', '').status).toBe('needs_clarification')
    expect(analyseRequirements('Hello', '').status).toBe('completed')
  })
})
