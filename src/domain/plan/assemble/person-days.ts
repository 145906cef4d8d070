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

/** The sum of a plan's estimates in one unit: below a day in hours, where one of them is in minutes or hours. */
export function writeSum(estimates: readonly number[]): string {
  const total = estimates.reduce((sum, days) => sum + days, 0)
  const beside = findUnitEstimate(estimates)
  if (total < 1) return writeBeside(total, beside)
  return writePersonDays(isInHours(beside) ? Number(total.toFixed(1)) : total)
}

/** What all that is less than a day is written beside, so that a plan has one unit for it. */
export function findUnitEstimate(estimates: readonly number[]): number {
  return estimates.find(isInHours) ?? 1
}

function writeHours(hours: number): string {
  return recordText('{n} h', { n: Number(hours.toFixed(1)) })
}

/** Whether it is written in minutes or hours. */
function isInHours(days: number): boolean {
  return / (?:min|h)$/.test(writePersonDays(days))
}

/** A formula that knows files and places says little of small things. */
const leastDoubted = { times: 3, personDays: 0.5 }

/**
 * What is computed is at least three times what its author says, and half a day more: the author's number holds, with a
 * doubt beside it (decision 170).
 */
export function isDoubted(stated: number, computed: number): boolean {
  const { times, personDays } = leastDoubted
  return computed >= stated * times && computed - stated >= personDays
}
