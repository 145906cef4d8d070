import { expect, test } from 'vitest'
import { Slots } from '../../../src/application/workers/slots.ts'

/** Takes for an installation what it gets; how much that was. */
function takeAll(slots: Slots, installationId: number): number {
  let taken = 0
  for (; slots.hasSlotFor(installationId); taken += 1) slots.take(installationId)
  return taken
}

test('one installation has no more than it may have, and another has as much beside it', () => {
  const slots = new Slots({ perInstallation: 8 })

  expect([takeAll(slots, 1), slots.isFull(), slots.findFull(), takeAll(slots, 2)]).toEqual([8, false, [1], 8])
})

test.each([
  [8, 26],
  [4, 23],
])(
  'the fewer places are left the fewer one installation gets: of %i each, %i that never leave get some',
  (each, most) => {
    const slots = new Slots({ perInstallation: each })

    const taken = Array.from({ length: 30 }, (_, installationId) => takeAll(slots, installationId))

    expect(taken.slice(0, 12)).toEqual(Array.from({ length: 12 }, () => each))
    expect(taken.filter((count) => count > 0)).toHaveLength(most)
  },
)

test('what was left may be taken again, once', () => {
  const slots = new Slots({ perInstallation: 1 })
  const slot = slots.take(1)
  slot.leave()
  slot.leave()

  expect([takeAll(slots, 1), slots.findFull()]).toEqual([1, [1]])
})

test('what waits takes none of the places for work, and those of its own installation all the same', () => {
  const slots = new Slots({ perInstallation: 2, atWork: 2 })
  const [first, second] = [slots.take(1), slots.take(1)]
  const before = slots.isFull()
  const goOn = [first.wait(), first.wait(), second.wait()]

  expect([before, slots.isFull(), slots.hasSlotFor(1), slots.hasSlotFor(2)]).toEqual([true, false, false, true])
  for (const one of goOn) one()
  expect(slots.isFull()).toBe(true)
})

test('what leaves while it waits waits no more', () => {
  const slots = new Slots({ perInstallation: 2, atWork: 1 })
  const slot = slots.take(1)
  const goOn = slot.wait()
  slot.leave()
  goOn()
  slots.take(2)

  expect(slots.isFull()).toBe(true)
})
