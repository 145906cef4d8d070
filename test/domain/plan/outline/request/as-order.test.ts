import { expect, test } from 'vitest'
import { planWritten } from '../../../../support/plans/written-issues.ts'

test.each([
  ['It would be great if you added a page about containers.', 'Add a page about containers.'],
  [
    'It would be nice if you could also describe the cache in `docs/cache.md`.',
    'Describe the cache in `docs/cache.md`.',
  ],
  ['Wish you can add ARM64 support.', 'Add ARM64 support.'],
  ['I would love it if this were to have ARM64 support.', 'This should have ARM64 support.'],
  ['Thus, the parser needs to return the line of the error.', 'The parser needs to return the line of the error.'],
])('a wish is told as an order: %s', (said, criterion) => {
  expect(planWritten('Notes', said)).toMatchObject({ gives: 'reading', criteria: [criterion] })
})

test('what is asked of something said before is no criterion', () => {
  const body = 'I would love to have ARM64 builds. Is there any chance that could be added to the list?'

  expect(planWritten('[Request] ARM64', body).criteria).toEqual(['ARM64 builds.'])
})

test('a title that tells of a failure orders nothing', () => {
  expect(planWritten('build failed due to Node 16', 'It stops at the first step.').criteria).toEqual([
    'No longer: build failed due to Node 16',
  ])
})

test('a title that names what somebody would like to do is no question', () => {
  const body = 'I imagine that it makes sense for posts. Maybe the date could be that of the last change?'

  expect(planWritten('Ability to filter by date', body).gives).toBe('question')
})

test('items of which one may be chosen are not all to be done', () => {
  const body = 'Some options:\n- parse real files and compare the output\n- refactor the parser and test its methods\n'

  expect(planWritten('Add test coverage to the parser', body).gives).toBe('question')
})

test('a table of devices is not asked about', () => {
  const body = '|Property | Value|\n|---|---|\n| Device | iPhone 8 |\n| OS | iOS 11 |\n'

  expect(planWritten('The label breaks at the wrong place', body).says).not.toContain('table')
})

test('how important it is asks for nothing', () => {
  const { notes } = planWritten('Reset', 'Priority: Must\n\n## Acceptance\n\n- `reset` prints the new password\n')

  expect(notes.join('\n')).not.toContain('Priority')
})
