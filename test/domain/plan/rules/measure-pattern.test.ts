import { expect, test } from 'vitest'
import { measurePattern } from '../../../../src/domain/plan/rules/measure-pattern.ts'
import { createPatternJudge } from '../../../../src/domain/plan/rules/judge-patterns.ts'
import { measureOnReference } from '../../../support/measure/measure-on-reference.ts'

test.each([
  ['abc', 3],
  ['^v[0-9]+\\.[0-9]+$', 8],
  ['[a-f0-9]{40}', 40],
  ['(?:ab{3}){10}', 80],
  ['((a{10}){10}){10}', 1_220],
  ['a{2,50}', 50],
  ['a{2,}', 2],
  ['\\pL{1000}', 1_000],
  ['\\{1000\\}', 6],
  ['[{1000}]', 1],
])('/%s/ is taken for %i steps', (pattern, size) => {
  expect(measurePattern(pattern)).toBe(size)
})

test.each([
  ['x{1000}'.repeat(12), /^written out, its repetitions make 12000 steps of it, at most 10000$/],
  ['a'.repeat(1_001), /^it has 1001 characters, at most 1000$/],
  ['(?=a)', /invalid/],
])('a pattern like %j is refused', (pattern, why) => {
  expect(createPatternJudge()(pattern)).toMatch(why)
})

test('patterns that are large together are refused where they become it', () => {
  const judge = createPatternJudge()

  const answers = Array.from({ length: 12 }, (_, at) =>
    judge(`${at}x{1000}y{1000}z{1000}w{1000}v{1000}u{1000}t{1000}s{1000}r{1000}`),
  )

  expect(answers.findIndex((why) => why !== undefined)).toBe(11)
})

test('no plan spends long on compiling patterns, whatever they are', () => {
  const patterns = Array.from({ length: 400 }, (_, at) => `${'x{1000}'.repeat(9)}${at}`)
  const judgeAll = () => {
    const judge = createPatternJudge()
    for (const pattern of patterns) judge(pattern)
  }

  expect(measureOnReference(judgeAll, 1_000)).toBeLessThan(1_000)
})
