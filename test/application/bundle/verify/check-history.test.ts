import { expect, test } from 'vitest'
import { createStateMac } from '../../../../src/adapters/github/workflow-branch/state-mac.ts'
import { checkHistory } from '../../../../src/application/bundle/verify/check-history.ts'
import { Findings } from '../../../../src/application/bundle/findings.ts'
import type { HistoryCommit, HistoryTrust } from '../../../../src/domain/records/seal/judge-history.ts'
import { testSha } from '../../../support/builders.ts'
import { appSecret, buildCommit, trustIn } from '../../../support/repository/prove-record.ts'
import { createUnnamedMac } from '../../../support/unnamed-mac.ts'

const [first, second] = [testSha('first'), testSha('second')]
type Seal = NonNullable<Parameters<typeof buildCommit>[3]>
const stranger = { mac: createStateMac('a secret of a stranger') }

/** What is found of two commits, the second sealed like that, by who trusts in this and asked about that repository. */
async function found(seal: Seal, trust: HistoryTrust, repositoryId: number | null = 42, from: Seal = {}) {
  const commits: HistoryCommit[] = [buildCommit(first, null, [], from), buildCommit(second, first, [], seal)]
  const findings = new Findings()
  const history = { read: () => Promise.resolve(commits) }
  await checkHistory({ history, trust, repositoryId, reviews: null, clone: null }, second, findings)
  return findings.all
}

test('a history of the App, for the repository that was asked about, has nothing against it', async () => {
  expect(await found({}, trustIn())).toEqual([])
})

test('a commit that is not the App’s makes the record forged, and is named', async () => {
  expect(await found({ trailers: ['Signed-off-by: Eve'] }, trustIn())).toMatchObject([
    { level: 'fault', code: 'record_forged', about: second, message: expect.stringContaining('countersign/workflow') },
  ])
})

test('the record of another repository is a fault; where nobody says which one this is, a doubt', async () => {
  expect(await found({}, trustIn(), 43)).toMatchObject([{ level: 'fault', code: 'other_repository' }])
  expect(await found({}, trustIn(), null)).toMatchObject([
    { level: 'doubt', code: 'repository_unknown', message: expect.stringContaining('of id 42') },
  ])
})

test.each<[string, Seal, HistoryTrust, RegExp]>([
  [
    'nobody gave a key',
    {},
    { ...trustIn(), keys: null },
    /^who wrote the record is not known: is \S+ the App’s key\?$/,
  ],
  [
    'it is from before there were signatures',
    { mac: createUnnamedMac(appSecret) },
    trustIn(),
    /^the record is not signed,/,
  ],
])('who wrote the record is a doubt where %s', async (_why, seal, trust, message) => {
  expect(await found(seal, trust, 42, seal)).toMatchObject([
    { level: 'doubt', code: 'writer_unknown', message: expect.stringMatching(message) },
  ])
})

test('a record that another key signed names both keys', async () => {
  const [given = ''] = trustIn().keys ?? []
  const [theirs = ''] = stranger.mac.publicKeys

  expect(await found(stranger, trustIn(), 42, stranger)).toEqual([
    {
      level: 'doubt',
      code: 'other_key',
      about: null,
      message: `the record is signed with ${theirs}, not with the key that was given (${given})`,
    },
  ])
})
