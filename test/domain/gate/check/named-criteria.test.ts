import { expect, test } from 'vitest'
import { readNamedCriteria } from '../../../../src/domain/gate/check/named-criteria.ts'
import { linearGrowth, measureGrowth, repeatTo } from '../../../support/measure/measure-growth.ts'

test.each([
  ['AC-2: the header is gone', { 'AC-2': 'plain' }],
  ['ac2 is wrong, AC 3 is fine', { 'AC-2': 'bad', 'AC-3': 'good' }],
  ['AC-2, AC-3 and AC-4 are good', { 'AC-2': 'good', 'AC-3': 'good', 'AC-4': 'good' }],
  ['AC-3 is fine but AC-2 is not', { 'AC-3': 'good', 'AC-2': 'bad' }],
  ['AC-3 is not good', { 'AC-3': 'bad' }],
  ['Nothing wrong with AC-3; AC-2 ✓', { 'AC-3': 'good', 'AC-2': 'good' }],
  ['AC-2が違う。AC-3 ✅', { 'AC-2': 'plain', 'AC-3': 'good' }],
  ['UNDOES-T1.2 may be', { 'UNDOES-T1.2': 'plain' }],
  ['version 1.5 of TRAC-2x, HVAC-1a', {}],
])('%j', (text, named) => {
  expect(Object.fromEntries(readNamedCriteria(text))).toEqual(named)
})

test.each(['AC-1, ', 'AC-1 and ', 'nothing ', 'UNDOES-T1.1', 'AC- '])('a remark of %j takes linear time', (piece) => {
  expect(measureGrowth(64_000, repeatTo(piece), readNamedCriteria)).toBeLessThan(linearGrowth)
})
