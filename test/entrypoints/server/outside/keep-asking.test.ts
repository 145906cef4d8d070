import { expect, test } from 'vitest'
import { keepAsking } from '../../../../src/entrypoints/server/outside/keep-asking.ts'

/** Asks somebody who throws these, one after the other, and then answers. */
async function askWhile(thrown: readonly ('away' | 'refused')[], stopAfterMs = Infinity) {
  const left = [...thrown]
  const waited: number[] = []
  const told: (number | null)[] = []
  const sum = () => waited.reduce((all, ms) => all + ms, 0)
  const answer = await keepAsking({
    ask: async () => {
      const next = left.shift()
      if (next !== undefined) throw new Error(next)
      return 'answer'
    },
    mayReturn: (error) => error instanceof Error && error.message === 'away',
    mostRefusals: 4,
    onAgain: (_, isLeft) => void told.push(isLeft),
    wait: async (ms) => void waited.push(ms),
    isStopped: () => sum() >= stopAfterMs,
  }).catch(String)
  return { answer, waited, told }
}

test('an outage is outlasted, with longer pauses up to a quarter of a minute', async () => {
  const { answer, waited } = await askWhile(Array.from({ length: 7 }, () => 'away' as const))

  expect(answer).toBe('answer')
  expect(waited).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000])
})

test('a refusal of the moment is asked about again, four in a row are meant', async () => {
  const moment = await askWhile(['refused', 'refused'])
  const meant = await askWhile(['refused', 'refused', 'refused', 'refused'])
  const between = await askWhile(['refused', 'refused', 'refused', 'away', 'refused'])

  expect([moment.answer, meant.answer, between.answer]).toEqual(['answer', 'Error: refused', 'answer'])
  expect(meant.waited).toEqual([1_000, 2_000, 4_000])
  expect(meant.told).toEqual([3, 2, 1])
})

test('told to stop, it asks nobody again', async () => {
  const { answer, waited } = await askWhile(['away', 'away', 'away'], 3_000)

  expect(answer).toBe('Error: away')
  expect(waited).toEqual([1_000, 2_000])
})
