import { fc, test as property } from '../../../support/property.ts'
import { expect, test } from 'vitest'
import { isTestable, judgeStatement } from '../../../../src/domain/plan/score/judge-statement.ts'
import labelled from '../../../fixtures/criteria.json' with { type: 'json' }
import { buildCriterion } from '../../../support/builders.ts'
import { linearGrowth, measureGrowth, repeatTo } from '../../../support/measure/measure-growth.ts'

test('the judge agrees with at least 36 of the 40 criteria labelled by hand', () => {
  const disagreements = labelled.filter(
    ({ statement, label }) => judgeStatement(statement).concrete !== (label === 'concrete'),
  )

  const told = disagreements.map(({ statement, label }) => `${label} by hand: ${statement}`).join('\n')
  expect(labelled).toHaveLength(40)
  expect(disagreements.length, told).toBeLessThanOrEqual(4)
})

test.each([
  ['Function returns correct result', false],
  ['it reads well', false],
  ['`src/a.ts` works as expected', false],
  ['The function handles all errors', false],
  ['Data is displayed properly', false],
  ['The search is snappy', false],
  ['页面在手机上显示正常', false],
  ['Valid tokens are accepted', true],
  ['No broken links', true],
  ['代码通过 lint', true],
  ['Users can log in', true],
  ['Tokens expire after one hour', true],
  ['The CLI supports `--json`', true],
  ['All buttons have labels', true],
  ['Der Text ist auf Deutsch', true],
])('%j is concrete: %s', (statement, concrete) => {
  expect(judgeStatement(statement).concrete).toBe(concrete)
})

test('says which word a reader stumbles over, or what was found', () => {
  expect(judgeStatement('The feature works properly').why).toContain('"works"')
  expect(judgeStatement('The import takes at most 30 seconds').why).toContain('"30 seconds"')
})

test('what a machine checks is testable whatever its words are', () => {
  const vague = { statement: 'works as expected' }

  expect(isTestable(buildCriterion(vague)).concrete).toBe(true)
  expect(isTestable(buildCriterion({ ...vague, check_method: 'run_smoke_test', command: 'npm test' })).concrete).toBe(
    true,
  )
  expect(isTestable(buildCriterion({ ...vague, check_method: 'ci_check', checks: ['build'] })).concrete).toBe(true)
  expect(isTestable(buildCriterion({ ...vague, check_method: 'manual_review' })).concrete).toBe(false)
  expect(isTestable(buildCriterion({ ...vague, check_method: 'model_review' })).concrete).toBe(false)
})

property.prop([fc.string({ unit: 'binary' })])('any text is judged', (text) => {
  expect(judgeStatement(text).why).not.toBe('')
})

test('what is behind the first 2000 characters is not read', () => {
  const words = 'it '.repeat(700)

  expect(judgeStatement(`${words}returns 401 within 5 seconds`)).toEqual(judgeStatement(words))
})

test.each(['`', '“', '「', '1', 'a.', '正常', '<'])('the time for many %j grows with them, not faster', (mark) => {
  const judgeOften = (text: string) => {
    for (let times = 0; times < 100; times++) judgeStatement(text)
  }

  expect(measureGrowth(500, repeatTo(mark), judgeOften)).toBeLessThan(linearGrowth)
})
