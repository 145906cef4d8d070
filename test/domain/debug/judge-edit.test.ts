import { expect, test } from 'vitest'
import { judgeEdit } from '../../../src/domain/debug/judge-edit.ts'
import { buildHunk } from './build-request.ts'

const judge = (removed: string[], added: string[], path = 'a.js') => judgeEdit(buildHunk({ path, removed, added }))

test.each([
  ['a comment', ['// old'], ['// new']],
  ['layout', ['f( a,b )'], ['f(a, b)']],
])('%s does nothing', (_, removed, added) => {
  expect(judge(removed, added).weight).toBeLessThan(0.1)
})

test('prose does nothing', () => {
  expect(judge(['one'], ['two'], 'README.md').weight).toBeLessThan(0.1)
})

test.each([
  ['a condition changed', ['if (a < b) x()'], ['if (a <= b) x()']],
  ['a condition changed', ['[ "$a" -lt 3 ]'], ['[ "$a" -le 3 ]']],
  ['a number changed', ['wait(60)'], ['wait(3600)']],
  ['it took a guard away', ["if (a) throw new Error('no')"], []],
  ['it no longer awaits something', ['const a = await f()'], ['const a = f()']],
  ['the arithmetic changed', ['x = a + b'], ['x = a - b']],
  ['it no longer copies something', ['const a = { ...b }'], ['const a = b']],
])('%s', (why, removed, added) => {
  const judged = judge(removed, added)

  expect(judged.why).toBe(why)
  expect(judged.weight).toBeGreaterThan(1.2)
})

test('an arrow is no comparison', () => {
  expect(judge(['list.map(f)'], ['list.map((one) => f(one))']).why).toBeNull()
})

test('a name that changed throughout counts half', () => {
  expect(judge(['const n = f()', 'return n'], ['const count = f()', 'return count']).weight).toBe(0.5)
})
