import { expect, test } from 'vitest'
import { GitHubClock } from '../../../../src/adapters/github/client/github-clock.ts'

const written = '2026-11-21T10:00:00Z'

function clockAt(own: string): GitHubClock {
  return new GitHubClock(() => Date.parse(own))
}

test.each([
  ['ahead', '2026-11-21T10:20:00Z', '2026-11-21T10:20:00.000Z'],
  ['behind', '2026-11-21T09:59:00Z', '2026-11-21T09:59:00.000Z'],
  ['right but for the way of an answer', '2026-11-21T10:00:03Z', written],
])('on a machine whose clock is %s a time of GitHub is told by that clock', (_, own, told) => {
  const clock = clockAt(own)

  clock.note({ date: 'Sat, 21 Nov 2026 10:00:00 GMT', requestId: 'C0DE:1' })

  expect(clock.toOwnTime(written)).toBe(told)
})

test('what an answer told is kept through one that tells no time', () => {
  const clock = clockAt('2026-11-21T10:20:00Z')
  clock.note({ date: 'Sat, 21 Nov 2026 10:00:00 GMT', requestId: 'C0DE:1' })

  clock.note({ date: null, requestId: 'C0DE:2' })

  expect(clock.toOwnTime(written)).toBe('2026-11-21T10:20:00.000Z')
})

test('the clock of a proxy says nothing, nor does an answer without a time', () => {
  const clock = clockAt('2026-11-21T10:20:00Z')

  clock.note({ date: 'Sat, 21 Nov 2026 10:00:00 GMT', requestId: null })
  clock.note({ date: null, requestId: 'C0DE:1' })
  clock.note({ date: 'tomorrow', requestId: 'C0DE:1' })

  expect(clock.toOwnTime(written)).toBe(written)
})
