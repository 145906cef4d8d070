/** Numbers that look random and are the same for a seed. */
export interface Random {
  /** 0 up to 1, 1 not included. */
  next(): number
  /** With this mean, as gaps between arrivals are. */
  exponential(mean: number): number
  /** With this median; sigma 0 is no spread. */
  lognormal(median: number, sigma: number): number
  /** 1, 2, 3 … with this mean, at most `most`. */
  geometric(mean: number, most: number): number
  /** An index, by weights that were added up. */
  pick(cumulative: readonly number[]): number
}

export function createRandom(seed: number): Random {
  const next = mulberry32(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  return {
    next,
    exponential: (mean) => -mean * Math.log(1 - next()),
    lognormal: (median, sigma) => median * Math.exp(sigma * normal()),
    geometric: (mean, most) => Math.min(most, 1 + Math.floor(Math.log(1 - next()) / Math.log(1 - 1 / mean))),
    pick: (cumulative) => findFirst(cumulative, next() * (cumulative.at(-1) ?? 0)),
  }
}

/** The first index whose sum is above `wanted`. */
function findFirst(cumulative: readonly number[], wanted: number): number {
  let [low, high] = [0, cumulative.length - 1]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((cumulative[middle] ?? 0) > wanted) high = middle
    else low = middle + 1
  }
  return low
}

/** Tommy Ettinger's generator of 32 bits. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
