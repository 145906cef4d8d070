import { afterEach, expect, test, vi } from 'vitest'
import { keepMemorySmall } from '../../../../src/entrypoints/commands/lifetime/keep-memory-small.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('memory is given back after the start, and once a minute where there is more of it', () => {
  vi.useFakeTimers()
  const collect = vi.fn<() => void>()
  vi.stubGlobal('gc', collect)
  const held = vi.spyOn(process.memoryUsage, 'rss').mockReturnValue(140_000_000)

  keepMemorySmall()
  vi.advanceTimersByTime(2_000)
  expect(collect).toHaveBeenCalledTimes(1)

  vi.advanceTimersByTime(10 * 60_000)
  expect(collect).toHaveBeenCalledTimes(1)

  held.mockReturnValue(180_000_000)
  vi.advanceTimersByTime(60_000)
  expect(collect).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(10 * 60_000)
  expect(collect).toHaveBeenCalledTimes(2)
})
