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
    'Fixed: Missing labels in the address form',
  ])
})

test('a box that names an issue and whose it is, is planned in that issue', () => {
  expect(planWritten('Epic', '- [ ] Ada #1142\n- [ ] Ben #1243 [FUTURE]\n').says).toContain('Lines 1 and 2 only name')
})

test.each([
  'Publish the website changes.',
  'Publish the new packages into the hosted repos',
  'Deploy the docs',
  'Advertise the new release. :)',
  'Post the release notes on Reddit',
])('what no branch can hold is left to people: %s', (text) => {
  const { criteria, notes } = planWritten('Release 3.4', `- [ ] Update \`CHANGELOG.md\`\n- [ ] ${text}\n`)

  expect(criteria).toEqual(['Update `CHANGELOG.md`'])
  expect(notes).toContainEqual(expect.stringMatching(/^Line 2 changes no file/))
})

test.each([
  'Publish an event when a job ends',
  'Deploy the docs on every push',
  'Release the lock after the last reader',
  'Publish the docs with `npm run site`',
  'Share one client in the Slack adapter',
])('what only sounds like it is planned: %s', (text) => {
  expect(planWritten('Release 3.4', `- [ ] Update \`CHANGELOG.md\`\n- [ ] ${text}\n`).tasks).toBe(2)
})

test('where nothing else is left, that is said, and the ticked boxes with it', () => {
  const body = '## Before creating a tag\n\n- [x] Assure the log shows up\n\n## After\n\n- [ ] Publish the packages\n'

  const { gives, says } = planWritten('Release checklist', body)

  expect(gives).toBe('question')
  expect(says).toMatch(/^Line 7 changes no file .* The other boxes are ticked \(line 3\)/)
})

test.each([
  ['of several nothing is planned', '- [ ] Identify which test is flaky\n- [ ] Add a retry\n', 'question', 0],
  ['one among many is left to people', '- [ ] Find out why\n- [ ] Add a retry\n- [ ] Add a test\n', 'plan', 2],
  ['a place to write it makes it work', '- [ ] Decide on a format in `docs/format.md`\n', 'plan', 1],
  ['it is an order to the program', '- [ ] Identify users by mail\n- [ ] Consider time zones in dates\n', 'plan', 2],
])('what is to be found out first: %s', (_name, body, gives, tasks) => {
  const outcome = planWritten('Next steps', body)

  expect(outcome).toMatchObject({ gives, tasks })
  expect(outcome.criteria).not.toContainEqual(expect.stringContaining('No longer'))
})
