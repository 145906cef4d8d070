import { z } from 'zod'
import type { TestCollection } from '../../../../domain/loop/tests/test-collection.ts'
import type { TestStatus } from '../../../../domain/loop/tests/test-report.ts'
import type { LineReader } from './report-reader.ts'

const maxOutput = 8_000
const maxName = 2_000

const EventSchema = z.object({
  Action: z.enum([
    'start',
    'run',
    'pause',
    'cont',
    'pass',
    'bench',
    'fail',
    'output',
    'skip',
    'build-output',
    'build-fail',
  ]),
  Package: z.string().max(maxName).optional(),
  ImportPath: z.string().optional(),
  Test: z.string().max(maxName).optional(),
  Elapsed: z.number().nonnegative().optional(),
  Output: z.string().optional(),
})
type GoEvent = z.infer<typeof EventSchema>

/** The events of `go test -json` (`go doc test2json`), a JSON object a line, other lines between them. */
export function readGoTest(tests: TestCollection): LineReader {
  const packages = new Map<string, GoPackage>()
  let built = ''
  return {
    readLine(line) {
      const event = parseEvent(line)
      if (event === undefined) return
      if (event.Package === undefined) {
        if (built.length < maxOutput) built += event.Output ?? ''
        return
      }
      const known = packages.get(event.Package) ?? new GoPackage(event.Package, tests)
      packages.set(event.Package, known)
      known.take(event, built)
    },
    end() {
      for (const known of packages.values()) known.finish()
      return packages.size > 0
    },
  }
}

function parseEvent(line: string): GoEvent | undefined {
  if (!line.startsWith('{') || !line.includes('"Action"')) return undefined
  try {
    const { data } = EventSchema.safeParse(JSON.parse(line))
    return data?.Package === undefined && data?.ImportPath === undefined ? undefined : data
  } catch {
    return undefined
  }
}

class GoPackage {
  readonly #name: string
  readonly #tests: TestCollection
  /** Output of tests that have not ended. */
  readonly #running = new Map<string, string>()
  /** Tests above subtests: their own results sum up. */
  readonly #parents = new Map<string, { failed: number }>()
  #output = ''
  #failed = 0

  constructor(name: string, tests: TestCollection) {
    this.#name = name
    this.#tests = tests
  }

  take(event: GoEvent, built: string): void {
    const { Action: action, Test: test, Output: output = '', Elapsed: seconds = 0 } = event
    if (action === 'run' && test !== undefined) this.#start(test)
    if (action === 'output') this.#append(test, output)
    const status = statusOfAction(action)
    if (status === undefined) return
    if (test !== undefined) this.#end(test, status, seconds * 1000)
    else if (status === 'failed' && this.#failed === 0) {
      this.#failed += 1
      this.#add('', 'failed', 0, built === '' ? this.#output : built)
    }
  }

  finish(): void {
    for (const [test, output] of this.#running) {
      if (!this.#parents.has(test)) this.#add(test, 'failed', 0, `${output}\nit did not end`)
    }
  }

  #start(test: string): void {
    this.#running.set(test, '')
    for (const above of listAbove(test)) if (!this.#parents.has(above)) this.#parents.set(above, { failed: 0 })
  }

  #append(test: string | undefined, output: string): void {
    if (test === undefined) {
      if (this.#output.length < maxOutput) this.#output += output
      return
    }
    const before = this.#running.get(test) ?? ''
    if (before.length < maxOutput) this.#running.set(test, before + output)
  }

  #end(test: string, status: TestStatus, durationMs: number): void {
    const output = this.#running.get(test) ?? ''
    this.#running.delete(test)
    const parent = this.#parents.get(test)
    if (status === 'failed') {
      for (const above of listAbove(test)) {
        const entry = this.#parents.get(above)
        if (entry !== undefined) entry.failed += 1
      }
    }
    if (parent !== undefined && (status !== 'failed' || parent.failed > 0)) return
    this.#add(test, status, durationMs, output)
  }

  #add(test: string, status: TestStatus, durationMs: number, output: string): void {
    const said = output.split('\n').filter((line) => !/^\s*(?:===|---|FAIL|PASS|ok)\b|^\s*(?:===|---)|^\s*$/.test(line))
    const [, file, line, message] =
      said.map((one) => /^\s*([^\s:]+\.go):(\d+)(?::\d+)?: (.*)$/.exec(one)).find(Boolean) ?? []
    if (status === 'failed') this.#failed += 1
    this.#tests.add({
      suite: this.#name,
      name: test === '' ? 'the package' : test.replaceAll('/', ' › '),
      status,
      duration_ms: durationMs,
      message: status === 'failed' ? (message ?? said[0] ?? null) : null,
      stack: status === 'failed' ? said.join('\n') : null,
      // Go names the file only; its folder is the end of the package's path.
      own: file === undefined ? null : { file: `${this.#name}/${file}`, line: Number(line) },
    })
  }
}

/** `a/b` and `a` of the test `a/b/c`. */
function listAbove(test: string): string[] {
  const above: string[] = []
  for (let at = test.lastIndexOf('/'); at > 0; at = test.lastIndexOf('/', at - 1)) above.push(test.slice(0, at))
  return above
}

function statusOfAction(action: GoEvent['Action']): TestStatus | undefined {
  if (action === 'pass') return 'passed'
  if (action === 'fail') return 'failed'
  return action === 'skip' ? 'skipped' : undefined
}
