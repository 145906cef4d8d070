import { expect, test } from 'vitest'
import { createStateMac } from '../../../../src/adapters/github/workflow-branch/state-mac.ts'
import { changesDigest, findTrailers } from '../../../../src/domain/records/seal/state-seal.ts'
import { createUnnamedMac } from '../../../support/unnamed-mac.ts'

const mac = createStateMac('a secret of sixteen')
const changes = [
  { path: 'b.json', blob: '1'.repeat(40) },
  { path: 'a.json', blob: null },
]
const commit = { repositoryId: 42, parent: 'p'.repeat(40), ops: ['ISS-007/c3'], changes }
const message = `ISS-007: test\n\n- test\n\n${mac.trailers(commit).join('\n')}`

function judge(text: string, parent: string | null = commit.parent, repositoryId = 42, by = mac) {
  return by.judge({ repositoryId, parent, message: text })
}

test('a message with its trailers is ours, for its parent and repository', () => {
  expect(judge(message)).toBe('ours')
  expect(judge(`${message}\n`)).toBe('ours')
})

test.each([
  ['another parent', 'q'.repeat(40), message],
  ['no parent', null, message],
  ['another operation', commit.parent, message.replace('c3', 'c4')],
  ['other changes', commit.parent, message.replace(/Changes: ./, 'Changes: z')],
  ['another repository named', commit.parent, message.replace('Repository: 42', 'Repository: 43')],
  ['no repository', commit.parent, message.replace('Countersign-Repository: 42\n', '')],
  ['two repositories', commit.parent, message.replace('Repository: 42', 'Repository: 42\nCountersign-Repository: 43')],
  ['a cut MAC', commit.parent, message.replace(/(Mac: \w+)\w$/m, '$1')],
  ['a cut signature', commit.parent, message.slice(0, -1)],
  ['another signature', commit.parent, message.replace(/Signature: ..../, 'Signature: AAAA')],
  ['no signature', commit.parent, message.replace(/\nCountersign-Signature: .*/, '')],
  ['another key', commit.parent, message.replace(/ed25519:..../, 'ed25519:AAAA')],
  ['no trailers', commit.parent, 'ISS-007: test'],
  ['an empty message', commit.parent, ''],
])('with %s it is foreign', (_name, parent, text) => {
  expect(judge(text, parent)).toBe('foreign')
})

test('under another secret it is foreign', () => {
  expect(judge(message, commit.parent, 42, createStateMac('another secret of ours'))).toBe('foreign')
})

test('what was made for one repository is not ours in another', () => {
  expect(judge(message, commit.parent, 43)).toBe('elsewhere')
})

test('one from before repositories were named says so, and can’t be given a name or another’s keys', () => {
  const old = `ISS-007: test\n\n${createUnnamedMac('a secret of sixteen').trailers(commit).join('\n')}`

  expect(judge(old)).toBe('unnamed')
  expect(judge(old, 'q'.repeat(40))).toBe('foreign')
  const keys = message.match(/^Countersign-(?:Key|Signature): .*$/gm)?.join('\n')
  expect(judge(`${old}\nCountersign-Repository: 42\n${keys}`)).toBe('foreign')
})

test('while the secret is changed, what either sealed counts, and commits are signed with both', () => {
  const changing = createStateMac('another secret of ours', 'a secret of sixteen')
  const changed = createStateMac('another secret of ours')
  const between = `x\n\n${changing.trailers(commit).join('\n')}`
  const after = `x\n\n${changed.trailers(commit).join('\n')}`

  expect(judge(message, commit.parent, 42, changing)).toBe('ours')
  expect(judge(between, commit.parent, 42, changed)).toBe('ours')
  expect(judge(after, commit.parent, 42, changing)).toBe('ours')
  expect(judge(after)).toBe('foreign')
  expect(findTrailers(between, 'Countersign-Key')).toEqual([...changed.publicKeys, ...mac.publicKeys])
  expect(changing.holdsMarker('plan SOL-ISS-007-1', mac.sign('plan SOL-ISS-007-1'))).toBe(true)
  expect(changed.holdsMarker('plan SOL-ISS-007-1', mac.sign('plan SOL-ISS-007-1'))).toBe(false)
})

test('trailers above the last paragraph are none', () => {
  expect(judge(message.replace('- test', 'Countersign-Op: ISS-007/c9'))).toBe('ours')
  expect(findTrailers('x\n\nCountersign-Op: a\n\n- b\n\nCountersign-Op: c', 'Countersign-Op')).toEqual(['c'])
  expect(findTrailers('x\n\nCountersign-Op: a\n\nthe end', 'Countersign-Op')).toEqual([])
})

test('a commit of several operations is ours with all of them, in their order, and with nothing else', () => {
  const several = { ...commit, ops: ['ISS-007/c3', 'ISS-009/c1'] }
  const text = `ISS-007, ISS-009: test\n\n- ISS-007: test\n\n${mac.trailers(several).join('\n')}`

  expect(findTrailers(text, 'Countersign-Op')).toEqual(several.ops)
  expect(judge(text)).toBe('ours')
  expect(judge(text.replace('Countersign-Op: ISS-009/c1\n', ''))).toBe('foreign')
  expect(judge(text.replace('ISS-009/c1', 'ISS-010/c1'))).toBe('foreign')
  expect(judge(text.replace('Countersign-Op: ISS-007/c3\n', 'Countersign-Op: ISS-007/c3\nCountersign-Op: x\n'))).toBe(
    'foreign',
  )
  expect(judge(text.replace('c3\nCountersign-Op: ISS-009', 'c3ISS-009'))).toBe('foreign')
})

test('a parentless commit has a seal of its own', () => {
  const first = mac.trailers({ ...commit, parent: null }).join('\n')

  expect(judge(first, null)).toBe('ours')
  expect(judge(first)).toBe('foreign')
})

test('the digest is of the changes in whatever order, and of nothing else', () => {
  const digest = changesDigest(changes)

  expect(changesDigest(changes.toReversed())).toBe(digest)
  expect(changesDigest([...changes, { path: 'c', blob: null }])).not.toBe(digest)
  expect(changesDigest(changes.map((one) => ({ ...one, blob: '2'.repeat(40) })))).not.toBe(digest)
})

test('a MAC of a marker is never one of a commit', () => {
  const [given = ''] = findTrailers(message, 'Countersign-Mac')

  expect(given).not.toContain(mac.sign(`${commit.parent}\n${commit.ops[0]}\n${changesDigest(changes)}`))
  expect(mac.sign('plan SOL-ISS-007-1')).toMatch(/^[\w-]{22}$/)
})
