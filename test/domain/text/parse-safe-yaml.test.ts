import { expect, test } from 'vitest'
import { parseSafeYaml } from '../../../src/domain/text/parse-safe-yaml.ts'
import { linearGrowth, measureGrowth, repeatTo } from '../../support/measure/measure-growth.ts'

test('a key that comes twice is a fault, also far in', () => {
  const yaml = parseSafeYaml('a:\n  b: 1\n  c: 2\n  b: 3\nd: 4\n')

  expect(yaml).toEqual({ ok: false, faults: ['Line 4, column 3: Map keys must be unique.'] })
})

test.each([
  [
    'a:\n  - x: [1, [2],\n    y: 3\n',
    'Line 2, column 8: this `[` is never closed; write `]` where what it holds ends.',
  ],
  ['a: {b: 1\nc: d: e\n', 'Line 1, column 4: this `{` is never closed; write `}` where what it holds ends.'],
])('a bracket that is not closed is named where it stands, and nothing that follows from it: %j', (text, fault) => {
  expect(parseSafeYaml(text)).toEqual({ ok: false, faults: [fault] })
})

test('what nests deeper than the parser can go is refused like what nests too deep', () => {
  const yaml = parseSafeYaml(`${'a: '.repeat(20_000)}}`)

  expect(yaml).toEqual({ ok: false, faults: ['Line 1: nested more than 100 deep.'] })
})

test('many keys take linear time', { retry: 2 }, () => {
  const growth = measureGrowth(16_000, repeatTo('? :\n'), (text) => parseSafeYaml(text))

  expect(growth).toBeLessThan(linearGrowth)
})
