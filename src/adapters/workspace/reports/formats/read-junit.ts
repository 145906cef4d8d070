import type { TestCollection, ToldTest } from '../../../../domain/loop/tests/test-collection.ts'
import type { ElementReader } from './element-reader.ts'

const maxText = 8_000

interface Suite {
  name: string
  /** What the suite says of itself, its inner suites included. */
  told: number
  failed: number
}

/** JUnit's format as its many writers have it: Vitest, pytest, Node, Maven, Gradle, gotestsum. */
export function readJunit(tests: TestCollection): ElementReader {
  const suites: Suite[] = []
  let test: ToldTest | undefined
  let detail = ''
  let text = ''
  /** Failures of the test: pytest counts one in the test and one in what clears up after it as two. */
  let bad = 0
  const isResult = (name: string) => name === 'failure' || name === 'error' || name === 'skipped'

  return {
    open(name, attributes) {
      if (name === 'testsuite' || name === 'testsuites') {
        suites.push({ name: attributes['name'] ?? '', told: countTold(attributes), failed: 0 })
      } else if (name === 'testcase') {
        test = openTest(attributes, suites)
        bad = 0
      } else if (test !== undefined && isResult(name)) {
        detail = name
        text = ''
        if (name !== 'skipped') bad += 1
        if (test.status !== 'failed') {
          test.status = name === 'skipped' ? 'skipped' : 'failed'
          test.message = attributes['message'] ?? null
        }
      }
    },
    wantsText: () => detail !== '',
    text(more) {
      if (text.length < maxText) text += more.slice(0, maxText)
    },
    close(name) {
      if (name === detail && test !== undefined) {
        if (test.status === 'failed' && test.stack === null) test.stack = text.trim()
        test.message ??= text.trim() === '' ? null : text.trim()
        detail = ''
      } else if (name === 'testcase' && test !== undefined) {
        tests.add(test)
        for (const suite of suites) suite.failed += bad
        test = undefined
      } else if (name === 'testsuite' || name === 'testsuites') {
        closeSuite(suites, tests)
      }
    },
  }
}

function openTest(attributes: Readonly<Record<string, string>>, suites: readonly Suite[]): ToldTest {
  const { name = '', classname = '', time, file, line } = attributes
  const suite = classname === '' || classname === 'test' ? (suites.at(-1)?.name ?? '') : classname
  const seconds = Number((time ?? '0').replaceAll(',', ''))
  const own = file ?? (/\.\w{1,5}$/.test(suite) ? suite : undefined)
  return {
    suite,
    name: name.startsWith(`${suite} `) ? name.slice(suite.length).trim() : name,
    status: 'passed',
    duration_ms: seconds >= 0 && Number.isFinite(seconds) ? seconds * 1000 : 0,
    message: null,
    stack: null,
    // pytest counts lines from 0, others from 1: the place in the failure's own text is surer.
    own: own === undefined ? null : { file: own, line: Number(line) > 0 ? Number(line) : null },
  }
}

/** A suite may fail outside of its tests, in what sets it up. */
function closeSuite(suites: Suite[], tests: TestCollection): void {
  const suite = suites.pop()
  if (suite === undefined || suite.told <= suite.failed) return
  tests.addFault(suite.name, '', `the report counts ${suite.told} failed, ${suite.failed} of them named`)
  for (const outer of suites) outer.failed += suite.told - suite.failed
}

function countTold(attributes: Readonly<Record<string, string>>): number {
  const told = Number(attributes['failures'] ?? 0) + Number(attributes['errors'] ?? 0)
  return Number.isSafeInteger(told) ? told : 0
}
