import { expect, test } from 'vitest'
import { benches, pickBenches } from '../../bench/registry.ts'

test('without names all benches are run', () => {
  expect(pickBenches([])).toEqual(benches)
})

test('named benches keep the order of the registry', () => {
  const names = pickBenches(['publish', 'calls']).map((bench) => bench.name)

  expect(names).toEqual(['calls', 'publish'])
})

test('an unknown name is told with the names there are', () => {
  expect(() => pickBenches(['call'])).toThrow(
    `There is no bench named call. There are ${benches.map(({ name }) => name).join(', ')}.`,
  )
})
