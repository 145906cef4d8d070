import type { SkillState, TestResult } from '../../records/loop/loop-state.ts'
import { parseHiddenEscapes } from './hidden-escapes.ts'
import { PageReader } from './page-reader.ts'
import { emptyCell, noneCell, parseProse } from './parse-cell.ts'

/** Where no command told of coverage. */
export const notMeasured = 'not measured'

/** `validate.md` as `renderValidatePage` wrote it. Throws a `ProgressFault`. */
export function parseValidatePage(file: string, text: string): SkillState['validate'] {
  const reader = new PageReader(file, text)
  reader.heading(1, 'Validate: ')
  const fact = reader.facts('validation')
  const count = fact('tests').number()
  const coverage = fact('coverage').numberUnless(notMeasured, ' %')
  reader.heading(2, 'Failed tests')
  const failed = reader.rows(['failed']).map((row) => reader.value(row, 0).prose())
  const results = new Map<number, TestResult>()
  const add = (place: number, result: TestResult, fail: (wanted: string) => never) => {
    if (results.has(place) || place > count || place < 1) fail(`a number of a test from 1 to ${count}`)
    results.set(place, result)
  }
  for (let next = reader.peek(); next?.kind === 'heading' && next.text.startsWith('Test '); next = reader.peek()) {
    const { line } = next
    const { place, result } = parseLoudTest(reader)
    add(place, result, (wanted) => reader.fail(line, `the heading should have ${wanted}`))
  }
  reader.heading(2, 'Other tests')
  for (const row of reader.rows(['no', 'test', 'suite', 'status', 'ms'])) {
    const no = reader.value(row, 0)
    const test = { test_name: reader.value(row, 1).prose(), suite: reader.value(row, 2).prose() }
    const quiet = { error_message: null, stack_trace: null }
    const status = reader.value(row, 3).word(['passed', 'skipped'])
    add(no.number(), { ...test, status, duration_ms: reader.value(row, 4).number(), ...quiet }, (wanted) =>
      no.fail(wanted),
    )
  }
  if (results.size !== count) fact('tests').fail(`${results.size}, the number of tests on the page,`)
  reader.end()
  return {
    pass_rate: fact('pass rate').number(' %'),
    ...(coverage === undefined ? {} : { coverage }),
    test_results: [...results].toSorted(([a], [b]) => a - b).map(([, result]) => result),
    passed: fact('passed').word(['yes', 'no']) === 'yes',
    failed_tests: failed,
    last_run_at: fact('last run').codeOrNull(),
  }
}

function parseLoudTest(reader: PageReader): { place: number; result: TestResult } {
  const line = reader.peek()?.line ?? 1
  const title = /^(\d{1,9}): ([^]+)$/.exec(reader.heading(2, 'Test ')) ?? reader.fail(line, 'the heading has no number')
  const [row] = reader.rows(['suite', 'status', 'ms'])
  if (row === undefined) return reader.fail(line, 'the test has no status')
  return {
    place: Number(title[1]),
    result: {
      test_name: parseProse(title[2] ?? ''),
      suite: reader.value(row, 0).prose(),
      status: reader.value(row, 1).word(['passed', 'failed', 'skipped']),
      duration_ms: reader.value(row, 2).number(),
      error_message: parseLong(reader, 'Message'),
      stack_trace: parseLong(reader, 'Stack'),
    },
  }
}

function parseLong(reader: PageReader, what: string): string | null {
  const { text, line } = reader.text(`**${what}:**`)
  if (text === `**${what}:** ${noneCell}`) return null
  if (text === `**${what}:** ${emptyCell}`) return ''
  if (text !== `**${what}:**`)
    reader.fail(line, `there is ${JSON.stringify(text.slice(0, 80))} where **${what}:** should be`)
  return parseHiddenEscapes(reader.code(`the ${what.toLowerCase()} in a block`))
}
