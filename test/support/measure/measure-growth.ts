import { measureCpu } from './measure-cpu.ts'

/** Between linear work, which takes 4 times as long on 4 times the input, and quadratic work, which takes 16 times. */
export const linearGrowth = 9
/** So little growth needs no second look: a core that is half as fast for a moment doesn't make 6 of 16. */
const clearlyLinear = 6
/** Below so many milliseconds noise rules. */
const noiseMs = 5

/** By how much the time grows when the input is four times as large. */
export function measureGrowth<Input>(
  size: number,
  makeInput: (size: number) => Input,
  work: (input: Input) => unknown,
): number {
  const small = makeInput(size)
  const large = makeInput(size * 4)
  return compareCpu(
    () => work(small),
    () => work(large),
  )
}

/** How many times the processor time of one work another takes, after a warm-up: the best of up to three runs each, in turns. */
export function compareCpu(one: () => unknown, other: () => unknown, belowMs = noiseMs): number {
  one()
  let oneMs = Infinity
  let otherMs = Infinity
  const times = (): number => otherMs / Math.max(oneMs, belowMs)
  for (let run = 0; run < 3 && !(times() < clearlyLinear); run++) {
    oneMs = Math.min(oneMs, measureCpu(one))
    otherMs = Math.min(otherMs, measureCpu(other))
  }
  return times()
}

/** `text` over and over, cut at `size` characters. */
export function repeatTo(text: string): (size: number) => string {
  return (size) => text.repeat(Math.ceil(size / text.length)).slice(0, size)
}
