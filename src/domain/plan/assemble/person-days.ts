import { recordText } from '../../language/message.ts'
import { minutesPerDay } from './assemble-task.ts'

const hoursPerDay = minutesPerDay / 60

/** One, and any other number of them. */
const dayWords = {
  'person-day': ['{n} person-day', '{n} person-days'],
  day: ['{n} day', '{n} days'],
} as const

/**
 * An estimate as people say it: `0.5 person-days`, `1 person-day`, and what is no tenth of a day `30 min` or `2 h` (a
 * person-day has eight). `unit` is what a day is called.
 */
export function writePersonDays(days: number, unit: 'person-day' | 'day' = 'person-day'): string {
  const rounded = Number(days.toFixed(2))
  const minutes = Math.round(days * minutesPerDay)
  if (days >= 1 || minutes === 0 || Math.round(rounded * 100) % 10 === 0)
    return recordText(dayWords[unit][rounded === 1 ? 0 : 1], { n: rounded })
  return minutes < 60 ? recordText('{n} min', { n: minutes }) : writeHours(minutes / 60)
}

/** The same beside `other`: in hours where that is in minutes or hours, as nobody compares 1 h with 0.3 days. */
export function writeBeside(days: number, other: number, unit: 'person-day' | 'day' = 'person-day'): string {
  if (!isInHours(other) || isInHours(days) || days >= 1) return writePersonDays(days, unit)
  return writeHours(days * hoursPerDay)
}

/** The sum of a plan's estimates: beside some in minutes or hours, more than a day is `2 person-days 3.5 h`. */
export function writeSum(estimates: readonly number[]): string {
  const total = estimates.reduce((sum, days) => sum + days, 0)
  const other = estimates.find(isInHours)
  if (other === undefined || total < 1) return writeBeside(total, other ?? 1)
  const tenths = Math.round(total * hoursPerDay * 10)
  const days = Math.floor(tenths / (hoursPerDay * 10))
  const hours = (tenths - days * hoursPerDay * 10) / 10
  if (hours === 0) return writePersonDays(days)
  return recordText(days === 1 ? '{n} person-day {hours} h' : '{n} person-days {hours} h', { n: days, hours })
}

function writeHours(hours: number): string {
  return recordText('{n} h', { n: Number(hours.toFixed(1)) })
}

/** Whether it is written in minutes or hours. */
export function isInHours(days: number): boolean {
  return / (?:min|h)$/.test(writePersonDays(days))
}

/** The formula says more than twice what its author says: the author's number holds, with a doubt beside it. */
export function isDoubted(stated: number, computed: number): boolean {
  return computed > stated * 2
}
