import type { TestReport } from '../../../../domain/loop/tests/test-report.ts'

/** Lines that could be run and those that were, added up over files. */
export class ReportedCoverage {
  #lines = 0
  #covered = 0

  add(lines: number, covered: number): void {
    this.#lines += lines
    this.#covered += Math.min(lines, covered)
  }

  result(): TestReport['coverage'] {
    return this.#lines === 0 ? null : { lines: this.#lines, covered: this.#covered }
  }
}
