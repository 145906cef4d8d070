import { expect, test } from 'vitest'
import { deleteWorkBranches } from '../../../src/application/branches/delete-branches.ts'
import type { DeletedBranches } from '../../../src/application/ports/forge/pull-requests.ts'
import type { EffectAction } from '../../../src/domain/effects/effect.ts'
import type { IssRecord } from '../../../src/domain/records/iss-record.ts'
import { buildArtifact, buildExecution, buildPlan, buildRecord, buildTask, testSha } from '../../support/builders.ts'
import { FakePullRequests } from '../../support/fakes/fake-pull-requests.ts'
import { repository } from '../../support/fakes/machine.ts'

type DeleteBranches = Extract<EffectAction, { kind: 'delete_branches' }>

/** What GitHub is asked to delete where the final pull request and the record stand so. */
async function askedFor(
  overrides: Partial<IssRecord>,
  effect: Pick<DeleteBranches, 'replaced'> = {},
): Promise<DeletedBranches[]> {
  const tasks = [buildTask({ id: 'T1' }), buildTask({ id: 'T2' })]
  const plan = buildPlan({ tasks })
  const execution = buildExecution(
    plan,
    {},
    {
      artifacts: ['one', 'two'].map((name, at) =>
        buildArtifact(tasks[0], { version: at + 1, commit_sha: testSha(name) }),
      ),
      execution_result: { files_modified: [], commit_hash: testSha('integration') },
    },
  )
  const record = buildRecord({ base_branch: 'countersign/ISS-007/1/base', ...overrides })
  const pullRequests = new FakePullRequests()
  const asked: DeletedBranches[] = []
  pullRequests.deleteBranches = (_repository: unknown, wish: DeletedBranches | { folder: string }) =>
    Promise.resolve(void ('recorded' in wish && asked.push(wish)))
  const action = { kind: 'delete_branches' as const, plan_id: plan.id, ...effect }
  await deleteWorkBranches({ pullRequests }, { repository, work: { record, plan, execution, loop: null } }, action)
  return asked
}

test('a branch may go at any commit that is recorded of it: versions of its task, the head of the integration branch', async () => {
  expect(await askedFor({ final_pull_request: { number: 40, state: 'merged' } })).toEqual([
    {
      folder: 'countersign/ISS-007/1',
      base: 'base',
      number: 40,
      recorded: new Map([
        ['T1', new Set([testSha('one'), testSha('two')])],
        ['base', new Set([testSha('integration')])],
      ]),
      empty: new Set(),
    },
  ])
})

test('branches of a plan that was replaced go by what the effect says, as its record has gone to the history', async () => {
  const replaced = { heads: { T1: testSha('two') }, integration: [testSha('base'), testSha('merged')] }

  expect(await askedFor({ base_branch: null, plan_id: 'SOL-ISS-007-2' }, { replaced })).toEqual([
    {
      folder: 'countersign/ISS-007/1',
      base: 'base',
      number: null,
      recorded: new Map([['T1', new Set([testSha('two')])]]),
      empty: new Set(replaced.integration),
    },
  ])
})

test.each(['open', 'draft', 'closed'] as const)('nothing goes while the final pull request is %s', async (state) => {
  expect(await askedFor({ final_pull_request: { number: 40, state } })).toEqual([])
})
