import { expect, test } from 'vitest'
import { findFinished } from '../../../../src/application/bundle/export/find-finished.ts'
import { buildApprovedPlan, FakeRepository } from '../../../support/repository/fake-repository.ts'

const choices = { includeCandidates: false, includeSupporting: true }

test.each([
  ['2026-11-21', ['SOL-ISS-007-1']],
  ['2026-11-21T03:40:00Z', ['SOL-ISS-007-1']],
  ['2026-11-21T03:40:01Z', []],
])('of what was finished at 03:40 on 21 November, since %s there is %j', async (since, plans) => {
  const found = await findFinished(new FakeRepository(buildApprovedPlan()), since, choices)

  expect(found.map(({ planId }) => planId)).toEqual(plans)
})

test('what isn’t finished is left out', async () => {
  const approved = buildApprovedPlan()
  Object.assign(approved.execution.nodes['T1'] ?? {}, { state: 'RUNNING' })

  expect(await findFinished(new FakeRepository(approved), '2000-01-01', choices)).toEqual([])
})
