import { measureCpu } from '../measure-cpu.ts'
import { compareCpu, linearGrowth } from '../measure-growth.ts'
import type { ForeignParser } from './foreign-parser.ts'
import { drawRepetitions } from './fragments.ts'

export interface Growth {
  parser: string
  /** Times that four times the text takes. */
  times: number
  /** For the longer text. */
  ms: number
  /** What was repeated. */
  label: string
}

export interface Plays {
  count: number
  seed: number
  /** Characters of the longer text. */
  size: number
}

/** What takes so few milliseconds for so many characters is not worth a second look. */
const quickMs = 25
const quickSize = 64 * 1024
/** Looks at what seems to grow too fast: a busy machine has bad moments. */
const looks = 3

/** The repetition with which a parser's time grows most, of so many. Faults of the text are no faults of the parser. */
export function findWorstGrowth(parser: ForeignParser, { count, seed, size }: Plays): Growth {
  const read = (text: string) => {
    try {
      parser.read(text)
    } catch (error) {
      if (error instanceof RangeError) throw new Error(`${parser.name}: ${error.message}`, { cause: error })
    }
  }
  let worst: Growth = { parser: parser.name, times: 1, ms: 0, label: 'nothing took long' }
  for (const { label, make } of drawRepetitions(count, parser.pieces, seed)) {
    const large = make(size)
    const ms = measureCpu(() => read(large))
    if (ms < (quickMs * size) / quickSize) continue
    const small = make(size / 4)
    let times = Infinity
    for (let look = 0; look < looks && times >= linearGrowth; look++) {
      times = Math.min(
        times,
        compareCpu(
          () => read(small),
          () => read(large),
        ),
      )
    }
    if (times > worst.times) worst = { parser: parser.name, times, ms, label }
  }
  return worst
}

/** One line for people. */
export function renderGrowth({ parser, times, ms, label }: Growth): string {
  return `${parser.padEnd(34)} ${times.toFixed(1).padStart(5)} times, ${ms.toFixed(0).padStart(5)} ms  ${label}`
}
