import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RunClock } from '../../../src/application/workers/run-clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A clock of ten seconds, and when it told that they are over. */
function openClock() {
  const startMs = Date.now()
  const told: number[] = []
  const clock = new RunClock(10_000, () => told.push(Date.now() - startMs), Date.now)
  return { clock, told }
}

test('it tells once, when the time is over', () => {
  const { told } = openClock()

  vi.advanceTimersByTime(60_000)

  expect(told).toEqual([10_000])
})

test('while anybody holds it no time goes by', () => {
  const { clock, told } = openClock()
  vi.advanceTimersByTime(4_000)
  const goOn = [clock.hold(), clock.hold()]
  vi.advanceTimersByTime(50_000)
  goOn[0]?.()
  goOn[0]?.()
  vi.advanceTimersByTime(50_000)
  goOn[1]?.()

  vi.advanceTimersByTime(60_000)

  expect(told).toEqual([110_000])
})

test('stopped, it tells nothing, whoever lets it go on', () => {
  const { clock, told } = openClock()
  const goOn = clock.hold()
  clock.stop()
  goOn()

  vi.advanceTimersByTime(60_000)

  expect(told).toEqual([])
})
