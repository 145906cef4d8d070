import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { countIterations } from '../../../src/domain/loop/iterations.ts'

const run = (task: string | null, passed: boolean) => ({ task, passed })
const runs = fc.array(fc.record({ task: fc.constantFrom('T1', 'T2', 'T3', null), passed: fc.boolean() }), {
  maxLength: 30,
})

describe('iterations', () => {
  test('tasks that fail side by side are one round, and one that fails again is another', () => {
    expect(countIterations([])).toBe(1)
    expect(countIterations([run('T1', false), run('T2', false), run('T3', true)])).toBe(2)
    expect(countIterations([run('T1', false), run('T1', false), run('T2', false)])).toBe(3)
  })

  test('each failed validation of the plan is a round, after which tasks begin to count anew', () => {
    expect(countIterations([run('T1', false), run('T1', false), run(null, false)])).toBe(4)
    expect(countIterations([run(null, false), run('T1', false), run(null, true)])).toBe(3)
  })

  test.prop([runs])('each failure adds one or none, what passes adds none', (all) => {
    for (const [index, { passed }] of all.entries()) {
      const added = countIterations(all.slice(0, index + 1)) - countIterations(all.slice(0, index))

      expect(passed ? [0] : [0, 1]).toContain(added)
    }
  })
})
