import { expect, test } from 'vitest'
import { matchSymptoms } from '../../../src/domain/debug/match-symptoms.ts'
import { buildHunk } from './build-request.ts'

const match = (text: string, removed: string[], added: string[], timedOut = false) =>
  matchSymptoms(buildHunk({ removed, added }), { name: null, place: null, text, frames: [], body: null }, timedOut).map(
    (one) => one.text,
  )

test.each([
  ['a promise, and an await that is gone', 'got Promise { <pending> }', ['return await f()'], ['return f()']],
  [
    'a missing export, and a changed one',
    "'./a.js' does not provide an export named 'b'",
    ['export const b = 1'],
    ['export const c = 1'],
  ],
  ['a missing refusal, and a guard that is gone', 'Missing expected exception.', ['if (x) throw e'], []],
  ['a missing name, and a changed one', 'a.total is not a function', ['function total() {'], ['function sum() {']],
])('%s', (_, text, removed, added) => {
  expect(match(text, removed, added)).toHaveLength(1)
})

test('a run that does not end goes with a changed loop', () => {
  expect(match('', ['while (a < b) a += 1'], ['while (a <= b) a += 0'], true)).toEqual([
    'it changed a loop or a wait, and the test does not end',
  ])
})

test('an await that is still there explains nothing', () => {
  expect(match('got Promise { <pending> }', ['await f(1)'], ['await f(2)'])).toEqual([])
})
