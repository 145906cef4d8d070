import { parseSafeYaml } from '../../../../domain/text/parse-safe-yaml.ts'
import { ReportFault } from './report-fault.ts'

const tapLine = /^\s{0,120}(?:(?:not )?ok\b|1\.\.\d|#|TAP version|Bail out!|pragma |\})/
const maxLineLength = 10_000
const maxLines = 500_000
const maxBlocks = 1_000
const maxBlockLines = 500
/** Longest diagnostic that is read, and all of them together: of YAML there is none that a parser takes lightly. */
const maxBlockLength = 16 * 1024
const maxBlocksLength = 1024 * 1024
const reference = 'countersign'

interface TapBlock {
  indent: string
  lines: string[]
  length: number
}

/**
 * Lets through what a TAP parser has to see, so that hostile output costs it neither depth nor minutes: no other
 * output, no line without end, and no diagnostics: it sees a reference to each, and they are read here.
 */
export class TapLines {
  readonly #diagnostics: unknown[] = []
  #lines = 0
  #blocks = 0
  #left = maxBlocksLength
  /** The diagnostic that is open. */
  #block: TapBlock | undefined

  /** What the parser is to see of the line: it cut, nothing, or what stands for a diagnostic that it ends. */
  filter(line: string): string[] {
    const isTap = tapLine.test(line)
    const opened = this.#block === undefined ? /^(\s{1,120})---\s*$/.exec(line)?.[1] : undefined
    if (opened !== undefined) {
      this.#block = { indent: opened, lines: [], length: 0 }
      this.#blocks += 1
      return []
    }
    if (this.#block !== undefined && !(isTap && /^\S/.test(line))) {
      if (/^\s{1,120}\.\.\.\s*$/.test(line)) return this.#closeBlock(this.#block)
      if (this.#block.lines.length < maxBlockLines) {
        const kept = line.slice(this.#block.indent.length, maxLineLength)
        this.#block.length += kept.length + 1
        if (this.#block.length <= maxBlockLength) this.#block.lines.push(kept)
      }
      return []
    }
    this.#block = undefined
    if (!isTap) return []
    this.#lines += 1
    if (this.#lines > maxLines) throw new ReportFault('TAP', null, `more than ${maxLines} lines`)
    return [line.slice(0, maxLineLength)]
  }

  /** The diagnostic that the parser saw a reference to. */
  find(seen: unknown): unknown {
    const number = typeof seen === 'object' && seen !== null && reference in seen ? seen[reference] : undefined
    return typeof number === 'number' ? this.#diagnostics[number] : undefined
  }

  #closeBlock({ indent, lines, length }: TapBlock): string[] {
    this.#block = undefined
    if (this.#blocks > maxBlocks || length > maxBlockLength || length > this.#left) return []
    this.#left -= length
    const yaml = parseSafeYaml(lines.join('\n'), undefined, { maxBytes: maxBlockLength * 4, allowsTags: true })
    if (!yaml.ok) return []
    this.#diagnostics.push(yaml.value)
    return [`${indent}---`, `${indent}${reference}: ${this.#diagnostics.length - 1}`, `${indent}...`]
  }
}
