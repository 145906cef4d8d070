import { expect, test } from 'vitest'
import { OutputReport } from '../../../../../src/adapters/workspace/reports/output-report.ts'
import { linearGrowth, measureGrowth, repeatTo } from '../../../../support/measure/measure-growth.ts'

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

test('a diagnostic without end, and those beyond what all may take together, are left out, and their tests counted', () => {
  const point = (at: number, kilobytes: number) =>
    `not ok ${at} - a\n  ---\n  message: said\n${`  # ${'x'.repeat(1_020)}\n`.repeat(kilobytes)}  ...\n`
  const sizes = [15, 20, ...Array.from({ length: 90 }, () => 15)]

  const { tests } = readOutput(`TAP version 14\n${sizes.map((size, at) => point(at + 1, size)).join('')}1..92\n`)

  expect(tests.totals.failed).toBe(92)
  const said = tests.kept.map(({ message }) => message === 'said')
  expect(said.slice(0, 3)).toEqual([true, false, true])
  expect(said.filter(Boolean).length).toBeLessThanOrEqual(1024 / 15)
  expect(said.at(-1)).toBe(false)
})

test('of a diagnostic with very many lines the first are read', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `  k${at}: 1\n`).join('')
  const text = `TAP version 14\nnot ok 1 - a\n  ---\n  message: said\n${lines(900)}  last: [\n  ...\n1..1\n`

  // The line that is no YAML stands beyond those.
  expect(readOutput(text).tests.kept[0]?.message).toBe('said')
})
