import { expect, test } from 'vitest'
import {
  isLinkLine,
  isOfTracker,
  isOnlyMended,
  isSignOff,
} from '../../../../../src/domain/plan/outline/form/of-tracker.ts'
import { planWritten } from '../../../../support/plans/written-issues.ts'

test.each([
  ['Superseded issues are closed with a reason.', true],
  ['Every open issue has an owner.', true],
  ['Issues should be open for all work.', true],
  ['We bring in only user stories that are not blocked in the sprint', true],
  ['Closing an issue removes its label', false],
  ['The issue list shows closed issues in grey', false],
  ['The page of a milestone lists what is late', false],
])('“%s” is about what becomes of issues: %s', (text, is) => {
  expect(isOfTracker(text)).toBe(is)
})

test.each([
  ['Approval by 1 mentor.', true],
  ['Code reviewed', true],
  ['The PR is merged', true],
  ['All of the required items are completed.', true],
  ['Detailed criteria should be defined by the product owner before development begins.', true],
  ['All items are sorted', false],
  ['Filter criteria should be added to the page', false],
  ['Reviewed comments are hidden', false],
])('“%s” is a sign-off: %s', (text, is) => {
  expect(isSignOff(text)).toBe(is)
})

test('that a bug is fixed says no more than that it is done', () => {
  expect(['Fix crash', 'The bug is fixed.', 'Fix crash on rotation'].map((text) => isOnlyMended(text))).toEqual([
    true,
    true,
    false,
  ])
})

test('a line that only shows something says nothing', () => {
  const lines = [
    'Video: https://example.com/a.mp4',
    '![x](https://example.com/a.png)',
    'See https://example.com for more',
  ]

  expect(lines.map((line) => isLinkLine(line))).toEqual([true, true, false])
})

test('a sign-off beside criteria is left to people, and named', () => {
  const { criteria, notes } = planWritten(
    'Add a `--json` flag',
    '## Acceptance\n\n- `list --json` prints an array\n- [ ] Code reviewed\n',
  )

  expect(criteria).toEqual(['`list --json` prints an array'])
  expect(notes.join('\n')).toContain('Line 4 changes no file')
})

test.each([
  ['a sentence', 'Depends on #12 and octo/other#4.\n\n', 'Line 1 says that this waits for #12, octo/other#4.'],
  ['a label', '**Blocked by:** https://github.com/o/r/issues/9\n\n', 'this waits for https://github.com/o/r/issues/9.'],
  ['a title', '## Blocked by\n\n- #75\n\n', 'Line 3 says that this waits for #75.'],
])('what an issue waits for is told where it stands in %s', (_where, text, note) => {
  const { gives, notes } = planWritten(
    'Add a `--json` flag',
    `${text}## Acceptance\n\n- \`list --json\` prints an array\n`,
  )

  expect(gives).toBe('plan')
  expect(notes.join('\n')).toContain(note)
})

test('an issue that only mentions others waits for none', () => {
  const body =
    'See #12, after the release. It broke after #9 was merged.\n\n## Acceptance\n\n- `list --json` prints an array (like #3)\n'

  expect(planWritten('Add a `--json` flag', body).notes.join('\n')).not.toContain('waits for')
})
