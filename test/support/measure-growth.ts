/** Between linear work, which takes 4 times as long on 4 times the input, and quadratic work, which takes 16 times. */
export const linearGrowth = 9

/** By how much the time grows when the input is four times as long: the best of three runs each; below 5 ms noise rules. */
export function measureGrowth(
  size: number,
  makeInput: (size: number) => string,
  work: (input: string) => unknown,
): number {
  const small = makeInput(size)
  const large = makeInput(size * 4)
  work(small)
  return measureBest(large, work) / Math.max(measureBest(small, work), 5)
}

function measureBest(input: string, work: (input: string) => unknown): number {
  const times = Array.from({ length: 3 }, () => {
    const start = performance.now()
    work(input)
    return performance.now() - start
  })
  return Math.min(...times)
}

/** `text` over and over, cut at `size` characters. */
export function repeatTo(text: string): (size: number) => string {
  return (size) => text.repeat(Math.ceil(size / text.length)).slice(0, size)
}
