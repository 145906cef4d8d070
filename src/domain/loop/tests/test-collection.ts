import { cleanLine, cleanText } from '../../text/clean-text.ts'
import { type TestCase, type TestReport, testStatuses, type TestStatus } from './test-report.ts'

const maxKept = 1_000
const maxKeptFailed = 200

/** A test as a runner's report has it: the place is still to be found among the repository's files. */
export interface ToldTest extends Omit<TestCase, 'file' | 'line'> {
  own: ToldPlace | null
}

/** A path as the runner spells it, often absolute, and a line from 1. */
export interface ToldPlace {
  file: string
  line: number | null
}

/** What a collection came to, as plain data. */
export interface CollectedTests {
  readonly totals: Readonly<TestReport['totals']>
  /** Failed tests first. */
  readonly kept: readonly ToldTest[]
}

/** Adds up tests of any number in bounded memory: exact totals, and the first so many tests of each kind. */
export class TestCollection implements CollectedTests {
  readonly #totals: TestReport['totals'] = { passed: 0, failed: 0, skipped: 0, duration_ms: 0 }
  readonly #failed: ToldTest[] = []
  readonly #others: ToldTest[] = []

  get totals(): Readonly<TestReport['totals']> {
    return this.#totals
  }

  get kept(): readonly ToldTest[] {
    return [...this.#failed, ...this.#others]
  }

  add(test: ToldTest): void {
    this.count(test.status, 1, test.duration_ms)
    this.keep(test)
  }

  addAll({ totals, kept }: CollectedTests): void {
    for (const status of testStatuses) this.count(status, totals[status], 0)
    this.count('passed', 0, totals.duration_ms)
    for (const test of kept) this.keep(test)
  }

  /** A failure that no single test stands for: a file that can't be loaded, a plan that wasn't kept. */
  addFault(suite: string, name: string, message: string): void {
    this.add({ suite, name, status: 'failed', duration_ms: 0, message, stack: null, own: null })
  }

  /** Tests that are known by number only. */
  count(status: TestStatus, number: number, durationMs: number): void {
    this.#totals[status] += number
    this.#totals.duration_ms += durationMs
  }

  /** Details of a test that is counted already. */
  keep(test: ToldTest): void {
    const list = test.status === 'failed' ? this.#failed : this.#others
    if (list.length >= (test.status === 'failed' ? maxKeptFailed : maxKept)) return
    list.push({
      ...test,
      suite: cleanLine(test.suite, 300),
      name: cleanLine(test.name, 300),
      message: test.message === null ? null : cleanLine(firstLines(test.message), 500),
      stack: test.stack === null ? null : cleanText(test.stack.slice(0, 20_000)).slice(0, 4_000),
    })
  }
}

const mostDiffering = 3

/** The first line that says something, with the next one where it only announces it. */
function firstLines(text: string): string {
  const lines = cleanText(text.slice(0, 10_000))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const [first = '', second = ''] = lines
  if (second === '+ actual - expected') return `${first} ${tellDifference(lines.slice(2))}`.trim()
  return first.endsWith(':') && second !== '' && !second.startsWith('at ') ? `${first} ${second}` : first
}

/** Of what `node:assert` prints line by line below its words: what was there and what was expected. */
function tellDifference(lines: readonly string[]): string {
  const of = (sign: string) => {
    const signed = lines.filter((line) => line.startsWith(`${sign} `)).map((line) => line.slice(2).trim())
    return signed.length > mostDiffering ? `${signed.slice(0, mostDiffering).join(' ')} …` : signed.join(' ')
  }
  const [got, expected] = [of('+'), of('-')]
  if (got === '') return expected === '' ? '' : `it lacks ${expected}`
  return expected === '' ? `it has ${got} besides` : `got ${got}, expected ${expected}`
}
