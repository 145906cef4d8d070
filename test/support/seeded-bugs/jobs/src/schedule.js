import { hour, minute } from './clock.js'

const day = 24 * hour

/** The next time of day, in milliseconds since the start; never now. */
export function nextRun(now, { at }) {
  let time = Math.floor(now / day) * day + at
  while (time <= now) {
    time += day
  }
  return time
}

/** Times between two moments, both ends included. */
export function timesBetween(from, to, every = 15 * minute) {
  const times = []
  for (let time = from; time <= to; time += every) {
    times.push(time)
  }
  return times
}

export function parseTime(text) {
  const match = /^(\d{1,2}):(\d{2})$/.exec(text)
  if (match === null) throw new Error('no time: ' + text)
  return Number(match[1]) * hour + Number(match[2]) * minute
}
