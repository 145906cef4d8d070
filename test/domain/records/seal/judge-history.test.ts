import { expect, test } from 'vitest'
import { createStateMac } from '../../../../src/adapters/github/workflow-branch/state-mac.ts'
import { holdsSignature } from '../../../../src/application/state/signing-key.ts'
import { type HistoryCommit, judgeHistory } from '../../../../src/domain/records/seal/judge-history.ts'
import { testSha } from '../../../support/builders.ts'
import { appSecret, buildCommit, trustIn } from '../../../support/repository/prove-record.ts'
import { createUnnamedMac } from '../../../support/unnamed-mac.ts'

const newSecret = 'another secret of ours'
const [old, changing, changed] = [
  createStateMac(appSecret),
  createStateMac(newSecret, appSecret),
  createStateMac(newSecret),
]
const stranger = createStateMac('a secret of a stranger')
const unnamed = createUnnamedMac(appSecret)

type Seal = NonNullable<Parameters<typeof buildCommit>[3]>

/** One commit upon the other, each sealed like that. */
function historyOf(...seals: Seal[]): HistoryCommit[] {
  return seals.map((seal, index) => {
    const parent = index === 0 ? null : testSha(`state ${index - 1}`)
    return buildCommit(testSha(`state ${index}`), parent, [{ path: 'a.json', blob: testSha(`blob ${index}`) }], seal)
  })
}

const pushed = { trailers: ['Signed-off-by: Eve'] }

test('what the App signed is vouched for, and so is what lies below it from before there were signatures', () => {
  const commits = historyOf({ mac: unnamed }, { mac: unnamed }, { mac: old }, { mac: old })

  expect(judgeHistory(commits, trustIn())).toMatchObject({ fault: null, vouched: 'yes', repositoryId: 42 })
})

test.each<[string, Seal[], number, string]>([
  ['without a seal', [{ mac: old }, pushed, { mac: old }], 1, 'was not made by this App'],
  ['signed by somebody else', [{ mac: old }, { mac: stranger }], 1, 'was not made by this App'],
  ['sealed as of old, when all were signed already', [{ mac: old }, { mac: unnamed }], 1, 'was not made by this App'],
  ['for another repository', [{ mac: old }, { mac: old, repositoryId: 43 }], 1, 'names another repository'],
])('a commit %s is named, with the key or without', (_name, seals, index, why) => {
  const commits = historyOf(...seals)

  const fault = { sha: testSha(`state ${index}`), why }
  expect(judgeHistory(commits, trustIn()).fault).toEqual(fault)
  expect(judgeHistory(commits, { ...trustIn(), keys: null }).fault).toEqual(fault)
})

test.each<[string, (commit: HistoryCommit) => void, RegExp]>([
  ['changes something else', (commit) => (commit.changes = []), /changes something else/],
  [
    'makes a link of a state file',
    (commit) => (commit.changes = (commit.changes ?? []).map((one) => ({ ...one, mode: '120000' }))),
    /makes a link or a program/,
  ],
  [
    'makes a program of a state file',
    (commit) => (commit.changes = (commit.changes ?? []).map((one) => ({ ...one, mode: '100755' }))),
    /makes a link or a program/,
  ],
  ['has a second parent', (commit) => commit.parents.push(testSha('other')), /straight line/],
  ['stands on another parent', (commit) => (commit.parents = [testSha('other')]), /straight line/],
  [
    'has another’s signature',
    (commit) => (commit.message = commit.message.replace(/ature: ..../, 'ature: AAAA')),
    /hold/,
  ],
  ['is not Verified', (commit) => (commit.verified = false), /not Verified/],
])('a commit that %s is named', (_name, spoil, why) => {
  const commits = historyOf({ mac: old }, { mac: old })
  for (const commit of commits.slice(1)) spoil(commit)

  const { fault, vouched } = judgeHistory(commits, trustIn())

  expect(fault).toEqual({ sha: testSha('state 1'), why: expect.stringMatching(why) })
  expect(vouched).toBe('no')
})

test('without a known key nothing is vouched for; nor with a key that signed nothing', () => {
  const signed = historyOf({ mac: old })

  expect(judgeHistory(signed, { ...trustIn(), keys: null }).vouched).toBe('key_not_given')
  expect(judgeHistory(signed, trustIn(newSecret)).vouched).toBe('other_key')
  expect(judgeHistory(historyOf({ mac: unnamed }), trustIn()).vouched).toBe('unsigned')
  expect(judgeHistory([], trustIn()).vouched).toBe('unsigned')
})

test('a whole history by a stranger is only as good as the stranger’s key', () => {
  const commits = historyOf({ mac: stranger }, { mac: stranger })

  expect(judgeHistory(commits, trustIn()).vouched).toBe('other_key')
})

test('who knows the former key learns the new one; who knows only the new one is vouched for too', () => {
  const commits = historyOf({ mac: old }, { mac: changing }, { mac: changed })

  const judged = judgeHistory(commits, trustIn())

  expect(judged).toMatchObject({ fault: null, vouched: 'yes' })
  expect(judged.keys).toEqual([...old.publicKeys, ...changed.publicKeys])
  expect(judgeHistory(commits, trustIn(newSecret))).toMatchObject({ fault: null, vouched: 'yes' })
})

test('a new key that no commit of the former one names is a stranger’s', () => {
  const commits = historyOf({ mac: old }, { mac: changed })

  expect(judgeHistory(commits, trustIn()).fault).toMatchObject({ sha: testSha('state 1') })
})

test('the secret vouches for what was sealed before there were signatures, and for nothing else', () => {
  const withSecret = { keys: old.publicKeys, holdsSignature, holdsMac: old.holdsCommit }

  expect(judgeHistory(historyOf({ mac: unnamed }, { mac: unnamed }), withSecret).vouched).toBe('yes')
  expect(judgeHistory(historyOf({ mac: unnamed }, pushed), withSecret).fault).toMatchObject({ sha: testSha('state 1') })
  expect(judgeHistory(historyOf(pushed), withSecret).vouched).toBe('unsigned')
})
