import { expect, test } from 'vitest'
import { findJudges, noteLonelyJudge } from '../../../../src/application/runs/review/find-judges.ts'
import {
  buildArtifact,
  buildArtifactFile,
  buildConfiguration,
  buildCriterion,
  buildPlan,
  buildTask,
} from '../../../support/builders.ts'
import { repository } from '../../../support/fakes/machine.ts'

const judged = buildCriterion({ check_method: 'manual_review', severity: 'major' })
const human = buildTask({ executor: 'human', acceptance_criteria: [judged] })

/** Notes of a plan with that task, where these may review. */
async function notesOf(writers: () => Promise<string[]>, task = human, review = {}, roles = {}): Promise<string[]> {
  const people = {
    listWriters: writers,
    countReviewRequests: () => Promise.resolve({}),
    findRole: () => Promise.resolve(null),
    findRoleOfLogin: () => Promise.resolve(null),
  }
  const plan = buildPlan({ tasks: [task] })
  const ports = { people, log: () => {} }
  return (await noteLonelyJudge(ports, repository, buildConfiguration({ review, roles }), plan)).notes
}
const alone = () => Promise.resolve(['ada'])

test('a plan for people that one person alone may review names the setting before it is approved', async () => {
  expect(await notesOf(alone)).toEqual([
    expect.stringMatching(/^T1 needs a person's judgement, ada is the only one .*`review\.allow_self: true`/),
  ])
})

test.each([
  ['somebody else may review, too', () => Promise.resolve(['ada', 'bo']), human, {}],
  ['machines judge it', alone, buildTask({ executor: 'human' }), {}],
  ['an executor does it', alone, buildTask({ executor: 'patch', acceptance_criteria: [judged] }), {}],
  ['people may approve their own', alone, human, { allow_self: true }],
  [
    'only what is minor takes a judgement',
    alone,
    buildTask({ executor: 'human', acceptance_criteria: [{ ...judged, severity: 'minor' }] }),
    {},
  ],
  ['GitHub does not say', () => Promise.reject(new Error('403')), human, {}],
])('it says nothing where %s', async (_why, writers, task, review) => {
  expect(await notesOf(writers, task, review)).toEqual([])
})

test('of another role than the default one GitHub does not list who has it, so nothing is said', async () => {
  expect(await notesOf(alone, human, {}, { review: 'maintain' })).toEqual([])
})

test('owners are read from the version, and GitHub is asked who may and who is busy only where it makes a difference', async () => {
  const calls: string[] = []
  const people = {
    listWriters: () => Promise.resolve((calls.push('writers'), ['ada', 'bo'])),
    countReviewRequests: () => Promise.resolve((calls.push('open'), { ada: 2 })),
    findRole: () => Promise.resolve(null),
    findRoleOfLogin: () => Promise.resolve(null),
  }
  const version = buildArtifact(human, {
    by: { kind: 'executor', name: 'codex' },
    files: [buildArtifactFile({ path: 'src/a.ts' })],
  })
  const judges = (owners: string, review = {}) =>
    findJudges({ people, log: () => {} }, repository, buildConfiguration({ review }), version, (path) =>
      Promise.resolve(path === 'CODEOWNERS' ? new TextEncoder().encode(owners) : undefined),
    )

  const none = await judges('docs/ @cy')
  const off = await judges('* @ada', { code_owners: false })
  expect([none, off, calls]).toEqual([{}, {}, []])
  expect(await judges('/src/ @ada @acme/web')).toEqual({
    owners: ['ada', 'acme/web'],
    may_judge: ['ada', 'bo'],
    open_requests: { ada: 2 },
  })
})
