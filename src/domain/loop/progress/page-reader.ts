import { type ProgressBlock, parseBlocks, type TableRow } from './parse-blocks.ts'
import { noneCell, parseCode, parseNumber, parseProse } from './parse-cell.ts'
import { ProgressFault } from './progress-fault.ts'

const advice = 'Put the line back as it was, or take the file of an earlier commit.'

/** A progress page, read block by block; whatever isn't as it was written is a `ProgressFault` with its line. */
export class PageReader {
  readonly file: string
  readonly #blocks: ProgressBlock[]
  readonly #lines: number
  #at = 0

  constructor(file: string, text: string) {
    this.file = file
    this.#blocks = parseBlocks(text)
    this.#lines = Math.max(1, text.split('\n').length - 1)
  }

  fail(line: number, seen: string): never {
    throw new ProgressFault(this.file, line, seen, advice)
  }

  /** The next block without taking it. */
  peek(): ProgressBlock | undefined {
    return this.#blocks[this.#at]
  }

  #take<K extends ProgressBlock['kind']>(kind: K, wanted: string): Extract<ProgressBlock, { kind: K }> {
    const block = this.peek()
    if (block === undefined) this.fail(this.#lines, `the file ends where ${wanted} should follow`)
    if (block.kind !== kind) this.fail(block.line, `there is a ${block.kind} where ${wanted} should be`)
    this.#at += 1
    return block as Extract<ProgressBlock, { kind: K }>
  }

  /** Takes the heading, and gives what follows `start` in it. */
  heading(level: number, start: string): string {
    const wanted = `the heading ${JSON.stringify(start)}`
    const { line, text, level: found } = this.#take('heading', wanted)
    if (found !== level || !text.startsWith(start))
      this.fail(line, `there is the heading ${quoteText(text)} where ${wanted} should be`)
    return text.slice(start.length)
  }

  text(wanted: string): { text: string; line: number } {
    return this.#take('text', wanted)
  }

  code(wanted: string): string {
    return this.#take('code', wanted).text
  }

  /** Rows of a table with as many cells as heads; none where it says so. */
  rows(heads: readonly string[]): TableRow[] {
    const next = this.peek()
    if (next?.kind === 'text' && next.text === noneCell) {
      this.#at += 1
      return []
    }
    const wanted = `a table of ${heads.map((head) => JSON.stringify(head)).join(', ')}`
    const table = this.#take('table', wanted)
    if (table.heads.join('\n') !== heads.join('\n'))
      this.fail(table.line, `there is a table of ${quoteText(table.heads.join(', '))} where ${wanted} should be`)
    for (const row of table.rows)
      if (row.cells.length !== heads.length) this.fail(row.line, `the row has ${row.cells.length} cells`)
    return table.rows
  }

  /** A table of names and values, as a function that gives the value of a name. */
  facts(head: string): (name: string) => Value {
    const rows = this.rows([head, ''])
    const line = rows[0]?.line ?? this.#lines
    return (name) => {
      const row = rows.find((one) => one.cells[0] === name)
      if (row === undefined) this.fail(line, `the table ${quoteText(head)} has no row ${quoteText(name)}`)
      return this.value(row, 1)
    }
  }

  value({ cells, line }: TableRow, index: number): Value {
    return new Value(this, cells[index] ?? '', line)
  }

  /** Throws unless the page ends with its last line: one that was cut off doesn't. */
  end(): void {
    const { line, text } = this.#take('text', 'the last line of the page')
    if (!text.startsWith('<sub>')) this.fail(line, `there is ${quoteText(text)} where the page should end`)
    const more = this.peek()
    if (more !== undefined) this.fail(more.line, 'there is more after the end of the page')
  }
}

/** One cell, and what may stand in it. */
export class Value {
  readonly #reader: PageReader
  readonly #line: number
  readonly text: string

  constructor(reader: PageReader, text: string, line: number) {
    this.#reader = reader
    this.#line = line
    this.text = text
  }

  fail(wanted: string): never {
    return this.#reader.fail(this.#line, `there is ${quoteText(this.text)} where ${wanted} should be`)
  }

  prose(): string {
    return this.text === noneCell ? this.fail('a text') : parseProse(this.text)
  }

  proseOrNull(): string | null {
    return this.text === noneCell ? null : parseProse(this.text)
  }

  code(): string {
    return parseCode(this.text) ?? this.fail('a value between backticks')
  }

  codeOrNull(): string | null {
    return this.text === noneCell ? null : this.code()
  }

  number(unit = ''): number {
    const isIn = this.text.endsWith(unit)
    const number = isIn ? parseNumber(this.text.slice(0, this.text.length - unit.length)) : undefined
    return number ?? this.fail(`a number${unit === '' ? '' : ` with${unit}`}`)
  }

  /** Undefined where the page says that there is none. */
  numberUnless(none: string, unit: string): number | undefined {
    return this.text === none ? undefined : this.number(unit)
  }

  /** One of these words. */
  word<T extends string>(words: readonly T[]): T {
    return words.find((word) => word === this.text) ?? this.fail(words.join(' or '))
  }
}

function quoteText(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
}
