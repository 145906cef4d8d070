import type { TestCollection, ToldTest } from '../../../domain/test-collection.ts'
import type { TestStatus } from '../../../domain/test-report.ts'
import type { LineReader } from './report-reader.ts'

const counted: Readonly<Record<string, TestStatus>> = {
  pass: 'passed',
  fail: 'failed',
  cancelled: 'failed',
  skipped: 'skipped',
  todo: 'skipped',
}
const maxStack = 8_000

/** What `node --test` prints by default: its counts, and the failed tests that follow them with their places. */
export function readNodeSpec(tests: TestCollection): LineReader {
  let seen = false
  let place: ToldTest['own'] = null
  let test: ToldTest | undefined
  let isListing = false
  const flush = () => {
    if (test !== undefined) tests.keep(test)
    test = undefined
  }
  return {
    readLine(colored) {
      // oxlint-disable-next-line no-control-regex -- colours, where they are forced
      const line = colored.replaceAll(/\u001B\[[\d;]*m/g, '')
      const [, what = '', number = ''] = /^ℹ (\w+) (\d+(?:\.\d+)?)$/.exec(line) ?? []
      if (what === 'tests') {
        flush()
        seen = true
        isListing = false
      }
      const status = counted[what]
      if (seen && status !== undefined) tests.count(status, Number(number), 0)
      if (what === 'duration_ms') tests.count('passed', 0, Number(number))
      if (seen && line === '✖ failing tests:') isListing = true
      if (!isListing) return
      const [, file, at] = /^test at (.+):(\d+):\d+$/.exec(line) ?? []
      if (file !== undefined) {
        flush()
        place = { file, line: Number(at) }
        return
      }
      const [, name, duration] = /^✖ (.+) \((\d+(?:\.\d+)?)ms\)/.exec(line) ?? []
      if (name !== undefined) {
        flush()
        test = {
          suite: '',
          name,
          status: 'failed',
          duration_ms: Number(duration),
          message: null,
          stack: '',
          own: place,
        }
      } else if (test !== undefined) extend(test, line)
    },
    end() {
      flush()
      return seen
    },
  }
}

/** The error below a failed test, as it is until its stack begins. */
function extend(test: ToldTest, line: string): void {
  const text = line.trim()
  const stack = test.stack ?? ''
  if (stack.length < maxStack) test.stack = `${stack}${line}\n`
  if (text === '' || text.startsWith('at ') || stack.includes('\n      at ') || stack.length > 1_000) return
  if (test.message === null) test.message = text.replace(/^\[?\w*Error(?: \[\w+\])?: /, '')
  else if (test.message.endsWith(':')) test.message = `${test.message} ${text}`
}
