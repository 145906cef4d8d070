import { Parser, type Result } from 'tap-parser'
import { TestCollection, type ToldPlace } from '../../../../domain/loop/tests/test-collection.ts'
import type { LineReader } from './report-reader.ts'
import { TapLines } from './tap-lines.ts'

/**
 * TAP 13 and 14 with subtests, other output between its lines. Without a version line it takes a plan and a test to be
 * TAP: a command may print `ok`. A plan that isn't kept, and a bail-out, are failures.
 */
export function readTap(tests: TestCollection): LineReader {
  let stream: TapStream | undefined
  let seen = false
  const finish = () => {
    if (stream?.finish() === true) seen = true
    stream = undefined
  }
  return {
    readLine(line) {
      const isVersion = /^TAP version 1[34]\b/.test(line)
      if (isVersion) finish()
      if (stream === undefined && !isVersion && !/^(?:(?:not )?ok\b|1\.\.\d+\s*(?:#|$))/.test(line)) return
      stream ??= new TapStream(tests)
      stream.readLine(line)
    },
    end() {
      finish()
      return seen
    },
  }
}

class TapStream {
  readonly #parser = new Parser()
  readonly #lines = new TapLines()
  readonly #tests: TestCollection
  /** What was found, added only once it is sure that this is TAP. */
  readonly #found = new TestCollection()
  #isSure = false
  #hasPlan = false
  #hasTests = false
  #fault = ''

  constructor(tests: TestCollection) {
    this.#tests = tests
    this.#listen(this.#parser, '')
    this.#parser.on('bailout', (reason: unknown) => (this.#fault = `Bail out! ${String(reason)}`))
  }

  readLine(line: string): void {
    if (/^(?:TAP version|1\.\.0\b)/.test(line)) this.#isSure = true
    else if (/^1\.\.\d/.test(line)) this.#hasPlan = true
    for (const kept of this.#lines.filter(line)) this.#parser.write(`${kept}\n`)
  }

  finish(): boolean {
    this.#parser.end()
    if (!this.#isSure && !(this.#hasPlan && this.#hasTests)) return false
    this.#tests.addAll(this.#found)
    const { results } = this.#parser
    if (this.#fault !== '') this.#tests.addFault('', 'the run', this.#fault)
    else if (results?.ok === false && this.#found.totals.failed === 0)
      this.#tests.addFault('', 'the run', results.failures.map(tapErrorOf).find(Boolean) ?? 'it did not end well')
    return true
  }

  #listen(parser: Parser, suite: string): void {
    let child: { name: string; seen: number; failed: number } | undefined
    parser.on('child', (inner: Parser) => {
      const entry = { name: inner.name, seen: 0, failed: 0 }
      child = entry
      inner.on('assert', (result: Result) => {
        entry.seen += 1
        if (!result.ok) entry.failed += 1
      })
      this.#listen(inner, [suite, inner.name].filter(Boolean).join(' › '))
    })
    parser.on('assert', (result: Result) => {
      const closed = child
      child = undefined
      // A point that only sums up its subtests is no test of its own.
      const sumsUp = closed !== undefined && closed.seen > 0 && (result.ok || closed.failed > 0)
      if (!sumsUp && !this.#isEmptySuite(result)) this.#add(suite, result)
    })
  }

  #add(suite: string, result: Result): void {
    const diag = toRecord(this.#lines.find(result.diag))
    const isLeft = result.skip !== false || result.todo !== false
    const status = isLeft ? 'skipped' : result.ok ? 'passed' : 'failed'
    const error = toRecord(diag['error'])
    const said = diag['message'] ?? error['message'] ?? diag['error']
    this.#hasTests = true
    this.#found.add({
      suite,
      name: result.name,
      status,
      duration_ms: result.time ?? (typeof diag['duration_ms'] === 'number' ? diag['duration_ms'] : 0),
      message: status === 'failed' && typeof said === 'string' ? said : null,
      stack: typeof diag['stack'] === 'string' ? diag['stack'] : typeof diag['at'] === 'string' ? diag['at'] : null,
      own: findOwn(diag),
    })
  }

  #isEmptySuite({ diag, ok }: Result): boolean {
    return ok && toRecord(this.#lines.find(diag))['type'] === 'suite'
  }
}

/** Node has `location`, Vitest and node-tap `at`, as text or in parts. */
function findOwn(diag: Record<string, unknown>): ToldPlace | null {
  const at = diag['location'] ?? diag['at']
  if (typeof at === 'string') {
    const [, file, line] = /^(.+?):(\d+)(?::\d+)?$/.exec(at) ?? []
    return file === undefined ? null : { file, line: Number(line) }
  }
  const { file, fileName, line, lineNumber } = toRecord(at)
  const name = fileName ?? file
  const number = lineNumber ?? line
  return typeof name === 'string' ? { file: name, line: typeof number === 'number' ? number : null } : null
}

function tapErrorOf(error: unknown): string | undefined {
  const { tapError } = toRecord(error)
  return typeof tapError === 'string' ? tapError : undefined
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
