import { expect, test } from 'vitest'
import { Places } from '../../../src/application/workers/places.ts'

/** Takes for an installation what it gets; how much that was. */
function takeAll(places: Places, installationId: number): number {
  let taken = 0
  for (; places.hasPlaceFor(installationId); taken += 1) places.take(installationId)
  return taken
}

test('one installation has no more than it may have, and another has as much beside it', () => {
  const places = new Places({ perInstallation: 8 })

  expect([takeAll(places, 1), places.isFull(), places.findFull(), takeAll(places, 2)]).toEqual([8, false, [1], 8])
})

test.each([
  [8, 26],
  [4, 23],
])(
  'the fewer places are left the fewer one installation gets: of %i each, %i that never leave get some',
  (each, most) => {
    const places = new Places({ perInstallation: each })

    const taken = Array.from({ length: 30 }, (_, installationId) => takeAll(places, installationId))

    expect(taken.slice(0, 12)).toEqual(Array.from({ length: 12 }, () => each))
    expect(taken.filter((count) => count > 0)).toHaveLength(most)
  },
)

test('what was left may be taken again, once', () => {
  const places = new Places({ perInstallation: 1 })
  const place = places.take(1)
  place.leave()
  place.leave()

  expect([takeAll(places, 1), places.findFull()]).toEqual([1, [1]])
})

test('what waits takes none of the places for work, and those of its own installation all the same', () => {
  const places = new Places({ perInstallation: 2, atWork: 2 })
  const [first, second] = [places.take(1), places.take(1)]
  const before = places.isFull()
  const goOn = [first.wait(), first.wait(), second.wait()]

  expect([before, places.isFull(), places.hasPlaceFor(1), places.hasPlaceFor(2)]).toEqual([true, false, false, true])
  for (const one of goOn) one()
  expect(places.isFull()).toBe(true)
})

test('what leaves while it waits waits no more', () => {
  const places = new Places({ perInstallation: 2, atWork: 1 })
  const place = places.take(1)
  const goOn = place.wait()
  place.leave()
  goOn()
  places.take(2)

  expect(places.isFull()).toBe(true)
})
