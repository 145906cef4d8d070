/** Between linear work, which takes 4 times as long on 4 times the input, and quadratic work, which takes 16 times. */
export const linearGrowth = 9

/** By how much the time grows when the input is four times as large: the best of three runs each; below 5 ms noise rules. */
export function measureGrowth<Input>(
  size: number,
  makeInput: (size: number) => Input,
  work: (input: Input) => unknown,
): number {
  const small = makeInput(size)
  const large = makeInput(size * 4)
  work(small)
  return (
    measureCpu(() => work(large)) /
    Math.max(
      measureCpu(() => work(small)),
      5,
    )
  )
}

/**
 * Milliseconds of this thread's processor, the best of three runs, or the first that is below `enough`: what else the
 * machine does at the time does not count.
 */
export function measureCpu(work: () => unknown, enough = 0): number {
  let best = Infinity
  for (let run = 0; run < 3 && best >= enough; run++) {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}

/** `text` over and over, cut at `size` characters. */
export function repeatTo(text: string): (size: number) => string {
  return (size) => text.repeat(Math.ceil(size / text.length)).slice(0, size)
}
