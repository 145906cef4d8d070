import { expect, test } from 'vitest'
import { planWritten } from '../../../../support/plans/written-issues.ts'

const denied = '- [ ] Mark generated files in `.gitattributes`'

test('a box about files that no task may write is left to people, and the others are planned', () => {
  const outcome = planWritten('Release 3.4', `- [ ] Update \`CHANGELOG.md\`\n${denied}\n- [ ] Commit and add tag\n`)

  expect(outcome).toMatchObject({ gives: 'plan', criteria: ['Update `CHANGELOG.md`'] })
  expect(outcome.notes.filter((note) => note.includes('left to people'))).toEqual([
    expect.stringMatching(/^Line 3 changes no file/),
    expect.stringMatching(/^Line 2 is about files that no task may write/),
  ])
})

test.each([denied, `- [ ] T1: Update \`CHANGELOG.md\`\n- [ ] T2: Mark generated files in \`.gitattributes\``])(
  'where nothing else is to be done, or it is named a task, it is refused by name: %s',
  (body) => {
    expect(planWritten('Release 3.4', body)).toMatchObject({
      gives: 'refused',
      says: expect.stringContaining('may not write `.gitattributes`') as string,
    })
  },
)

test('complaints in the boxes of an audit are what must be so no longer', () => {
  const body = '- [x] Contrast of buttons\n- [ ] Focus ring is invisible\n- [ ] Missing labels in the address form\n'

  expect(planWritten('Accessibility findings', body).criteria).toEqual([
    'No longer: Focus ring is invisible',
    'No longer: Missing labels in the address form',
  ])
})

test('a box that names an issue and whose it is, is planned in that issue', () => {
  expect(planWritten('Epic', '- [ ] Ada #1142\n- [ ] Ben #1243 [FUTURE]\n').says).toContain('Lines 1 and 2 only name')
})
