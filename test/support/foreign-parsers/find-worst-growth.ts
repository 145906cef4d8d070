import { measureCpu } from '../measure/measure-cpu.ts'
import { compareCpu, linearGrowth } from '../measure/measure-growth.ts'
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
  /** Repetitions that were played. */
  played: number
}

/**
 * Each is played at this many characters first; what takes little there, or not much more than others, grows little: in
 * the square it would take less than a second and a half for the longest comment.
 */
const firstSize = 2 * 1024
const quickMs = 1.5
const unusual = 3
const warmUps = 10
/** As long as the longest comment. */
const largeSize = 64 * 1024
/** Looks at what seems to grow too fast: a busy machine has bad moments. */
const looks = 3

/**
 * The repetition with which a parser's time grows most, of so many, or of as many as there is time for. Faults of the text
 * are no faults of the parser.
 */
export function findWorstGrowth(parser: ForeignParser, count: number, seed: number, limitMs = Infinity): Growth {
  const read = (text: string) => {
    try {
      parser.read(text)
    } catch (error) {
      if (error instanceof RangeError) throw new Error(`${parser.name}: ${error.message}`, { cause: error })
    }
  }
  let worst: Growth = { parser: parser.name, times: 1, ms: 0, label: 'nothing took long', played: 0 }
  // What was never run is slow.
  for (const { make } of drawRepetitions(warmUps, parser.pieces, seed + 1)) read(make(firstSize))
  let sum = 0
  let quick = 0
  const began = process.threadCpuUsage()
  for (const { label, make } of drawRepetitions(count, parser.pieces, seed)) {
    const { user, system } = process.threadCpuUsage(began)
    if ((user + system) / 1000 > limitMs) break
    worst.played += 1
    const first = make(firstSize)
    const firstMs = measureCpu(() => read(first))
    if (firstMs < quickMs || (quick > 0 && firstMs < (unusual * sum) / quick)) {
      sum += firstMs
      quick += 1
      continue
    }
    const small = make(largeSize / 4)
    const large = make(largeSize)
    let times = Infinity
    let ms = 0
    for (let look = 0; look < looks && times >= linearGrowth; look++) {
      times = Math.min(
        times,
        compareCpu(
          () => read(small),
          () => (ms = measureCpu(() => read(large))),
        ),
      )
    }
    if (times > worst.times) worst = { ...worst, times, ms, label }
  }
  return worst
}

/** One line for people. */
export function renderGrowth({ parser, times, ms, label, played }: Growth): string {
  return `${String(played).padStart(6)} × ${parser.padEnd(34)} ${times.toFixed(1).padStart(5)} times, ${ms.toFixed(0).padStart(5)} ms  ${label}`
}
