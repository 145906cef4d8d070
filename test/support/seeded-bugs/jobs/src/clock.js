export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute

/** A clock that stands still until it is moved. */
export function createClock(start = 0) {
  let now = start
  return {
    now: () => now,
    move(ms) {
      now += ms
      return now
    },
  }
}
