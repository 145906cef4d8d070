import { expect, test } from 'vitest'
import { TestCollection, type ToldTest } from '../../../../src/domain/loop/tests/test-collection.ts'

function buildTold(overrides: Partial<ToldTest> = {}): ToldTest {
  return { suite: '', name: 'a', status: 'passed', duration_ms: 1, message: null, stack: null, own: null, ...overrides }
}

test('all tests are counted, the first are kept, failed ones before others', () => {
  const tests = new TestCollection()

  for (let at = 0; at < 5_000; at += 1) tests.add(buildTold({ status: at % 10 === 0 ? 'failed' : 'passed' }))

  expect(tests.totals).toEqual({ passed: 4_500, failed: 500, skipped: 0, duration_ms: 5_000 })
  expect(tests.kept).toHaveLength(1_200)
  expect(tests.kept.slice(0, 200).every(({ status }) => status === 'failed')).toBe(true)
})

test('names and messages are one line, cut, without colours and control characters', () => {
  const tests = new TestCollection()

  tests.add(
    buildTold({
      name: `\u001B[31mred\u001B[39m\u0000\nname`,
      message: `\n  first\u0007 line\nsecond`,
      status: 'failed',
    }),
  )
  tests.add(buildTold({ name: 'n'.repeat(9_000), message: 'm'.repeat(9_000), status: 'failed' }))

  const [one, two] = tests.kept
  expect([one?.name, one?.message]).toEqual(['red name', 'first line'])
  expect([two?.name.length, two?.message?.length]).toEqual([300, 500])
})

test('a message that only announces something goes on', () => {
  const tests = new TestCollection()

  tests.add(buildTold({ message: 'Expected values to be equal:\n\n200 !== 401\n' }))

  expect(tests.kept[0]?.message).toBe('Expected values to be equal: 200 !== 401')
})
