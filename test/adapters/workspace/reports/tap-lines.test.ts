import { expect, test } from 'vitest'
import { OutputReport } from '../../../../src/adapters/workspace/reports/output-report.ts'
import { linearGrowth, measureGrowth, repeatTo } from '../../../support/measure-growth.ts'

function readOutput(text: string): OutputReport {
  const output = new OutputReport()
  output.push(Buffer.from(text))
  output.end()
  return output
}

const deep = (size: number) =>
  Array.from({ length: size / 100 }, (_, at) => `${' '.repeat(4 * at)}# Subtest: a\n`).join('')

test.each([
  ['other output', repeatTo('noise\n')],
  ['diagnostics without end', (size: number) => `not ok 1\n  ---\n${repeatTo('  a: &a [*a, *a]\n')(size)}`],
  ['many diagnostics', repeatTo('not ok 1 - a\n  ---\n  message: x\n  ...\n')],
  ['depth', deep],
  ['escapes', repeatTo('ok 1 \\ # ')],
])('%s takes time linear in its size', (_, make) => {
  expect(measureGrowth(20_000, make, (text) => readOutput(`TAP version 14\n${text}\n1..1\n`))).toBeLessThan(
    linearGrowth,
  )
})

test('of many diagnostics the first are read, and all tests are counted', () => {
  const point = (at: number) => `not ok ${at} - a\n  ---\n  message: said\n  ...\n`

  const { tests } = readOutput(`${Array.from({ length: 3_000 }, (_, at) => point(at + 1)).join('')}1..3000\n`)

  expect(tests.totals.failed).toBe(3_000)
  expect(tests.kept[199]?.message).toBe('said')
})
