import { expect, test } from 'vitest'
import { findStandingJudges } from '../../../src/application/runs/find-standing-judges.ts'
import { defaultConfiguration } from '../../../src/domain/configuration/configuration.ts'
import { testSha, testUuid } from '../../support/builders.ts'

test('of who judged or waived those stand who may do that today', async () => {
  const roles: Record<string, 'write' | 'maintain' | 'read'> = { ada: 'maintain', bo: 'write', cy: 'read' }
  const people = { findRoleOfLogin: async (_repository: unknown, login: string) => roles[login] ?? 'unknown' }
  const repository = { owner: 'octo', name: 'clock', key: 'octo/clock', installationId: 1 }
  const judged = ['ada', 'bo', 'cy'].map((judge) => ({ id: 'AC-2', result: 'pass' as const, evidence: '', judge }))
  const waived = ['ada', 'bo', 'gone'].map((by) => ({ criterion: 'AC-1', by, why: '' }))

  const standing = await findStandingJudges(people, repository, defaultConfiguration, {
    task_id: testUuid('t'),
    artifact_id: testUuid('a'),
    base_sha: testSha('base'),
    commit_sha: testSha('head'),
    by: { kind: 'executor', name: 'patch' },
    judged,
    waived,
  })

  expect(standing).toEqual({ judges: ['ada', 'bo'], waivers: ['ada'] })
})
