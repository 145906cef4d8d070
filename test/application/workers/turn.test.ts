import { expect, test } from 'vitest'
import { findNextTurn, firstTurn, type Turn } from '../../../src/application/workers/turn.ts'

const turn = (installationId: number, repository: string): Turn => ({ installationId, repository })

test('repositories take turns, those of one installation after those of another, round and round', () => {
  const waiting = [turn(2, 'a'), turn(1, 'b'), turn(1, 'a'), turn(1, 'b')]
  const taken: Turn[] = []

  for (let last = firstTurn; taken.length < 4;) {
    last = findNextTurn(waiting, last) ?? firstTurn
    taken.push(last)
  }

  expect(taken).toEqual([turn(1, 'a'), turn(1, 'b'), turn(2, 'a'), turn(1, 'a')])
})

test('where nobody waits it is nobody’s turn', () => {
  expect(findNextTurn([], turn(1, 'a'))).toBeUndefined()
})
