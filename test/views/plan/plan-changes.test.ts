import { expect, test } from 'vitest'
import { renderPlanChanges } from '../../../src/views/plan/plan-changes.ts'
import { linearGrowth, measureGrowth } from '../../support/measure/measure-growth.ts'

const change = (after: string) => ({ kind: 'changed' as const, task: 'T1', what: 'title', before: 'Before', after })

test('a text of several lines is shown in one', () => {
  expect(renderPlanChanges([change('One \n\n  two')])).toContain('One · two')
})

test('blanks without end take linear time', { retry: 2, timeout: 30_000 }, () => {
  const growth = measureGrowth(
    16_000,
    (size) => `a${' '.repeat(size)}b`,
    (after) => renderPlanChanges([change(after)]),
  )

  expect(growth).toBeLessThan(linearGrowth)
})
