import { expect, test } from 'vitest'
import { headAfterMerge } from '../../../src/application/branches/integration-head.ts'
import { buildExecution, buildPlan, buildRecord, testSha } from '../../support/builders.ts'
import { repository } from '../../support/fakes/machine.ts'

const newest = testSha('newest')
const work = { record: buildRecord(), execution: buildExecution(buildPlan()) }
work.execution.execution_result.commit_hash = newest

/** Where the newest head came to be on top of this merge. */
const history = {
  isAncestor: (_where: unknown, one: string, other: string) =>
    Promise.resolve(one === testSha('old') && other === newest),
}

test('a merge that is told late, after others on top of it, leaves the head of the integration branch where it is', async () => {
  expect(await headAfterMerge(history, repository, work, testSha('old'))).toBeNull()
  expect(await headAfterMerge(history, repository, work, testSha('next'))).toBe(testSha('next'))
})
