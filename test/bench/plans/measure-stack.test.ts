import { expect, test } from 'vitest'
import { measureStack } from '../../../bench/plans/measure-stack.ts'

function keepBusy(): number {
  let sum = 0
  for (let n = 0; n < 20_000_000; n++) sum += Math.sqrt(n)
  return sum
}

function descend(levels: number): number {
  return levels === 0 ? keepBusy() : descend(levels - 1) + 1
}

test('the frames of a recursion are counted', () => {
  const [flat, deep] = [measureStack(keepBusy), measureStack(() => descend(150))]

  expect(flat).toBeLessThan(10)
  expect(deep).toBeGreaterThanOrEqual(150)
  expect(deep).toBeLessThan(165)
})
