import { StringDecoder } from 'node:string_decoder'
import { TestCollection } from '../../../domain/loop/tests/test-collection.ts'
import { readGoTest } from './formats/read-go-test.ts'
import { readJestOutput } from './formats/read-jest.ts'
import { readNodeSpec } from './formats/read-node-spec.ts'
import { readTap } from './formats/read-tap.ts'
import { ReportFault } from './formats/report-fault.ts'
import { splitLines } from './formats/report-reader.ts'

/** Looks for what runners write in a command's output while it is written: TAP, `go test -json`, Jest's JSON, Node's. */
export class OutputReport {
  readonly tests = new TestCollection()
  readonly #decoder = new StringDecoder('utf8')
  readonly #lines = splitLines([
    readTap(this.tests),
    readGoTest(this.tests),
    readJestOutput(this.tests),
    readNodeSpec(this.tests),
  ])
  #fault: ReportFault | undefined

  push(chunk: Buffer): void {
    this.#guard(() => this.#lines.write(this.#decoder.write(chunk)))
  }

  /** Whether there was a report. Throws the `ReportFault` met on the way. */
  end(): boolean {
    let found = false
    this.#guard(() => {
      this.#lines.write(this.#decoder.end())
      found = this.#lines.end()
    })
    if (this.#fault !== undefined) throw this.#fault
    return found
  }

  /** What is thrown in the middle of a stream would end the process. */
  #guard(read: () => void): void {
    if (this.#fault !== undefined) return
    try {
      read()
    } catch (error) {
      this.#fault = error instanceof ReportFault ? error : new ReportFault('output', null, String(error))
    }
  }
}
