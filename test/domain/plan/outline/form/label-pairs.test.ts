import { expect, test } from 'vitest'
import { planFromText } from '../../../../../src/domain/plan/outline/plan-from-text.ts'
import { planWritten } from '../../../../support/plans/written-issues.ts'

test.each([
  ['Today', 'Wanted'],
  ['Current', 'Desired'],
  ['**Actual**', '**Expected**'],
  ['Now', 'Then'],
  ['Before', 'After'],
  ['As is', 'To be'],
  ['What we have', 'What we want'],
  ['- Today', '- Wanted'],
  ['现状', '期望'],
])('of %s and %s the second says what must hold', (today, wanted) => {
  const body = `${today}: the export of the list has no header.\n${wanted}: the first row of the export names the columns.\n`

  expect(planWritten('Header of the export', body)).toMatchObject({
    gives: 'plan',
    criteria: ['the first row of the export names the columns.'],
  })
})

test.each(['After: the first row names the columns.', 'Wanted: somebody with a spare hour.'])(
  '%s alone is a label of its author',
  (line) => {
    expect(planWritten('Header of the export', line).gives).toBe('question')
  },
)

test('below a task such labels are the task’s own', () => {
  const body = '- T1: Write `a.md`\n- T2: Write `b.md`\n  - After: T1\n  - Before: nobody knew b\n'

  expect(planFromText('Two', body, '')).toMatchObject({ draft: { tasks: [{}, { depends_on: ['T1'] }] } })
})

test('values keep the labels without which they say nothing', () => {
  expect(planWritten('Wrong separator', 'Got: `a;b`\nWant: `a,b`\n')).toMatchObject({
    gives: 'reading',
    criteria: ['Expected: `a,b`'],
  })
})

test('labels of a report in a list have below them what they announce', () => {
  const body =
    '* Expected result:\nAll files are saved and listed with their time.\n* Actual result:\nOne of the files is lost.\n'

  expect(planWritten('Save all loses files', body).criteria).toEqual([
    'All files are saved and listed with their time.',
  ])
})

test('a number without a blank behind it is none of the words', () => {
  const body = '* Expected Result:\n1.保存成功\n* Actual Result:\n1.总会有文件保存不了，也没有报错\n'

  expect(planWritten('全部保存时保存不了', body).criteria).toEqual(['保存成功'])
})

test('how it is today keeps its label where the plan tells what it is about', () => {
  const answer = planFromText(
    'Dim slowly',
    'Today: it goes off at once.\nWanted: the lamp takes two seconds to go off.',
    '',
  )

  expect(answer).toMatchObject({ draft: { description: 'Dim slowly\n\nActual: it goes off at once.' } })
})
