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

test('a title that names what somebody would like to do is read, and doubts about it are shown besides', () => {
  const body = 'I imagine that it makes sense for posts. Maybe the date could be that of the last change?'

  expect(planWritten('Ability to filter by date', body)).toMatchObject({
    gives: 'reading',
    criteria: ['Ability to filter by date'],
  })
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

test('a title that says what a program is to do when is an order, and by itself enough', () => {
  expect(planWritten('Close dropdowns if you click outside them', '')).toMatchObject({
    gives: 'reading',
    criteria: ['Close dropdowns if you click outside them'],
  })
})

test('what might be useful is not wanted yet', () => {
  const body = 'We can either overwrite it, or keep a few. The latter might be extra useful because of the differences.'
  const { gives, says } = planWritten('Automatically dump profiles before the process dies', body)

  expect(gives).toBe('question')
  expect(says).toContain('“Automatically dump profiles before the process dies” (the title)')
})

test.each([
  [
    'Shouldn’t it be asked for',
    'HEADER_COLUMNS mislabeled?',
    'Shouldn’t `HEADER_COLUMNS` be `HEADER_ROWS`?',
    'question',
  ],
  ['a question about the project', 'Question about the state of the project', 'What is your setup?', 'declined'],
])('%s', (_what, title, body, gives) => {
  expect(planWritten(title, body).gives).toBe(gives)
})

test('reasons below a title that orders something are no list of work', () => {
  const body =
    'I can think of many reasons. They are:\n* scopes get complicated\n* readers are confused\n* code is hard to move\n'

  expect(planWritten('suggestion: Add no-shadow to the rules', body).says).not.toContain('put a box before it')
})

test('beside a list of reasons the list of what to do is heard', () => {
  const body =
    'Motivation:\n- it starts faster\n- fewer layers\n\nScope:\n- Replace `jest` with `vitest`\n- Port `jest.config.js`\n- Adjust the snapshots\n'

  expect(planWritten('Migrate from Jest to Vitest', body).criteria).toEqual([
    'Replace `jest` with `vitest`',
    'Port `jest.config.js`',
    'Adjust the snapshots',
  ])
})

test('where every criterion is ticked nothing is left', () => {
  const body = '### Tasks\n\n- [x] The route\n\n### Acceptance Criteria\n\n- [x] Users can search\n'

  expect(planWritten('Search', body).says).toContain('All boxes are ticked (lines 3 and 7)')
})

test('a box that is only a file is named by the title', () => {
  expect(planWritten('Add a page to the storybook', '- [ ] pages/search.js\n')).toMatchObject({
    gives: 'plan',
    criteria: ['Add a page to the storybook: `pages/search.js`'],
    scope: 'pages/search.js',
  })
})

test.each([
  [
    'a possibility that is asked for',
    'Sign in with Google',
    'Is there a possibility to add a `redirect` option?',
    'Add a `redirect` option',
  ],
  [
    'what needs something',
    'A11Y: all icon buttons need a label',
    'They are read as “label”.',
    'A11Y: all icon buttons need a label',
  ],
])('%s is wanted', (_what, title, body, criterion) => {
  expect(planWritten(title, body)).toMatchObject({ gives: 'reading', criteria: [criterion] })
})

test.each([
  ['an opinion', 'The version should be somewhere in 8.x IMO.', 'is not said for sure'],
  ['what should be considered', 'We should consider dropping Node 18.', 'is not said for sure'],
  [
    'what others are asked about',
    'I think we should no longer support them. What do you think?',
    'reads like a question',
  ],
])('%s is asked about', (_what, body, question) => {
  expect(planWritten('Can we drop old versions?', body)).toMatchObject({
    gives: 'question',
    says: expect.stringContaining(question) as string,
  })
})

test('what a program prints is no criterion, whatever it begins with', () => {
  const body =
    'I was not able to build it.\n\n--> build order: all\n--> build core:20160616\nError: image core not found\n'

  expect(planWritten('./build.sh fails to find core:latest', body).criteria).toEqual([
    'Fixed: ./build.sh fails to find core:latest',
  ])
})

test('boxes without a bullet are boxes', () => {
  const body =
    'To do:\n[ ] Finalize issue #50\n[ ] Set the version in `package.json`\n[x] Write the notes\n[ ] Publish the library to npm\n'
  const { criteria, notes } = planWritten('Prepare 1.0.0', body)

  expect(criteria).toEqual(['Set the version in `package.json`'])
  expect(notes.join('\n')).toMatch(/Line 5 changes no file/)
  expect(notes.join('\n')).toMatch(/Line 2 only names another issue/)
})

test('beside what is expected a nit is no criterion', () => {
  const body =
    '# Steps\n\n1. Click "Sign in"\n\n# Expected\n\nGo to the provider.\n\n(Nit: the button should be "Log in".)\n'

  expect(planWritten('Cannot log in with Google', `${body}\n# Actual\n\n400\n`).criteria).toEqual([
    'Fixed: Cannot log in with Google',
  ])
})

test.each([
  ['Test email notification appears three times', 'It happens when I save the settings.'],
  ['Print dialog stays open', 'I closed it twice.'],
])('a title that tells of something named after a verb orders nothing: %s', (title, body) => {
  expect(planWritten(title, body).says).not.toContain('how would somebody tell that it is done')
})

test('what is possible is not asked for, and what an issue proposes is', () => {
  const body =
    'As the guide says, it is generally possible to configure the retries.\n\nThis feature request proposes to introduce `AWS_MAX_ATTEMPTS`.\n'

  expect(planWritten('Ability to configure retries', body).criteria).toEqual([
    'Ability to configure retries',
    'This feature request proposes to introduce `AWS_MAX_ATTEMPTS`.',
  ])
})

test.each([
  [
    'what would also be nice',
    'Sample not building',
    'The sample is not building since `parse` has changed. More samples would also be nice.',
  ],
  [
    'what has the same issue',
    '[Bug] Dying after level 3',
    '### Description\n\nThe player falls through the floor. Other enemies have the same issue and cannot stand.\n',
  ],
])('%s is not what a report is about', (_what, title, body) => {
  const { criteria } = planWritten(title, body)

  expect(criteria).toHaveLength(1)
  expect(criteria[0]).toMatch(/^(?:Fixed|No longer): The (?:sample|player) /)
})

test('a title with a placeholder of its template is not filled in', () => {
  expect(planWritten('希望添加 XX 功能（记得修改该示例标题）', '').says).toContain('has a placeholder')
})
