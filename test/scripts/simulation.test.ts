import { expect, test } from 'vitest'
import { EventQueue } from '../../scripts/simulation/event-queue.ts'
import { defaultInputs } from '../../scripts/simulation/inputs.ts'
import { simulateDay } from '../../scripts/simulation/simulate-day.ts'
import { SlidingWindow } from '../../scripts/simulation/sliding-window.ts'

test('events come in the order of their times, and of the same time in the order they were added', () => {
  const queue = new EventQueue<string>()
  for (const [at, event] of [
    [5, 'e'],
    [1, 'a'],
    [3, 'c'],
    [1, 'b'],
    [4, 'd'],
  ] as const)
    queue.add(at, event)

  const taken = Array.from({ length: 5 }, () => queue.take()?.event)

  expect(taken.join('')).toBe('abcde')
  expect(queue.take()).toBeUndefined()
})

test('a window that is full opens when what was taken first leaves it', () => {
  const window = new SlidingWindow(3, 60)
  window.take(0, 2)
  window.take(10, 1)

  const times = [window.findTime(20, 1), window.findTime(20, 3), window.findTime(65, 2)]

  expect(times).toEqual([60, 70, 65])
})

const small = { ...defaultInputs, issuesADay: 400, installations: 1 }

test('a day is the same for the same seed', () => {
  expect(simulateDay(small, 7)).toEqual(simulateDay(small, 7))
})

test('an installation makes no more content in any hour than it may', () => {
  const { issues } = simulateDay({ ...small, tasks: { mean: 1.000_001, most: 1 }, issuesADay: 3_000 }, 7)

  // Five pieces an issue, 450 an hour.
  expect(Math.max(...issues.map((issue) => issue.finishedAt)) / 3_600).toBeGreaterThan(3_000 / 90)
})

test('without limits nothing waits but for the second between writes', () => {
  const { issues } = simulateDay({ ...small, installations: 400, zipf: 0 }, 7)

  expect(Math.max(...issues.map((issue) => issue.finishedAt - issue.couldFinishAt))).toBeLessThan(300)
})
