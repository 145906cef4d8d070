/** Numbers that follow from a seed alone, so that a sequence can be played again. */
export interface Random {
  /** 0 to `below` - 1. */
  whole(below: number): number
  chance(share: number): boolean
  /** One of them; throws where there is none. */
  pick<T>(list: readonly T[]): T
  /** One of them, more often the more it weighs; undefined where nothing weighs anything. */
  weigh<T extends { weight: number }>(list: readonly T[]): T | undefined
}

/** mulberry32: 32 bits of state, good enough to choose steps. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (below: number) => Math.floor(next() * below)
  return {
    whole,
    chance: (share) => next() < share,
    pick(list) {
      const found = list[whole(list.length)]
      if (found === undefined) throw new Error('nothing to pick from')
      return found
    },
    weigh(list) {
      let at = next() * list.reduce((sum, one) => sum + one.weight, 0)
      return list.find((one) => (at -= one.weight) < 0)
    },
  }
}
