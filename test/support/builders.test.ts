import { expect, test } from 'vitest'
import { ArtifactSchema } from '../../src/domain/records/artifact.ts'
import { ExecutionRecordSchema, ReceiptSchema } from '../../src/domain/records/execution-record.ts'
import { IssRecordSchema } from '../../src/domain/records/iss-record.ts'
import { PlanSchema } from '../../src/domain/plan/plan.ts'
import { ReviewSchema } from '../../src/domain/records/review.ts'
import {
  buildArtifact,
  buildConfiguration,
  buildExecution,
  buildPlan,
  buildReceipt,
  buildRecord,
  buildReview,
  buildTask,
} from './builders.ts'

test('what the builders make is valid', () => {
  const tasks = [buildTask({ id: 'T1' }), buildTask({ id: 'T2.1', depends_on: ['T1'] })]
  const plan = buildPlan({ tasks })
  const execution = buildExecution(plan, { T1: { state: 'DONE' } }, { artifacts: [buildArtifact()] })

  expect(PlanSchema.parse(plan)).toEqual(plan)
  expect(IssRecordSchema.parse(buildRecord())).toEqual(buildRecord())
  expect(ExecutionRecordSchema.parse(execution)).toEqual(execution)
  expect(ArtifactSchema.parse(buildArtifact())).toEqual(buildArtifact())
  expect(ReviewSchema.parse(buildReview())).toEqual(buildReview())
  expect(ReceiptSchema.parse(buildReceipt())).toEqual(buildReceipt())
})

test('a plan follows from its tasks', () => {
  const plan = buildPlan({ tasks: [buildTask({ id: 'T1' }), buildTask({ id: 'T2.1', depends_on: ['T1'] })] })

  expect(plan.goals.map((goal) => goal.id)).toEqual(['G0', 'T2'])
  expect(plan.checks.map((check) => check.id)).toEqual(['C1', 'C2.1'])
  expect(plan.edges).toEqual([
    { type: 'DECOMPOSE', from: 'G0', to: 'T2' },
    { type: 'DECOMPOSE', from: 'G0', to: 'T1' },
    { type: 'DECOMPOSE', from: 'T2', to: 'T2.1' },
    { type: 'DEPENDS_ON', from: 'T1', to: 'T2.1' },
  ])
})

test('a configuration section is laid over the defaults', () => {
  const configuration = buildConfiguration({ review: { reviewers: ['ada'] } })

  expect(configuration.review).toEqual({ ...buildConfiguration().review, reviewers: ['ada'] })
  expect(configuration.review).toMatchObject({ min_score: 0.8, post: 'always' })
})
