import { ReportFault } from './report-fault.ts'

const tapLine = /^\s{0,120}(?:(?:not )?ok\b|1\.\.\d|#|TAP version|Bail out!|pragma |\})/
const maxLineLength = 10_000
const maxLines = 500_000
const maxBlocks = 1_000
const maxBlockLines = 500

/**
 * Lets through what a TAP parser has to see, so that hostile output costs it neither depth nor minutes: no other
 * output, no line without end, and only so many diagnostics.
 */
export class TapLines {
  #lines = 0
  #blocks = 0
  /** Lines of the diagnostics that are open. */
  #block: number | undefined

  /** The line, cut; undefined where it is left out. */
  filter(line: string): string | undefined {
    const isTap = tapLine.test(line)
    if (this.#block === undefined && /^\s{1,120}---\s*$/.test(line)) {
      this.#block = 0
      this.#blocks += 1
      return this.#keepBlock(line)
    }
    if (this.#block !== undefined && !(isTap && /^\S/.test(line))) {
      this.#block += 1
      const isEnd = /^\s{1,120}\.\.\.\s*$/.test(line)
      const isKept = isEnd || this.#block <= maxBlockLines
      if (isEnd) this.#block = undefined
      return isKept ? this.#keepBlock(line) : undefined
    }
    this.#block = undefined
    if (!isTap) return undefined
    this.#lines += 1
    if (this.#lines > maxLines) throw new ReportFault('TAP', null, `more than ${maxLines} lines`)
    return line.slice(0, maxLineLength)
  }

  #keepBlock(line: string): string | undefined {
    return this.#blocks <= maxBlocks ? line.slice(0, maxLineLength) : undefined
  }
}
