import type { TestCollection, ToldTest } from '../../../../domain/loop/tests/test-collection.ts'
import type { TestStatus } from '../../../../domain/loop/tests/test-report.ts'
import type { LineReader } from './report-reader.ts'

const counted: Readonly<Record<string, TestStatus>> = {
  pass: 'passed',
  fail: 'failed',
  cancelled: 'failed',
  skipped: 'skipped',
  todo: 'skipped',
}
const maxStack = 8_000

const maxDepth = 50
const maxOthers = 1_000

/**
 * What `node --test` prints by default: its tests while they run, its counts, and the failed tests that follow them with
 * their places.
 */
export function readNodeSpec(tests: TestCollection): LineReader {
  let seen = false
  let place: ToldTest['own'] = null
  let test: ToldTest | undefined
  let isListing = false
  const others = new OtherTests()
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
        if (!seen) for (const one of others.found) tests.keep(one)
        seen = true
        isListing = false
      }
      const status = counted[what]
      if (seen && status !== undefined) tests.count(status, Number(number), 0)
      if (what === 'duration_ms') tests.count('passed', 0, Number(number))
      if (seen && line === '✖ failing tests:') isListing = true
      if (!seen) others.read(line)
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

/** Tests that passed or were skipped, by the lines before the counts: two spaces for each suite that they are in. */
class OtherTests {
  readonly found: ToldTest[] = []
  readonly #suites: string[] = []

  read(line: string): void {
    const [, indent = '', sign = '', rest = ''] = /^((?: {2})*)([▶✔✖﹣]) (.+)$/.exec(line) ?? []
    const depth = indent.length / 2
    if (sign === '' || depth > this.#suites.length || depth >= maxDepth) return
    const [, name = rest, duration, note = ''] = /^(.+) \((\d+(?:\.\d+)?)ms\)(?: # (.*))?$/.exec(rest) ?? []
    const isEnd = this.#suites[depth] === name && duration !== undefined
    this.#suites.length = depth
    if (sign === '▶' && duration === undefined) this.#suites.push(name)
    if (isEnd || duration === undefined || this.found.length >= maxOthers) return
    if (sign !== '✔' && sign !== '﹣') return
    this.found.push({
      suite: this.#suites.join(' › '),
      name,
      status: sign === '✔' && !note.startsWith('TODO') ? 'passed' : 'skipped',
      duration_ms: Number(duration),
      message: null,
      stack: null,
      own: null,
    })
  }
}

/** The error below a failed test, as it is until its stack begins. */
function extend(test: ToldTest, line: string): void {
  const text = line.trim()
  const stack = test.stack ?? ''
  if (stack.length < maxStack) test.stack = `${stack}${line}\n`
  if (text === '' || text.startsWith('at ') || stack.includes('\n      at ') || stack.length > 1_000) return
  if (test.message === null) test.message = text.replace(/^\[?\w*Error(?: \[\w+\])?: /, '')
  else test.message = `${test.message}\n${text}`
}
