import { expect, test } from 'vitest'
import { parsePlanReference } from '../../../src/domain/records/plan-reference.ts'

test.each([
  ['SOL-ISS-007-2', { issueId: 'ISS-007', planId: 'SOL-ISS-007-2' }],
  ['ISS-007', { issueId: 'ISS-007', planId: null }],
  ['#7', { issueId: 'ISS-007', planId: null }],
  [' 1234 ', { issueId: 'ISS-1234', planId: null }],
  ['ISS-7', { issueId: 'ISS-007', planId: null }],
])('%j names a plan', (text, reference) => {
  expect(parsePlanReference(text)).toEqual(reference)
})

test.each([
  '',
  '0',
  '-7',
  '7x',
  'SOL-ISS-007',
  'SOL-ISS-007-0',
  '../ISS-007',
  '7\n::set-output name=x::y',
  '9'.repeat(40),
])('%j names none', (text) => {
  expect(parsePlanReference(text)).toBeUndefined()
})
