import { expect, test } from 'vitest'
import type { TaskDraft } from '../../../../src/domain/plan/plan-draft.ts'
import { addAcceptanceItems } from '../../../../src/domain/plan/outline/draft/cover-root-criteria.ts'
import { linearGrowth, measureGrowth } from '../../../support/measure/measure-growth.ts'

const tasks = (): TaskDraft[] =>
  ['“Limits”', '“Names”'].map((words, index) => ({ id: `T${index + 1}`, title: `Say ${words}`, scope: 'a.md' }))

function countCriteria(text: string): number[] {
  const drafts = tasks()
  addAcceptanceItems([{ text, line: 1 }], drafts)
  return drafts.map((draft) => draft.acceptance_criteria?.length ?? 0)
}

test('of two tasks that write a file, an item belongs to the one that speaks of what it quotes', () => {
  expect(countCriteria('`a.md` contains “Names”')).toEqual([0, 1])
})

test('an unclosed quotation mark hides no other', () => {
  expect(countCriteria('`a.md` contains “Names” and “more')).toEqual([0, 1])
})

test('quotation marks that nothing closes take linear time', { retry: 2, timeout: 30_000 }, () => {
  const growth = measureGrowth(16_000, (size) => `\`a.md\` contains ${'“'.repeat(size)}`, countCriteria)

  expect(growth).toBeLessThan(linearGrowth)
})
