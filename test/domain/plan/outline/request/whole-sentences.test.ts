import { expect, test } from 'vitest'
import { planWritten } from '../../../../support/plans/written-issues.ts'

test.each([
  'The page should list what is needed on Alpine, e.g. build-base, python3 etc. and mention approx. how large it is.',
  'Durations should be rounded to the nearest sec. instead of being cut off, esp. in `report --short`.',
  'The header should be aligned left, see p. 4 of the guide.',
  'Der Bericht sollte z. B. auch stornierte Rechnungen zeigen, d. h. alle mit Nr. 5 und ggf. deren Summen.',
])('no sentence is torn at an abbreviation: %s', (sentence) => {
  expect(planWritten('Report', sentence).criteria).toEqual([sentence])
})

test('a wish that is said twice is one', () => {
  const body =
    'I lost two hours. There should be an undo button. Every editor has it. There should be an undo button!!!'

  expect(planWritten('WHY is there no undo', body).criteria).toEqual(['There should be an undo button.'])
})

test.each([
  [
    'a condition before what is asked',
    'How to change the port?',
    'Is it fixed? If yes, could you add a `--port` option?',
    'Add a `--port` option',
  ],
  [
    'a greeting',
    'Document the steps',
    'Hi @ada, may I ask, could you document the steps of a release? Others may need to do it some day.',
    'Document the steps of a release',
  ],
  [
    'what is to be read instead',
    'Typo on page "Deploying"',
    'It says "deamon", should be "daemon".',
    'It says "deamon", should be "daemon".',
  ],
  [
    'how it is on the branch',
    'Flags',
    '**Fix:** reject unknown flags with an error that names the nearest. The test `rejects` fails on current main.',
    'reject unknown flags with an error that names the nearest.',
  ],
])('%s is no part of the wish', (_what, title, body, criterion) => {
  expect(planWritten(title, body)).toMatchObject({ gives: 'reading', criteria: [criterion] })
})

test('what its author would like to be so should be so', () => {
  expect(
    planWritten('Timeout of requests', 'I would like for the timeout to be configurable per request.').criteria,
  ).toEqual(['The timeout should be configurable per request.'])
})

test('a button that saves is no order to save', () => {
  const { criteria } = planWritten('Save button in edit online', 'Often the "Save" button is not working.')

  expect(criteria).toEqual(['Fixed: Often the "Save" button is not working.'])
})

test('after an update something is wrong: that is no wish for the update', () => {
  expect(planWritten('登录后跳回登录页', '升级到 2.3 以后，登录成功会跳回登录页。').gives).toBe('question')
})

test('what is so now and then only is asked about', () => {
  expect(planWritten('Settings app crashes sometimes', 'It is rare.').gives).toBe('question')
  expect(planWritten('Settings app sometimes crashes after a restart', 'It is rare.').gives).toBe('reading')
})

test('the steps of what is to be described are no files to change', () => {
  const body = 'The process of a release should be documented.\n\n- edit `NEWS.txt`\n- push a tag\n'

  expect(planWritten('Document the release procedure', body).scope).toBe('')
})

test('a path above the repository is no scope', () => {
  const body =
    'With `../../etc/passwd` any file is read.\n\n**Remediation:** refuse paths outside of the upload folder.\n'

  expect(planWritten('Path traversal in /download', body)).toMatchObject({ gives: 'reading', scope: '' })
})

test('of a story that ends in what was expected, that is the wish', () => {
  const body =
    'I exported the table to a file, chose SQL and ran it, and the columns are sorted by name, but I expected the order that the table defines.'

  expect(planWritten('Export in default order', body).criteria).toEqual([
    'I expected the order that the table defines.',
  ])
})

test.each([
  [
    'Should we deprecate renamed options?',
    'We could add them again with a warning, or not. Would this be useful?',
    'This reads like a question.',
  ],
])('%s is asked about as what it is', (title, body, question) => {
  expect(planWritten(title, body)).toMatchObject({
    gives: 'question',
    says: expect.stringContaining(question) as string,
  })
})

test('a wish to have something that was named before keeps its words', () => {
  const wish = 'It would be nice to have it for words of two letters, too.'

  expect(planWritten('Title case', `Today \`titleCase\` leaves short words alone.\n\n${wish}`).criteria).toEqual([wish])
})
