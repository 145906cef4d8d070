import { expect, test } from 'vitest'
import { describeTextChange } from '../../../../src/domain/work/plan-life/issue-text.ts'

const title = 'Document priorities'

test('two lines that were changed are shown as those two, however much stands between them', () => {
  const between = Array.from({ length: 12 }, (_, index) => `line ${index}`).join('\n')

  const difference = describeTextChange(
    { title, body: `minutes: 30\n${between}\ndepends_on: [T9]\nend` },
    { title, body: `minutes: 45\n${between}\ndepends_on: [T1]\nend` },
  )

  expect(difference.split('\n')).toEqual([
    '- minutes: 30',
    '+ minutes: 45',
    '  …',
    '- depends_on: [T9]',
    '+ depends_on: [T1]',
  ])
})

test('what stands between two near changes is shown, and another title is a change', () => {
  expect(describeTextChange({ title: 'A', body: 'same\nold' }, { title: 'B', body: 'same\nnew' }).split('\n')).toEqual([
    '- A',
    '+ B',
    '  same',
    '- old',
    '+ new',
  ])
})

test('another text altogether is cut', () => {
  const lines = (word: string) => Array.from({ length: 1000 }, (_, index) => `${word} ${index}`).join('\n')

  const difference = describeTextChange({ title, body: lines('old') }, { title, body: lines('new') })

  expect(difference.split('\n')).toHaveLength(41)
  expect(difference).toMatch(/… \d+ more lines$/)
})
