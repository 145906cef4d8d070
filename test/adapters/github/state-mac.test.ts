import { expect, test } from 'vitest'
import { changesDigest, createStateMac, findTrailers } from '../../../src/adapters/github/state-mac.ts'

const mac = createStateMac('a secret of sixteen')
const changes = [
  { path: 'b.json', blob: '1'.repeat(40) },
  { path: 'a.json', blob: null },
]
const commit = { parent: 'p'.repeat(40), ops: ['ISS-007/c3'], changes }
const message = `ISS-007: test\n\n- test\n\n${mac.trailers(commit).join('\n')}`

test('a message with its trailers holds for its parent', () => {
  expect(mac.holds({ parent: commit.parent, message })).toBe(true)
  expect(mac.holds({ parent: commit.parent, message: `${message}\n` })).toBe(true)
})

test.each([
  ['another parent', 'q'.repeat(40), message],
  ['no parent', null, message],
  ['another operation', commit.parent, message.replace('c3', 'c4')],
  ['other changes', commit.parent, message.replace(/Changes: ./, 'Changes: z')],
  ['a cut MAC', commit.parent, message.slice(0, -1)],
  ['no trailers', commit.parent, 'ISS-007: test'],
  ['an empty message', commit.parent, ''],
])('it does not hold with %s', (_name, parent, text) => {
  expect(mac.holds({ parent, message: text })).toBe(false)
})

test('it does not hold under another secret', () => {
  expect(createStateMac('another secret of ours').holds({ parent: commit.parent, message })).toBe(false)
})

test('the last trailer of a name counts', () => {
  const early = message.replace('- test', 'Countersign-Op: ISS-007/c9')

  expect(mac.holds({ parent: commit.parent, message: early })).toBe(true)
})

test('a commit of several operations holds with all of them, in their order, and with nothing else', () => {
  const several = { ...commit, ops: ['ISS-007/c3', 'ISS-009/c1'] }
  const text = `ISS-007, ISS-009: test\n\n- ISS-007: test\n\n${mac.trailers(several).join('\n')}`
  const holds = (changed: string) => mac.holds({ parent: commit.parent, message: changed })

  expect(findTrailers(text, 'Countersign-Op')).toEqual(several.ops)
  expect(holds(text)).toBe(true)
  expect(holds(text.replace('Countersign-Op: ISS-009/c1\n', ''))).toBe(false)
  expect(holds(text.replace('ISS-009/c1', 'ISS-010/c1'))).toBe(false)
  expect(holds(text.replace('Countersign-Op: ISS-007/c3\n', 'Countersign-Op: ISS-007/c3\nCountersign-Op: x\n'))).toBe(
    false,
  )
  expect(holds(text.replace('c3\nCountersign-Op: ISS-009', 'c3ISS-009'))).toBe(false)
})

test('a MAC of one operation is what it was before there were several', () => {
  const trailers = mac.trailers({ parent: 'p'.repeat(40), ops: ['ISS-007/c3'], changes: [] })

  expect(trailers.at(-1)).toBe('Countersign-Mac: 02dd95d349b49204a4873bee1cee499fcb19b02cb756c9dd62e45128417482b1')
})

test('a trailer above the last paragraph is none', () => {
  expect(findTrailers('x\n\nCountersign-Op: a\n\n- b\n\nCountersign-Op: c', 'Countersign-Op')).toEqual(['c'])
  expect(findTrailers('x\n\nCountersign-Op: a\n\nthe end', 'Countersign-Op')).toEqual([])
})

test('a parentless commit has a MAC of its own', () => {
  const first = mac.trailers({ ...commit, parent: null }).join('\n')

  expect(mac.holds({ parent: null, message: first })).toBe(true)
  expect(mac.holds({ parent: commit.parent, message: first })).toBe(false)
})

test('the digest is of the changes in whatever order, and of nothing else', () => {
  const digest = changesDigest(changes)

  expect(changesDigest(changes.toReversed())).toBe(digest)
  expect(changesDigest([...changes, { path: 'c', blob: null }])).not.toBe(digest)
  expect(changesDigest(changes.map((one) => ({ ...one, blob: '2'.repeat(40) })))).not.toBe(digest)
})

test('a MAC of a marker is never one of a commit', () => {
  const line = mac.trailers(commit).at(-1) ?? ''

  expect(line).not.toContain(mac.sign(`${commit.parent}\n${commit.ops[0]}\n${changesDigest(changes)}`))
  expect(mac.sign('plan SOL-ISS-007-1')).toMatch(/^[\w-]{22}$/)
})
